import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';
import type { Run } from './run.ts';
import { hostClass } from './settings.ts';
import { withState } from './state/edit-state.ts';

/**
 * The accounts that the state knows on the platform of the run. For runs that only look at the platform: a state that
 * cannot be read is a remark, and as good as an empty one.
 */
export async function knownAccounts(run: Run): Promise<readonly Binding[]> {
  const host = hostClass(run.addresses.ads);
  try {
    const { bindings } = await withState(run, 'read', async (store) => await store.read());
    return bindings.filter((binding) => binding.host === host);
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    run.frontend.note(`The state is not used, for it cannot be read: ${error.message}`);
    return [];
  }
}
