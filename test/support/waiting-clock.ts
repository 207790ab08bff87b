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

/**
 * The same in whole seconds, as the sandbox counts them, but for what a signal can end: that bounds something which happens
 * in real time.
 */
export function clockWithoutWaits(advance: (seconds: number) => Promise<void>): Clock {
  const waiting = waitingClock(async (ms) => await advance(ms / 1000));
  return {
    ...waiting,
    sleep: async (ms, signal) => {
      if (signal === undefined) await waiting.sleep(Math.ceil(ms / 1000) * 1000);
      else await systemClock.sleep(ms, signal);
    },
  };
}
