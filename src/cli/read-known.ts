import type { RememberedPolicy, StateEntry } from '../schemas/state-entry.ts';
import type { Context } from './context.ts';
import { withState } from './edit-state.ts';
import { limitSnapshot } from './scope.ts';

/** The state's entry at an address. */
interface Known {
  readonly entry: StateEntry | undefined;
  /** The policy of the last apply that read one, where the address is an account's. */
  readonly policy: RememberedPolicy['policy'] | undefined;
  /** Every address of the state. */
  readonly addresses: readonly string[];
}

/** Looks an address up in the state, within one account with `--account`; needs neither document nor platform. */
export async function readKnown(context: Context, address: string): Promise<Known> {
  return await withState(context, 'read', async (store) => {
    const { entries, bindings, policies } = limitSnapshot(await store.read(), context.globals.account);
    const account = bindings.find(({ accountKey }) => accountKey === address);
    return {
      entry: entries.find((each) => each.address === address),
      policy: policies.find(({ accountId }) => accountId === account?.accountId)?.policy,
      addresses: entries.map((each) => each.address),
    };
  });
}
