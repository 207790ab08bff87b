import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../appliers/clock.ts';
import { systemNow } from '../diagnostics/system-now.ts';

/** The machine's time, in milliseconds. A moment that has passed is waited for no longer. */
export const systemClock: Clock = {
  now: systemNow,
  monotonic: (): number => performance.now(),
  sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
    await delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal });
  },
};
