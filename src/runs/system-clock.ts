import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../appliers/clock.ts';
import { systemNow } from '../diagnostics/system-now.ts';

/** The machine's time, in milliseconds. */
export const systemClock: Clock = {
  now: systemNow,
  monotonic: (): number => performance.now(),
  sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
