import type { RememberedPolicy, StateEntry } from '../../schemas/state-entry.ts';
import type { Run } from '../run.ts';
import { limitSnapshot } from '../scope.ts';
import { withState } from './edit-state.ts';

/** The state's entry at an address. */
interface Known {
  readonly entry: StateEntry | undefined;
  /** The policy of the last apply that read one, where the address is an account's. */
  readonly policy: RememberedPolicy['policy'] | undefined;
  /** Every address of the state. */
  readonly addresses: readonly string[];
}

/** Looks an address up in the state, within the account of the run; needs neither document nor platform. */
export async function readKnown(run: Run, address: string): Promise<Known> {
  return await withState(run, 'read', async (store) => {
    const { entries, bindings, policies } = limitSnapshot(await store.read(), run.account);
    const account = bindings.find(({ accountKey }) => accountKey === address);
    return {
      entry: entries.find((each) => each.address === address),
      policy: policies.find(({ accountId }) => accountId === account?.accountId)?.policy,
      addresses: entries.map((each) => each.address),
    };
  });
}
