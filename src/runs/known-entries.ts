import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Run } from './run.ts';
import { hostClass } from './settings.ts';
import { withState } from './state/edit-state.ts';

/**
 * What the state knows of the platform of the run, for a use that goes on without it: a state that cannot be read is a
 * remark.
 */
export async function knownEntries(run: Run): Promise<readonly StateEntry[]> {
  try {
    const { entries, bindings } = await withState(run, 'read', async (store) => await store.read());
    const host = hostClass(run.addresses.ads);
    const here = new Set(bindings.filter((each) => each.host === host).map((each) => each.accountId));
    return entries.filter(({ accountId }) => here.has(accountId));
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    run.frontend.note(`The state is not used, for it cannot be read: ${error.message}`);
    return [];
  }
}
