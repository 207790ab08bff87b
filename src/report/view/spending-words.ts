import { formatMoney } from '../../schemas/micro-units.ts';
import type { Calendar, SpendingMeasure } from '../../schemas/plan.ts';
import { percentBetween } from '../show-value.ts';
import { code, type Phrase, plain } from './phrase.ts';

/**
 * Which day the amounts of a measure are of: `a day` where every day from today on is like today, or lower, and the
 * amounts tell all that a plan changes.
 */
export function dayOfAmounts(measure: SpendingMeasure): 'a day' | 'on the highest day' {
  const { calendar } = measure;
  if (calendar === undefined) return 'a day';
  if (changeElsewhere(measure) !== undefined) return 'on the highest day';
  const todayBefore = calendar.days[0]?.before ?? 0;
  const risesBefore = calendar.days.some(({ before }) => before > todayBefore);
  return risesBefore || calendar.today !== calendar.highest ? 'on the highest day' : 'a day';
}

/** `+17.5 %` from before to after; empty where something without a daily cap makes the one or the other unbounded. */
export function percentOfSpending(measure: SpendingMeasure): string {
  const { before, after, uncapped, uncapped_before: uncappedBefore = 0 } = measure;
  return uncapped + uncappedBefore === 0 ? percentBetween(before, after) : '';
}

/** How many things have no daily cap, or none that can be counted. */
interface Uncapped {
  readonly uncapped: number;
  readonly uncapped_before?: number | undefined;
  readonly too_large?: number | undefined;
}

/** How many things have no daily cap, before and after where that differs; empty where all have one that is counted. */
export function uncappedWords({
  uncapped,
  uncapped_before: before = uncapped,
  too_large: tooLarge = 0,
}: Uncapped): string {
  if (uncapped === 0 && before === 0) return '';
  const step = `${before === uncapped ? '' : `${before} → `}${uncapped}`;
  if (tooLarge === 0) return `${step} without a daily cap`;
  const isAll = tooLarge === uncapped && before === uncapped;
  return isAll
    ? `${step} with a daily cap too large to count`
    : `${step} without a daily cap, or with one too large to count`;
}

/**
 * What a plan changes on other days while the highest day does not rise: the first on which more has no daily cap, the day
 * that rises most, or that others fall;
 * empty where the amounts of the highest day tell it. `show` gives an amount its currency.
 */
export function otherDaysWords(measure: SpendingMeasure, show: (amount: number) => string): Phrase {
  const change = changeElsewhere(measure);
  const uncapped = uncappedElsewhere(measure);
  if (uncapped !== undefined)
    return [plain(`but ${uncapped.before} → ${uncapped.after} without a daily cap on ${uncapped.from}`)];
  if (change === undefined) return [];
  if (change === 'less') return [plain('less on other days')];
  return [
    plain(`but ${formatMoney(change.before)} → `),
    code(show(change.after)),
    plain(` on ${change.from}`),
  ];
}

/**
 * How much of the amounts is by records that neither the document nor the state knows; empty where it is nothing. `show`
 * gives an amount its currency.
 */
export function othersWords({ others }: SpendingMeasure, show: (amount: number) => string): Phrase {
  if (others === undefined) return [];
  const { before, after } = others;
  const step = before === after ? '' : `${formatMoney(before)} → `;
  return [plain(`of which ${step}`), code(show(after)), plain(' by others')];
}

/** How a figure that does not change is told: `as before` only where no day changes. */
export function unchangedWords(measure: SpendingMeasure): 'as before' | 'before and after' {
  const isSame = changeElsewhere(measure) === undefined && uncappedElsewhere(measure) === undefined;
  return isSame ? 'as before' : 'before and after';
}

/** The first day on which more has no daily cap, where the number of all such things does not rise. */
function uncappedElsewhere({
  uncapped,
  uncapped_before: before = uncapped,
  uncapped_days: days = [],
}: SpendingMeasure): Calendar['days'][number] | undefined {
  return uncapped > before ? undefined : days.find((each) => each.after > each.before);
}

function changeElsewhere({
  before,
  after,
  calendar,
}: SpendingMeasure): Calendar['days'][number] | 'less' | undefined {
  if (calendar === undefined || after > before) return undefined;
  const [most] = calendar.days
    .filter((day) => day.after > day.before)
    .sort((a, b) => b.after - b.before - (a.after - a.before));
  if (most !== undefined) return most;
  const isLess = after === before && calendar.days.some((day) => day.after < day.before);
  return isLess ? 'less' : undefined;
}
