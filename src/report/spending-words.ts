import type { SpendingMeasure } from '../schemas/plan.ts';
import { percentBetween } from './show-value.ts';

/** Which day the amounts of a measure are of: `a day` where every day from today on is like today, or lower. */
export function dayOfAmounts({ calendar }: SpendingMeasure): 'a day' | 'on the highest day' {
  if (calendar === undefined) return 'a day';
  const todayBefore = calendar.days[0]?.before ?? 0;
  const risesBefore = calendar.days.some(({ before }) => before > todayBefore);
  return risesBefore || calendar.today !== calendar.highest ? 'on the highest day' : 'a day';
}

/** `+17.5 %` from before to after; empty where something without a daily cap makes the one or the other unbounded. */
export function percentOfSpending(measure: SpendingMeasure): string {
  const { before, after, uncapped, uncapped_before: uncappedBefore = 0 } = measure;
  return uncapped + uncappedBefore === 0 ? percentBetween(before, after) : '';
}

/** How many things have no daily cap, before and after where that differs; empty where all have one. */
export function uncappedWords({ uncapped, uncapped_before: before = uncapped }: SpendingMeasure): string {
  if (uncapped === 0 && before === 0) return '';
  return `${before === uncapped ? '' : `${before} → `}${uncapped} without a daily cap`;
}
