import { campaignsCounted } from '../../schemas/active-limits.ts';
import type { DesiredAccount } from '../../schemas/desired.ts';
import type { AccountBudget, Calendar, SpendingMeasure } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { canSpendUnder, spendingBeneath } from '../../schemas/spends-under.ts';
import type { LiveIndex } from '../match/live-index.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { calendarOf, firstHighest } from './calendar.ts';
import type { Commitment } from './commitment.ts';
import { createDaySums } from './day-sums.ts';
import { everyDayFrom } from './days.ts';
import { changesByDay, currenciesIn, type DailySpending, type Load } from './load.ts';

/** A bounded quantity before, after, and at the highest on the way. */
export interface Figure {
  readonly before: number;
  readonly after: number;
  readonly peak: number;
}

/** What can be spent in one currency, with the figures of every day. */
export type CountedSpending = SpendingMeasure & { readonly calendar: Calendar };

/** How many things could spend without a bound on a day, and on those after it until the next. */
export type UnboundedDay = Calendar['days'][number];

/** The budget of an account with all its figures, exact or not. */
export interface CountedBudget extends AccountBudget {
  readonly active_campaigns: NonNullable<AccountBudget['active_campaigns']>;
  readonly exposure: Record<string, CountedSpending>;
}

/** An account under a plan: its load before, what each operation changes of it, in order, and what is committed afterwards. */
export interface AccountCourse {
  readonly account: DesiredAccount;
  readonly before: Load;
  readonly effects: readonly Load[];
  readonly committed: ReadonlyMap<string, Commitment>;
  /** What of the load before and after is by records that nobody manages. */
  readonly others: { readonly before: Load; readonly after: Load };
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The bounded quantities of an account before, after, and at the highest on the way, operation by operation in order. */
export function budgetOf({
  account,
  before,
  effects,
  committed,
  others,
  nowMs,
}: AccountCourse): CountedBudget {
  const count = (name: string): Figure => countFigure(name, before, effects);
  const exposure = currenciesIn([before, ...effects]).map((currency) => {
    const { before: uncappedBefore, after: uncapped } = count(`uncapped ${currency}`);
    const { calendar, ...figure } = spendingFigure(currency, before, effects, {
      committed: committed.get(currency),
      others,
      nowMs,
    });
    const changed = uncappedBefore === uncapped ? {} : { uncapped_before: uncappedBefore };
    const tooLarge = committed.get(currency)?.tooLarge ?? 0;
    const large = tooLarge === 0 ? {} : { too_large: tooLarge };
    const days = unboundedDays(currency, before, effects, nowMs);
    const onDays = days.some((day) => day.before !== day.after) ? { uncapped_days: [...days] } : {};
    return [currency, { ...figure, uncapped, ...changed, ...large, ...onDays, calendar }] as const;
  });
  return {
    active_campaigns: {
      ...count('active_campaigns'),
      limit: account.limits.activeCampaigns,
      ...campaignsCounted(account.limits),
    },
    ...(account.limits.lineItems === undefined
      ? {}
      : { line_items: { ...count('line_items'), limit: account.limits.lineItems } }),
    exposure: Object.fromEntries(exposure),
  };
}

function countFigure(name: string, { counts }: Load, effects: readonly Load[]): Figure {
  const start = counts.get(name) ?? 0;
  let now = start;
  let peak = start;
  for (const effect of effects) {
    now += effect.counts.get(name) ?? 0;
    peak = Math.max(peak, now);
  }
  return { before: start, after: now, peak };
}

/** The highest day from now on before, after, and on the way, with the calendar of all days. */
function spendingFigure(
  currency: string,
  start: Load,
  effects: readonly Load[],
  {
    committed,
    others,
    nowMs,
  }: Pick<AccountCourse, 'others' | 'nowMs'> & { readonly committed: Commitment | undefined },
) {
  const inCurrency = ({ spending }: Load): readonly DailySpending[] =>
    spending.filter((each) => each.currency === currency);
  const changes = effects.map(inCurrency);
  const today = everyDayFrom(nowMs).from;
  const borders = [...inCurrency(start), ...changes.flat()].flatMap(({ days }) => [days.from, days.to]);
  const [before, sums] = [createDaySums([today, ...borders]), createDaySums([today, ...borders])];
  for (const { days, daily } of inCurrency(start)) {
    before.add(days, daily);
    sums.add(days, daily);
  }
  let peak = before.highest();
  for (const change of changes) {
    for (const { days, daily } of change) sums.add(days, daily);
    peak = Math.max(peak, sums.highest());
  }
  const calendar = calendarOf(today, before, sums, committed);
  const share = {
    before: amountOn(firstHighest(before), inCurrency(others.before)),
    after: amountOn(firstHighest(sums), inCurrency(others.after)),
  };
  const byOthers = share.before === 0 && share.after === 0 ? {} : { others: share };
  return { before: before.highest(), after: sums.highest(), peak, ...byOthers, calendar };
}

/** How many things can spend without a daily budget, from each day on which that changes, before and after. */
function unboundedDays(
  currency: string,
  start: Load,
  effects: readonly Load[],
  nowMs: number,
): readonly UnboundedDay[] {
  const inCurrency = ({ unbounded }: Load): readonly DailySpending[] =>
    unbounded.filter((each) => each.currency === currency);
  const first = inCurrency(start);
  const all = [...first, ...effects.flatMap(inCurrency)];
  const today = everyDayFrom(nowMs).from;
  const borders = [today, ...all.flatMap(({ days }) => [days.from, days.to])];
  const [before, after] = [createDaySums(borders), createDaySums(borders)];
  for (const { days, daily } of first) before.add(days, daily);
  for (const { days, daily } of all) after.add(days, daily);
  return calendarOf(today, before, after).days;
}

function amountOn(day: number, spending: readonly DailySpending[]): number {
  return spending.reduce(
    (sum, { daily, days: { from, to } }) => (from <= day && day < to ? sum + daily : sum),
    0,
  );
}

/** What can be spent on the highest day, in micro units of the currency. */
export function highestDay({ spending }: Load, currency: string): number {
  const own = spending.filter((each) => each.currency === currency);
  const sums = createDaySums(own.flatMap(({ days }) => [days.from, days.to]));
  for (const { days, daily } of own) sums.add(days, daily);
  return sums.highest();
}

/** The bounded quantities that any of some effects takes some of. */
export function claimsOf(effects: readonly Load[]): ReadonlySet<string> {
  return new Set(
    effects.flatMap(({ counts, spending }) => [
      ...[...counts].filter(([, amount]) => amount > 0).map(([name]) => name),
      ...[...Map.groupBy(spending, ({ currency }) => currency)]
        .filter(([, changes]) => changesByDay(changes).some(({ daily }) => daily > 0))
        .map(([currency]) => `exposure ${currency}`),
    ]),
  );
}

/** True where a figure is exact; sums beyond 2^53 - 1 micro units are not. */
export function isExact({ before, after, peak }: Figure): boolean {
  return [before, after, peak].every((figure) => Number.isSafeInteger(figure));
}

/** Figures that rest on what was not read completely, or that are beyond exact numbers, are not counted. */
export function countedOnly(
  { active_campaigns: campaigns, line_items: lineItems, exposure }: CountedBudget,
  { id }: DesiredAccount,
  live: LiveIndex,
  subjects: readonly Subject[],
): AccountBudget {
  const read = figuresRead(id, live, subjects);
  const exact = Object.values(exposure).every(isExact);
  return {
    active_campaigns: read.campaigns ? campaigns : null,
    ...(read.lineItems && lineItems !== undefined ? { line_items: lineItems } : {}),
    exposure: read.exposure && exact ? exposure : null,
  };
}

/** Which figures of an account rest on records that were all read; `subjects` are what a plan makes of them. */
export function figuresRead(
  accountId: string,
  live: LiveIndex,
  subjects: readonly Subject[] = [],
): { readonly campaigns: boolean; readonly lineItems: boolean; readonly exposure: boolean } {
  const campaigns = live.isComplete(accountId, 'campaign');
  const lineItems = live.isComplete(accountId, 'line_item');
  const parents = [
    ...live.all().map(({ accountId: account, kind, fields }) => ({ account, kind, fields })),
    ...subjects
      .filter(({ live: record }) => record !== undefined)
      .map((subject) => ({
        account: subject.accountId,
        kind: subject.kind.name,
        fields: valuesAfter(subject),
      })),
  ];
  const isHidden = parents.some(
    ({ account, kind, fields }) =>
      account === accountId &&
      spendingBeneath(kind).some(
        (child) => canSpendUnder(child, fields) && !live.isComplete(accountId, child.name),
      ),
  );
  // Nor can it be told on which days a campaign spends of whose line items only some were read.
  const isPartial = live.partialKinds(accountId).some((kind) => kindNamed(kind).spending !== undefined);
  return { campaigns, lineItems, exposure: campaigns && !isHidden && !isPartial };
}
