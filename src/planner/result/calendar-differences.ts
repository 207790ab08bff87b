import type { Calendar } from '../../schemas/plan.ts';
import { type Difference, differing } from './difference.ts';

type What = Omit<Difference, 'earlier' | 'now'>;
type Day = Calendar['days'][number];

/**
 * The first day of a calendar that was made some days after another one; `undefined` where both begin on the same day.
 * `today` is the day of the later plan, for a calendar without a day on which anything can be spent.
 */
export function laterFrom(
  then: Calendar | undefined,
  now: Calendar | undefined,
  today: string,
): string | undefined {
  const [first] = then?.days ?? [];
  if (first === undefined || now === undefined) return undefined;
  const { from, after } = now.days[0] ?? { from: today, after: 0 };
  // A calendar that begins with a later day than its own today does not tell how many days have passed.
  return from > first.from && after === now.today ? from : undefined;
}

/**
 * In what two calendars of one currency differ from the day `later` on; all in all where that is `undefined`. Of days
 * that have passed, only the total may have gone down.
 */
export function calendarDifferences(
  what: What,
  then: Calendar | undefined,
  now: Calendar | undefined,
  later: string | undefined,
): readonly Difference[] {
  const about = (field: string): What => ({ ...what, field: `${what.field} ${field}` });
  if (then === undefined || now === undefined)
    return differing({ ...about('day by day'), currency: null }, told(then), told(now));
  return [
    ...dayDifferences(what, then, now, later),
    ...differing(about('committed'), committedThen(then, now, later), now.committed),
    ...differing({ ...about('committed until'), currency: null }, untilThen(then, later), now.until),
  ];
}

function told(calendar: Calendar | undefined): string {
  return calendar === undefined ? 'not told' : 'told';
}

/** What was committed then, less what the days that have passed took of it. */
function committedThen({ committed }: Calendar, now: Calendar, later: string | undefined): number | null {
  const isLess = committed !== null && now.committed !== null && now.committed < committed;
  return later !== undefined && isLess ? now.committed : committed;
}

function untilThen({ until }: Calendar, later: string | undefined): string | null {
  return until !== null && later !== undefined && until < later ? null : until;
}

/** The first day on which the figures differ. */
function dayDifferences(
  what: What,
  then: Calendar,
  now: Calendar,
  later: string | undefined,
): readonly Difference[] {
  const named = [...then.days, ...now.days].map(({ from }) => from);
  const days = later === undefined ? named : [later, ...named.filter((day) => day > later)];
  const differences = days.sort().map((day) => {
    const [left, right] = [figuresOn(then, day), figuresOn(now, day)];
    return [
      ...differing({ ...what, field: `${what.field} on ${day} before` }, left.before, right.before),
      ...differing({ ...what, field: `${what.field} on ${day} after` }, left.after, right.after),
    ];
  });
  return differences.find((each) => each.length > 0) ?? [];
}

/** Before the first day of a calendar nothing can be spent. */
function figuresOn({ days }: Calendar, day: string): Omit<Day, 'from'> {
  return days.findLast(({ from }) => from <= day) ?? { before: 0, after: 0 };
}
