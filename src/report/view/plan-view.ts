import type { AccountBudget, Calendar, Plan, SpendingMeasure, Step } from '../../schemas/plan.ts';
import { calendarLine } from './calendar-line.ts';
import { type ChangeCount, changeCounts, changeCountsText } from './change-counts.ts';
import type { ChangeGroup } from './change-group.ts';
import { type AccountChanges, groupChanges, planTags } from './change-groups.ts';
import { type WorryingChange, worryingChanges } from './concern.ts';
import { countsOf } from './counts-of.ts';
import {
  type AccountFigures,
  type Amount,
  accountFigures,
  amountsIn,
  type CountFigure,
  campaignFigure,
  countFigure,
  nothingSpent,
} from './figures.ts';
import type { Phrase } from './phrase.ts';
import { policySentences } from './policy-words.ts';
import { type Refusals, refusalsOf } from './refusals.ts';
import {
  dayOfAmounts,
  otherDaysWords,
  othersWords,
  percentOfSpending,
  uncappedWords,
  unchangedWords,
} from './spending-words.ts';
import { stopSentences } from './stop-words.ts';
import { twinSentences } from './twin-words.ts';

/**
 * A plan as people read it, computed once: every format only lays it out. Addresses, names, places and other texts that
 * came from outside are as they came; a layout makes them safe for its form. The lines of changes are safe to print.
 */
export interface PlanView {
  readonly isDestroy: boolean;
  readonly paths: readonly string[];
  readonly version: string;
  readonly createdAt: string;
  readonly effect: string;
  readonly basis: Plan['basis'];
  /** How many changes do what; the same as text, or that there is nothing to change. */
  readonly counts: readonly ChangeCount[];
  readonly does: string;
  /** What it does not change: `37 unchanged, 3 unmanaged`. */
  readonly others: string;
  /** How many requests apply will send, as a sentence. */
  readonly sends: string;
  readonly requests: number;
  /** The requests by endpoint, in the order in which they first come. */
  readonly endpoints: readonly EndpointCount[];
  readonly refusals: Refusals;
  /** What it says of rules that the state remembers. */
  readonly policies: readonly Phrase[];
  /** What it says of records that are there twice. */
  readonly twins: readonly Phrase[];
  /** What it says of stops that stand. */
  readonly stops: readonly Phrase[];
  /** Requests that an earlier run left open, and what became of them. */
  readonly resolved: Plan['resolved'];
  /** What was asked for and cannot be done without what is excluded. */
  readonly leftOut: NonNullable<Plan['left_out']>;
  /** The consents as they are given on the command line, each with a note, empty for one that the plan needs. */
  readonly consents: readonly { readonly option: string; readonly note: string }[];
  readonly worries: readonly WorryingChange[];
  /** The figures of each account. */
  readonly accounts: readonly PlanFigures[];
  readonly changes: readonly AccountChanges[];
  /** The groups of all accounts, those with the worst changes first. */
  readonly worstFirst: readonly ChangeGroup[];
  /** Tags that changes bear, each with its number and how many bear it. */
  readonly tags: readonly { readonly title: string; readonly tag: number; readonly count: number }[];
}

/** How many requests go to one endpoint, and how many operations they hold. */
interface EndpointCount {
  readonly endpoint: string;
  readonly requests: number;
  readonly operations: number;
}

/** The figures of an account before and after a plan. */
export interface PlanFigures extends AccountFigures<PlanSpending> {
  readonly lineItems: CountFigure | undefined;
  /** True where anything changes in the account, the account itself, or a figure of it. */
  readonly isTouched: boolean;
  /** What can be spent day by day after the plan, by currency. */
  readonly days: readonly DaysLine[];
}

/** The days of a currency in words. */
interface DaysLine {
  readonly currency: string;
  readonly line: string;
  /** What the saved plan told otherwise; the days that both plans were made on. */
  readonly saved?: { readonly line: string; readonly on: string; readonly now: string };
}

/** What can be spent a day in one currency. */
export interface PlanSpending {
  readonly currency: string;
  readonly before: Amount;
  readonly after: Amount;
  /** The highest on the way. */
  readonly peak: Amount;
  readonly isChanged: boolean;
  readonly isHigherOnTheWay: boolean;
  /** Which day the amounts are of, and how it is told that they stay. */
  readonly day: ReturnType<typeof dayOfAmounts>;
  readonly unchanged: ReturnType<typeof unchangedWords>;
  readonly percent: string;
  /** The share of records that are not managed, what changes on other days, and what has no daily cap; empty for nothing. */
  readonly byOthers: Phrase;
  readonly elsewhere: Phrase;
  readonly uncapped: string;
  /** The days after the plan in words, and as numbers; left out where they are not known. */
  readonly line: string | undefined;
  readonly calendar: Calendar | undefined;
}

/**
 * The view of a plan. `everyField` gives every field of what is created a line; `saved` is the plan as it was saved, where
 * it is shown on another day: its days stand beside those that differ.
 */
