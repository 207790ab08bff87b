import type { Clock } from './clock.ts';
import { startStopwatch } from './stopwatch.ts';

/** The platform's time, carried on between its answers by the local clock. */
export interface PlatformTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes the `Date` of an answer, in milliseconds since 1970. */
  note(date: number): void;
}

/**
 * Starts from the `Date` of the latest answer; a wrong local clock counts only in the differences that it measures.
 * Never goes back: an answer may have been long under way.
 */
export function platformTime(clock: Pick<Clock, 'now' | 'monotonic'>, date: number): PlatformTime {
  let last = date;
  let passedMs = startStopwatch(clock);
  const now = (): number => last + passedMs();
  return {
    now,
    note: (date) => {
      last = Math.max(now(), date);
      passedMs = startStopwatch(clock);
    },
  };
}
