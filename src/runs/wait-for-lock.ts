import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Run } from './run.ts';

const pollMs = 500;

/** Tries to take locks until the run's time for that is over or the run is interrupted. Throws ADSYNC_LOCK_HELD. */
export async function waitForLock<T>(
  { clock, lockTimeoutMs, signal, frontend }: Run,
  take: () => Promise<T>,
): Promise<T> {
  const giveUpAt = clock.now() + lockTimeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await take();
    } catch (error) {
      const held = error instanceof AdsyncError && error.code === 'ADSYNC_LOCK_HELD';
      const left = giveUpAt - clock.now();
      if (!held || left <= 0 || signal.aborted) throw error;
      if (attempt === 1) frontend.note(`Waiting for the lock: ${error.message}`);
      await clock.sleep(Math.min(pollMs, left));
    }
  }
}
