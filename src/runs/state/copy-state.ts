import { randomUUID } from 'node:crypto';
import { copyState } from '../../state/copy-state.ts';
import { currentHolder } from '../../state/holder.ts';
import type { Run } from '../run.ts';
import { stateUrlWithin } from '../settings.ts';
import { waitForLock } from '../wait-for-lock.ts';

/** Copies a state from one place to another, and says what was copied. Throws ADSYNC_LOCK_HELD. */
export async function copyBetween(run: Run, from: string, to: string): ReturnType<typeof copyState> {
  const holder = currentHolder(randomUUID());
  const request = { from: stateUrlWithin(run.cwd, from), to: stateUrlWithin(run.cwd, to), holder };
  return await waitForLock(run, async () => await copyState(request));
}
