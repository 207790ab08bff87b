import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Run } from '../run.ts';
import { limitSnapshot } from '../scope.ts';
import { withState } from './edit-state.ts';

/** The entries of the state by address, of the account of the run; needs neither document nor platform. */
export async function readEntries(
  run: Pick<Run, 'stateUrl' | 'account' | 'frontend'>,
): Promise<readonly StateEntry[]> {
  return await withState(
    run,
    'read',
    async (store) => limitSnapshot(await store.read(), run.account).entries,
  );
}
