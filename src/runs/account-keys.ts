import type { PlanResult } from '../planner/plan.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { accountMoves, movedAddress } from '../schemas/moved-address.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';

/** An account that the state knows by another key than the document. */
export interface MovedAccount {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
}

/** The accounts whose keys `moved` changes, and that the state knows by their old keys still. */
export function movedAccounts(
  { moved }: Pick<DesiredDocument, 'moved'>,
  { bindings }: Pick<StateSnapshot, 'bindings'>,
): readonly MovedAccount[] {
  const moves = accountMoves(moved);
  return bindings.flatMap(({ accountKey, accountId }) =>
    moves.filter(({ from }) => from === accountKey).map(({ from, to }) => ({ accountId, from, to })),
  );
}

/** The address that the state has for what has an address in the document. */
export function addressInState(moved: readonly MovedAccount[], address: string): string {
  const back = moved.map(({ from, to }) => ({ from: to, to: from }));
  return movedAddress(back, address);
}

/** The state as it is once these accounts have their new keys, also in what open requests are about. */
export function withNewKeys(snapshot: StateSnapshot, moved: readonly MovedAccount[]): StateSnapshot {
  if (moved.length === 0) return snapshot;
  const addressNow = (address: string): string => movedAddress(moved, address);
  const entryNow = (entry: StateEntry): StateEntry => ({
    ...entry,
    address: addressNow(entry.address),
    accountKey: addressNow(entry.accountKey),
  });
  const operationNow = (operation: Intent['operations'][number]): Intent['operations'][number] => ({
    ...operation,
    address: addressNow(operation.address),
    entry: operation.entry === null ? null : entryNow(operation.entry),
  });
  return {
    ...snapshot,
    entries: snapshot.entries.map(entryNow),
    bindings: snapshot.bindings.map((binding) => ({
      ...binding,
      accountKey: addressNow(binding.accountKey),
    })),
    openIntents: snapshot.openIntents.map((intent) => ({
      ...intent,
      operations: intent.operations.map(operationNow),
    })),
  };
}

/**
 * Records the new keys of the accounts that a plan does something in, each with all its entries, before anything is
 * recorded by the new addresses.
 */
export async function recordAccountKeys(
  lease: Lease,
  { plan, stateChanges }: Pick<PlanResult, 'plan' | 'stateChanges'>,
  moved: readonly MovedAccount[],
): Promise<void> {
  const touched = new Set([
    ...plan.changes.map((change) => change.account_id),
    ...stateChanges.map(({ accountId }) => accountId),
  ]);
  for (const { accountId, to } of moved)
    if (touched.has(accountId)) await lease.recordAccountKey(accountId, to);
}
