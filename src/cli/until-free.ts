import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Context, note } from './context.ts';

const pollMs = 500;

/** Tries to take locks until `--lock-timeout` is over or the signal is aborted. Throws ADSYNC_LOCK_HELD. */
export async function untilFree<T>(context: Context, stop: AbortSignal, take: () => Promise<T>): Promise<T> {
  const giveUpAt = context.io.clock.now() + context.globals.lockTimeout;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await take();
    } catch (error) {
      const held = error instanceof AdsyncError && error.code === 'ADSYNC_LOCK_HELD';
      const left = giveUpAt - context.io.clock.now();
      if (!held || left <= 0 || stop.aborted) throw error;
      if (attempt === 1) note(context, `Waiting for the lock: ${error.message}`);
      await context.io.clock.sleep(Math.min(pollMs, left));
    }
  }
}
