import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/appliers/clock.ts';

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
