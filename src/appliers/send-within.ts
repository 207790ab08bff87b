import type { Clock } from './clock.ts';
import { startStopwatch } from './stopwatch.ts';

/**
 * How soon after its intent a request is sent, in milliseconds, or not at all: whoever finds the intent open can tell
 * from it when the request may have gone out at the latest.
 */
export function sendWithinMs(timeoutMs: number): number {
  return Math.min(2000, timeoutMs);
}

/** The time in which the request of an intent may be sent. */
export interface SendingTime {
  /** Whether it still lasts. */
  readonly lasts: () => boolean;
  /** Whether it was found to be over: by a wait for the platform's pace, or because the process stood still. */
  readonly isOver: boolean;
}

/** Begins with the intent's record. */
export function sendingTime(clock: Clock, timeoutMs: number): SendingTime {
  const passedMs = startStopwatch(clock);
  let isOver = false;
  return {
    lasts: () => {
      isOver ||= passedMs() > sendWithinMs(timeoutMs);
      return !isOver;
    },
    get isOver() {
      return isOver;
    },
  };
}
