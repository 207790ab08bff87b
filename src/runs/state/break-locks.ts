import { randomUUID } from 'node:crypto';
import { currentHolder } from '../../state/holder.ts';
import type { Lock } from '../../state/store.ts';
import type { Run } from '../run.ts';
import { withState } from './edit-state.ts';

/** The locks of the accounts of the run, taken away once `confirm` returns. Throws what `confirm` throws. */
export async function breakLocks(
  run: Run,
  confirm: (locks: readonly Lock[]) => Promise<void>,
): Promise<readonly Lock[]> {
  const all = await withState(run, 'read', async (store) => await store.locks());
  const { account } = run;
  const locks = all.filter(
    ({ accountKey, accountId }) => account === undefined || [accountKey, accountId].includes(account),
  );
  if (locks.length === 0) return [];
  await confirm(locks);
  const by = currentHolder(randomUUID());
  await withState(run, 'write', async (store) => await store.breakLocks(locks, by));
  return locks;
}
