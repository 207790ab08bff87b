import type { AccountBudget, Plan } from '../../schemas/plan.ts';
import { calendarDifferences } from './calendar-differences.ts';
import { type Difference, differing, keysOf } from './difference.ts';

type Exposed = NonNullable<AccountBudget['exposure']>[string];
type What = Omit<Difference, 'earlier' | 'now'>;

const none: Exposed = { before: 0, after: 0, peak: 0, uncapped: 0 };

/**
 * In what the figures of two plans differ, account by account: counts with their limits, and exposure in every currency
 * before, after, at the peak and day by day. Both plans have to be counted from the same moment.
 */
export function figureDifferences(then: Plan, now: Plan): readonly Difference[] {
  const [left, right] = [new Map(Object.entries(then.budget)), new Map(Object.entries(now.budget))];
  return keysOf(left, right).flatMap((address) => {
    const [before, after] = [left.get(address), right.get(address)];
    if (before === undefined || after === undefined)
      return differing({ address, field: 'figures', currency: null }, told(before), told(after));
    return [
      ...countDifferences(address, before, after),
      ...exposureDifferences(address, before.exposure, after.exposure),
    ];
  });
}

// Accounts differ in whether paused ones count.
const countWords = { active_campaigns: 'campaigns', line_items: 'line items' } as const;
/** Amounts say their currency themselves. */
const spendingWords = {
  before: 'live spending a day',
  after: 'spending a day after the plan',
  peak: 'spending a day at most on the way',
};

function told(figures: object | null | undefined): string {
  return figures === undefined || figures === null ? 'not counted' : 'counted';
}

function countDifferences(address: string, then: AccountBudget, now: AccountBudget): readonly Difference[] {
  return (['active_campaigns', 'line_items'] as const).flatMap((name) => {
    const [before, after] = [then[name] ?? null, now[name] ?? null];
    const field = `${countWords[name]} under the limit`;
    const what = { address, field, currency: null };
    if (before === null || after === null) return differing(what, told(before), told(after));
    const words = {
      before: `live ${field}`,
      after: `${field} after the plan`,
      peak: `${field} at most on the way`,
    };
    return [
      ...measureDifferences(what, words, before, after),
      ...differing({ ...what, field: `limit of ${countWords[name]}` }, before.limit, after.limit),
    ];
  });
}

/** Before, after and at the peak, with the words for each. */
function measureDifferences(
  what: What,
  words: Readonly<Record<'before' | 'after' | 'peak', string>>,
  then: Omit<Exposed, 'uncapped'>,
  now: Omit<Exposed, 'uncapped'>,
): readonly Difference[] {
  return [
    ...differing({ ...what, field: words.before }, then.before, now.before),
    ...differing({ ...what, field: words.after }, then.after, now.after),
    ...differing({ ...what, field: words.peak }, then.peak, now.peak),
  ];
}

function exposureDifferences(
  address: string,
  then: AccountBudget['exposure'],
  now: AccountBudget['exposure'],
): readonly Difference[] {
  if (then === null || now === null)
    return differing({ address, field: 'spending a day', currency: null }, told(then), told(now));
  const [left, right] = [new Map(Object.entries(then)), new Map(Object.entries(now))];
  return keysOf(left, right).flatMap((currency) =>
    exposureDifferencesIn(
      { address, field: `spending ${currency}`.trimEnd(), currency },
      left.get(currency) ?? none,
      right.get(currency) ?? none,
    ),
  );
}

function exposureDifferencesIn(what: What, then: Exposed, now: Exposed): readonly Difference[] {
  return [
    ...measureDifferences(what, spendingWords, then, now),
    ...differing(
      { ...what, field: `${what.field} without a daily cap after the plan`, currency: null },
      then.uncapped,
      now.uncapped,
    ),
    ...calendarDifferences(what, then.calendar, now.calendar),
  ];
}
