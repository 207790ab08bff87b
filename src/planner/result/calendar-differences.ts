import type { Calendar } from '../../schemas/plan.ts';
import { type Difference, differing } from './difference.ts';

type What = Omit<Difference, 'earlier' | 'now'>;
type Day = Calendar['days'][number];

const noEnd = 'without an end';

/** In what two calendars of one currency differ: the first day on which they do, and what is committed. */
export function calendarDifferences(
  what: What,
  then: Calendar | undefined,
  now: Calendar | undefined,
): readonly Difference[] {
  const about = (field: string): What => ({ ...what, field: `${what.field} ${field}` });
  if (then === undefined || now === undefined)
    return differing({ ...about('day by day'), currency: null }, told(then), told(now));
  return [
    ...dayDifferences(what, then, now),
    ...differing({ ...what, field: 'committed after the plan' }, committedOf(then), committedOf(now)),
    ...differing({ ...about('committed until'), currency: null }, lastDayOf(then), lastDayOf(now)),
  ];
}

/** Micro units, or why there is no such amount. */
function committedOf({ committed, committed_too_large: isTooLarge }: Calendar): number | string {
  return committed ?? (isTooLarge === true ? 'more than adsync can count' : noEnd);
}

function lastDayOf({ committed, until }: Calendar): string {
  return until ?? (committed === 0 ? 'no day' : noEnd);
}

function told(calendar: Calendar | undefined): string {
  return calendar === undefined ? 'not told' : 'told';
}

/** The first day on which the figures differ. */
function dayDifferences(what: What, then: Calendar, now: Calendar): readonly Difference[] {
  const days = [...then.days, ...now.days].map(({ from }) => from);
  const differences = days.sort().map((day) => {
    const [left, right] = [figuresOn(then, day), figuresOn(now, day)];
    return [
      ...differing({ ...what, field: `live spending on ${day}` }, left.before, right.before),
      ...differing({ ...what, field: `spending on ${day} after the plan` }, left.after, right.after),
    ];
  });
  return differences.find((each) => each.length > 0) ?? [];
}

/** Before the first day of a calendar nothing can be spent. */
function figuresOn({ days }: Calendar, day: string): Omit<Day, 'from'> {
  return days.findLast(({ from }) => from <= day) ?? { before: 0, after: 0 };
}
