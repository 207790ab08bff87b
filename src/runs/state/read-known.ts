import type { KnownAccount } from '../../schemas/known-account.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { StateSnapshot } from '../../state/store.ts';
import type { Run } from '../run.ts';
import { limitSnapshot } from '../scope.ts';
import { withState } from './edit-state.ts';

/** What the state knows of an address. */
interface Known {
  /** What was last applied there; an account that was only referred to has none. */
  readonly entry: StateEntry | undefined;
  /** What the state knows of the account, where the address is an account's. */
  readonly account: KnownAccount | undefined;
  /** Every address of the state, accounts included. */
  readonly addresses: readonly string[];
}

/**
 * Looks an address up in the state, within the account of the run; an account is also found by the platform's id. Needs
 * neither document nor platform.
 */
export async function readKnown(run: Run, address: string): Promise<Known> {
  return await withState(run, 'read', async (store) => {
    const snapshot = limitSnapshot(await store.read(), run.account);
    const bindings = snapshot.bindings.filter(
      ({ accountKey, accountId }) =>
        run.account === undefined || [accountKey, accountId].includes(run.account),
    );
    const binding =
      bindings.find(({ accountKey }) => accountKey === address) ??
      bindings.find(({ accountId }) => accountId === address);
    const { entries } = snapshot;
    return {
      entry: entries.find((each) => each.address === (binding?.accountKey ?? address)),
      account: binding === undefined ? undefined : knownAccount(snapshot, binding),
      addresses: [...bindings.map(({ accountKey }) => accountKey), ...entries.map((each) => each.address)],
    };
  });
}

function knownAccount(
  { entries, policies, stops }: StateSnapshot,
  { accountKey, accountId, host, sandbox }: StateSnapshot['bindings'][number],
): KnownAccount {
  const own = entries.filter((entry) => entry.accountId === accountId && entry.address !== accountKey);
  return {
    address: accountKey,
    kind: 'account',
    accountKey,
    accountId,
    id: accountId,
    // No kind's operations create or delete an account.
    origin: 'external',
    host,
    ...(sandbox === undefined ? {} : { sandbox }),
    resources: own.length,
    stops: stops.filter((stop) => stop.accountId === accountId),
    policy: policies.find((each) => each.accountId === accountId)?.policy,
  };
}
