import type { Calendar } from '../../schemas/plan.ts';
import type { Commitment } from './commitment.ts';
import type { DaySums } from './day-sums.ts';
import { dayText } from './days.ts';

const nothing: Commitment = { amount: 0, until: Number.POSITIVE_INFINITY, tooLarge: 0 };

/** The first day on which most can be spent, by its number. */
export function firstHighest(sums: DaySums): number {
  const highest = sums.highest();
  return Math.min(...sums.days.filter((day) => sums.amountOn(day) === highest));
}

/**
 * What can be spent day by day before and after a plan, in micro units; both sums have the same days. `today` is the
 * number of the first of them, `committed` what can still be spent in all afterwards.
 */
export function calendarOf(
  today: number,
  before: DaySums,
  after: DaySums,
  { amount, until }: Commitment = nothing,
): Calendar {
  const highest = after.highest();
  const days = after.days.map((day) => ({
    from: dayText(day),
    before: before.amountOn(day),
    after: after.amountOn(day),
  }));
  return {
    today: after.amountOn(today),
    highest,
    highest_on: highest === 0 ? null : dayText(firstHighest(after)),
    committed: Number.isSafeInteger(amount) ? amount : null,
    ...(Number.isFinite(amount) && !Number.isSafeInteger(amount) ? { committed_too_large: true } : {}),
    until: Number.isFinite(until) ? dayText(until - 1) : null,
    days: days.filter((day, index) => {
      const earlier = days[index - 1];
      return earlier === undefined || earlier.before !== day.before || earlier.after !== day.after;
    }),
  };
}
