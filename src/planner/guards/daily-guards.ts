import { counted } from '../../diagnostics/counted.ts';
import type { Share } from '../../schemas/desired.ts';
import type { Violation } from '../../schemas/plan.ts';
import { shareOf } from '../../schemas/share-of.ts';
import { type CountedBudget, type CountedSpending, figuresRead, isExact } from '../exposure/figures.ts';
import { amountText } from './amount-text.ts';
import { currencyChanges } from './currency-changes.ts';
import { type GuardInput, violation } from './guard.ts';
import { boundless } from './raise-guards.ts';
import { raisesUnread } from './unread-spending.ts';

type AccountFigures = GuardInput['budgets'][number];

function exactExposure({ exposure }: CountedBudget): readonly (readonly [string, CountedSpending])[] {
  return Object.entries(exposure).filter(([, figure]) => isExact(figure));
}

/** What can be spent on a day, and on all after it until the next one of its calendar; micro units. */
type Day = CountedSpending['calendar']['days'][number];

/** Of the days that a plan raises and a rule does not allow, the one on which most can be spent. */
function worstDay({ calendar }: CountedSpending, isRefused: (day: Day) => boolean): Day | undefined {
  const refused = calendar.days.filter((day) => day.after > day.before && isRefused(day));
  return refused.sort((a, b) => b.after - a.after)[0];
}

/** A plan that raises what cannot be counted exactly would be bounded by guesses. */
export function uncountable({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap(({ account, budget, claims }) =>
    Object.entries(budget.exposure).flatMap(([currency, figure]) => {
      if (isExact(figure) || !claims.has(`exposure ${currency}`)) return [];
      const most = amountText(Number.MAX_SAFE_INTEGER, currency);
      const message = `the account could spend more than ${most} a day, beyond which amounts are not counted exactly`;
      return [
        violation('uncountable', account.key, message, 'Lower budgets; a plan that raises none passes.', {
          limit: Number.MAX_SAFE_INTEGER,
        }),
      ];
    }),
  );
}

/**
 * On no day may the account spend more than the policy says, and nothing without a bound may come. A plan that raises no
 * day above the limit passes, whatever can be spent on other days; where the figure was not read, one that cannot raise
 * it.
 */
export function maxDailyBudget(input: GuardInput): readonly Violation[] {
  return input.budgets.flatMap((each) => {
    const { account, budget } = each;
    const limit = input.policyOf(account.id).maxDailyBudget;
    if (limit === undefined) return [];
    const rule = {
      name: 'max_daily_budget',
      limit,
      remedy: 'Lower budgets, or raise policy.max_daily_budget.',
    };
    const figures = exactExposure(budget).flatMap(([currency, figure]) => {
      const day = worstDay(figure, ({ after }) => after > limit);
      if (day === undefined) return [];
      const when =
        figure.after > figure.before ? 'a day' : `on ${day.from}, ${amountText(day.before, currency)} now`;
      const message = `the account could spend ${amountText(day.after, currency)} ${when}; the policy allows ${amountText(limit, currency)}`;
      return [refusal(each, rule, message, day.after)];
    });
    return [...unknownRise(input, each, rule), ...uncappedRise(each, rule), ...figures];
  });
}

/**
 * What the account can spend on its highest day, and on each day on which it spends already, may rise by so much over
 * what is live. From nothing at all a share says nothing, unless what is spent in one currency is to be spent in another;
 * nothing without a bound may come.
 */
export function maxDailyBudgetIncrease(input: GuardInput): readonly Violation[] {
  return input.budgets.flatMap((each) => {
    const { account, budget } = each;
    const share = input.policyOf(account.id).maxDailyBudgetIncrease;
    if (share === undefined) return [];
    const remedy = 'Raise budgets in smaller steps, or raise policy.max_daily_budget_increase.';
    const rule = { name: 'max_daily_budget_increase', limit: 0, remedy };
    const changed = currencyChanges(input, each);
    const figures = exactExposure(budget).flatMap(([currency, figure]) => {
      const isTooMuch = (rise: Rise): boolean =>
        rise.before === 0
          ? rise.after > 0 && changed.has(currency)
          : rise.after - rise.before > allowedRise(share, rise);
      if (isTooMuch(figure)) return [refusedRise(each, rule, share, { ...figure, currency })];
      const day = worstDay(figure, isTooMuch);
      return day === undefined ? [] : [refusedRise(each, rule, share, { ...day, currency })];
    });
    return [...unknownRise(input, each, rule), ...uncappedRise(each, rule), ...figures];
  });
}

/** What can be spent a day before and after, in micro units; `from` is the day, where it is not the highest one. */
type Rise = Pick<Day, 'before' | 'after'> & Partial<Day>;

function allowedRise(share: Share, { before }: Rise): number {
  return shareOf(share, before, 1_000_000);
}

function refusedRise(
  each: AccountFigures,
  rule: Rule,
  share: Share,
  rise: Rise & { readonly currency: string },
): Violation {
  const { before, after, from, currency } = rise;
  const spending = from === undefined ? 'daily spending' : `spending on ${from}`;
  const number = after - before;
  if (before === 0) {
    const message = `the account's ${spending} would change to another currency and rise from nothing to ${amountText(after, currency)}: how much that is beside what it spends now is not known`;
    return refusal(each, rule, message, number);
  }
  const limit = allowedRise(share, rise);
  const message = `the account's ${spending} would rise by ${amountText(number, currency)}; the policy allows ${amountText(limit, currency)}`;
  return refusal(each, { ...rule, limit }, message, number);
}

interface Rule {
  readonly name: string;
  readonly limit: number;
  readonly remedy: string;
}

function refusal(
  { account }: AccountFigures,
  { name, limit, remedy }: Rule,
  message: string,
  number: number,
): Violation {
  return violation(name, account.key, message, remedy, { number, limit, override: `--override ${name}` });
}

/**
 * What has no bound spends more than any bound, so that more of it is a rise beyond every limit: more in all, be it on
 * other days than before, or more on one day.
 */
function uncappedRise(each: AccountFigures, rule: Rule): readonly Violation[] {
  return Object.entries(each.budget.exposure).flatMap(([currency, figure]) => {
    const { uncapped, uncapped_days: days = [] } = figure;
    const before = each.before.counts.get(`uncapped ${currency}`) ?? 0;
    const rises = [
      { count: uncapped, when: '', before },
      ...days.map((day) => ({ count: day.after, when: ` on ${day.from}`, before: day.before })),
    ];
    const rise = rises.find((one) => one.count > one.before);
    if (rise === undefined) return [];
    const spending = `${counted(rise.count, 'resource')} could spend ${currency} without a daily bound${rise.when}, ${rise.before} now`;
    const message = `${spending}; the policy bounds what is spent`;
    const remedy = 'Give each a daily budget.';
    return [refusal(each, { ...rule, remedy }, message, boundless)];
  });
}

/** A figure that was not read bounds nothing: refused is what could raise it. */
function unknownRise(input: GuardInput, each: AccountFigures, rule: Rule): readonly Violation[] {
  const { account } = each;
  if (figuresRead(account.id, input.live, input.subjects).exposure || !raisesUnread(input, each)) return [];
  const message =
    'what the account can spend a day is not known, as not everything that can spend was read; the policy bounds it';
  const remedy = 'Run the command again. To accept it is to go on without the figure.';
  return [refusal(each, { ...rule, remedy }, message, boundless)];
}