export function planView(
  plan: Plan,
  { everyField = false, saved }: { readonly everyField?: boolean; readonly saved?: Plan | undefined } = {},
): PlanView {
  const { consents, unused_consents: unused = [], left_out: leftOut = [] } = plan;
  const changes = groupChanges(plan, everyField);
  const worstFirst = changes.flatMap(({ groups }) => groups).sort((left, right) => left.rank - right.rank);
  return {
    isDestroy: plan.command === 'destroy',
    paths: plan.paths,
    version: plan.adsync_version,
    createdAt: plan.created_at,
    effect: plan.effect,
    basis: plan.basis,
    counts: changeCounts(plan),
    does: plan.changes.length === 0 ? 'nothing to change' : changeCountsText(plan),
    others: othersText(plan),
    sends: sendsText(plan),
    requests: plan.steps.length,
    endpoints: endpointCounts(plan.steps),
    refusals: refusalsOf(plan.violations),
    policies: policySentences(plan),
    twins: twinSentences(plan),
    stops: stopSentences(plan),
    resolved: plan.resolved,
    leftOut,
    consents: consents.map(({ consent, address }) => ({
      // `*` stands for every address.
      option: `--${consent}${address === '*' ? '' : ` ${address}`}`,
      note: unused.some((each) => each.consent === consent && each.address === address)
        ? ' (this plan does not need it)'
        : '',
    })),
    worries: worryingChanges(plan),
    accounts: figuresOf(plan, new Set(changes.map(({ key }) => key)), saved),
    changes,
    worstFirst,
    tags: planTags.flatMap((title, tag) => {
      const count = worstFirst.reduce((sum, { tagged }) => sum + (tagged.get(tag) ?? 0), 0);
      return count === 0 ? [] : [{ title, tag, count }];
    }),
  };
}

function sendsText({ steps, violations }: Plan): string {
  if (steps.length === 0) return 'Apply sends no request: it changes the state only.';
  const requests = `${steps.length} request${steps.length === 1 ? '' : 's'}`;
  return violations.length === 0
    ? `Apply sends ${requests}.`
    : `Apply would send ${requests}, were it not refused.`;
}

function othersText({ summary }: Plan): string {
  const others = countsOf([
    [summary.unmanaged, 'unmanaged'],
    [summary.out_of_scope, 'out of scope'],
    [summary.unchecked, 'unchecked'],
  ]);
  return [`${summary.unchanged} unchanged`, ...others].join(', ');
}

function endpointCounts(steps: readonly Step[]): readonly EndpointCount[] {
  return [...Map.groupBy(steps, endpointOf)].map(([endpoint, own]) => ({
    endpoint,
    requests: own.length,
    operations: own.reduce((sum, step) => sum + step.operations.length, 0),
  }));
}

/** Method and path, with a word in place of the record's id. */
function endpointOf({ method, path, batch, operations }: Step): string {
  const id = operations[0]?.id ?? ':id';
  return `${method} ${!batch && path.endsWith(`/${id}`) ? `${path.slice(0, -id.length)}:id` : path}`;
}

function figuresOf(
  plan: Plan,
  changed: ReadonlySet<string>,
  saved: Plan | undefined,
): readonly PlanFigures[] {
  return accountFigures(plan.budget, spendingOf, (key, budget) => ({
    campaigns: budget.active_campaigns === null ? null : campaignFigure(counting(budget.active_campaigns)),
    lineItems:
      budget.line_items === undefined
        ? undefined
        : countFigure(counting(budget.line_items), 'active', 'line items active'),
    isTouched: changed.has(key) || isMoved(budget),
    days: daysLines(key, plan, saved),
  }));
}

function counting<Figure extends { readonly after: number }>(figure: Figure): Figure & { now: number } {
  return { ...figure, now: figure.after };
}

/** True where a figure is not what it was, or higher on the way. */
function isMoved({ active_campaigns: campaigns, line_items: lineItems, exposure }: AccountBudget): boolean {
  return [campaigns ?? [], lineItems ?? [], ...Object.values(exposure ?? {})]
    .flat()
    .some(({ before, after, peak }) => before !== after || peak > after);
}

/** One line for each currency whose days are known, with those of the saved plan where it told them otherwise. */
function daysLines(key: string, plan: Plan, saved: Plan | undefined): readonly DaysLine[] {
  const [now, then] = [daysIn(plan, key), saved === undefined ? undefined : daysIn(saved, key)];
  const currencies = new Set([...now.keys(), ...(then?.keys() ?? [])]);
  return [...currencies].map((currency) => {
    const [line, earlier] = [now.get(currency) ?? nothingSpent, then?.get(currency) ?? nothingSpent];
    if (saved === undefined || line === earlier) return { currency, line };
    const [on, today] = [saved.created_at.slice(0, 10), plan.created_at.slice(0, 10)];
    return { currency, line, saved: { line: earlier, on, now: today } };
  });
}

/** What can be spent day by day, by currency. */
function daysIn({ budget }: Plan, key: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(budget[key]?.exposure ?? {}).flatMap(([currency, measure]) => {
      const line = calendarLine(measure);
      return line === undefined ? [] : [[currency, line] as const];
    }),
  );
}

function spendingOf(measure: SpendingMeasure, currency: string): PlanSpending {
  const { before, after, peak, calendar } = measure;
  const amount = amountsIn(currency);
  const show = (micro: number): string => amount(micro).money;
  return {
    currency,
    before: amount(before),
    after: amount(after),
    peak: amount(peak),
    isChanged: before !== after,
    isHigherOnTheWay: peak > Math.max(before, after),
    day: dayOfAmounts(measure),
    unchanged: unchangedWords(measure),
    percent: percentOfSpending(measure),
    byOthers: othersWords(measure, show),
    elsewhere: otherDaysWords(measure, show),
    uncapped: uncappedWords(measure),
    line: calendarLine(measure),
    calendar,
  };
}
