import { type Fields, textIn } from '../value.ts';

/** A stretch of time: from the second `from` up to and without the second `to`, in seconds since 1970. */
export interface Span {
  readonly from: number;
  /** Infinity for one without end. */
  readonly to: number;
}

const secondsOfDay = 86_400;

/** Every instant that a sandbox can be set to. */
export const always: Span = { from: 0, to: Number.POSITIVE_INFINITY };

/** The day of UTC (`YYYY-MM-DD`) of an instant in seconds since 1970. */
export function dayOf(instant: number): string {
  return new Date(instant * 1000).toISOString().slice(0, 10);
}

/**
 * When a line item can spend; undefined for an empty flight. It begins with the day of `start_time`, since all of a day
 * counts that the flight touches: then a day counts exactly if its first instant, or now, is within the span.
 */
export function flightOf(lineItem: Fields): Span | undefined {
  const start = secondsIn(lineItem, 'start_time') ?? always.from;
  const to = secondsIn(lineItem, 'end_time') ?? always.to;
  return start < to ? { from: start - (start % secondsOfDay), to } : undefined;
}

/** The spans put together: sorted, and apart from each other. */
export function unionOf(spans: readonly Span[]): readonly Span[] {
  const union: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = union.at(-1);
    if (last === undefined || last.to < span.from) union.push(span);
    else union[union.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return union;
}

function secondsIn(fields: Fields, name: string): number | undefined {
  const time = textIn(fields, name);
  return time === null ? undefined : Date.parse(time) / 1000;
}
