import { randomUUID } from 'node:crypto';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Plan } from '../schemas/plan.ts';
import { currentHolder } from '../state/holder.ts';
import type { Lease } from '../state/store.ts';
import { type Context, note } from './context.ts';
import type { Session } from './session.ts';

const pollMs = 500;

/**
 * Takes the lock of every account of the run, trying again until `--lock-timeout` is over or the signal is aborted.
 * Throws ADSYNC_LOCK_HELD, ADSYNC_STATE_MISMATCH.
 */
export async function acquireLease(
  session: Session,
  command: Plan['command'],
  stop: AbortSignal,
): Promise<Lease> {
  const { store, document, context } = session;
  const accounts = session.bindings(await session.readState());
  const holder = currentHolder(randomUUID());
  const start = { accounts, document: document.digest, command };
  return await untilFree(context, stop, async () => await store.acquire(start, holder));
}

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
