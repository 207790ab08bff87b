import type { Kind } from '../../schemas/define-kind.ts';
import { momentOf, timeAt } from '../../schemas/times.ts';
import type { Value, Values } from '../../schemas/values.ts';

const dayMs = 86_400_000;

/** Days of UTC, counted from 1970-01-01; `to` is the first day after them, infinite where they have no end. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The number of the day of UTC that holds a moment, given in milliseconds since 1970. */
export function dayAt(milliseconds: number): number {
  return Math.floor(milliseconds / dayMs);
}

/** The text of a day, `2026-12-01`, from its number. */
export function dayText(day: number): string {
  return timeAt(day * dayMs).slice(0, 10);
}

/** Every day from the day of a moment on; the moment in milliseconds since 1970. */
export function everyDayFrom(nowMs: number): DaySpan {
  return { from: dayAt(nowMs), to: Number.POSITIVE_INFINITY };
}

/**
 * The days from now on on which something can spend between two times in normal form; no start means always, no end
 * means without end. `undefined` where no such day is left: a flight that is over spends nothing.
 */
export function flightDays(
  start: Value | undefined,
  end: Value | undefined,
  nowMs: number,
): DaySpan | undefined {
  const startMs = typeof start === 'string' ? momentOf(start) : Number.NEGATIVE_INFINITY;
  const endMs = typeof end === 'string' ? momentOf(end) : Number.POSITIVE_INFINITY;
  if (endMs <= nowMs || endMs <= startMs) return undefined;
  return { from: dayAt(Math.max(startMs, nowMs)), to: dayAt(endMs - 1) + 1 };
}

/**
 * The days from now on on which a record of the kind can spend by its own flight, none or one span; every day for a kind
 * without a flight. Fields by wire name.
 */
export function ownDays({ spending }: Kind, fields: Values, nowMs: number): readonly DaySpan[] {
  const flight = spending?.flight;
  if (flight === undefined) return [everyDayFrom(nowMs)];
  const days = flightDays(fields[flight.start], fields[flight.end], nowMs);
  return days === undefined ? [] : [days];
}

/** The days of several spans, each once: in order, with a gap between any two. */
export function joined(spans: Iterable<DaySpan>): readonly DaySpan[] {
  const result: DaySpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || last.to < span.from) result.push(span);
    else result.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
  }
  return result;
}

/** How many days spans that do not overlap hold; infinite where one has no end. */
export function countDays(spans: readonly DaySpan[]): number {
  return spans.reduce((total, { from, to }) => total + to - from, 0);
}
