import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/appliers/clock.ts';
import { systemClock } from '../../src/runs/system-clock.ts';

/**
 * Time that waiting moves at once, the platform's with it by `advance`, in milliseconds; what happens meanwhile in real
 * time gets a moment for that.
 */
export function waitingClock(advance: (ms: number) => Promise<void>): Clock {
  let waited = 0;
  return {
    now: () => Date.now() + waited,
    monotonic: () => performance.now() + waited,
    sleep: async (ms) => {
      waited += ms;
      await delay(Math.min(ms, 60));
      await advance(ms);
    },
  };
}

/** The same, but for what a signal can end: that bounds something which happens in real time. */
export function clockWithoutWaits(advance: (ms: number) => Promise<void>): Clock {
  const waiting = waitingClock(advance);
  return {
    ...waiting,
    sleep: async (ms, signal) =>
      await (signal === undefined ? waiting.sleep(ms) : systemClock.sleep(ms, signal)),
  };
}
