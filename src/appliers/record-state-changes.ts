import type { StateChange } from '../planner/result/state-changes.ts';
import { isWithinAny } from '../schemas/address.ts';
import type { Change } from '../schemas/plan.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Lease } from '../state/store.ts';

/**
 * Records adopted, moved, forgotten and refreshed entries, one transaction for each account, so that a moved subtree
 * is never half moved; and makes the same changes to `entries`. The reason names what happened.
 */
export async function recordStateChanges(
  lease: Lease,
  stateChanges: readonly StateChange[],
  changes: readonly Change[],
  entries: Map<string, StateEntry>,
): Promise<void> {
  const actions = new Map(changes.map((change) => [change.address, change]));
  for (const { accountId, put, remove } of stateChanges) {
    if (put.length + remove.length === 0) continue;
    await lease.recordEntries(accountId, reasonOf(put, remove, actions), put, remove);
    for (const address of remove) entries.delete(address);
    for (const entry of put) entries.set(entry.address, entry);
  }
}

function reasonOf(
  put: readonly StateEntry[],
  gone: readonly string[],
  actions: ReadonlyMap<string, Change>,
): string {
  const reasons = new Set<string>();
  const movedFrom: string[] = [];
  for (const { address } of put) {
    const change = actions.get(address);
    if (change?.moved_from !== undefined) movedFrom.push(change.moved_from);
    const moved = change?.moved_from !== undefined || change?.action === 'move';
    reasons.add(moved ? 'move' : change?.action === 'adopt' ? 'adopt' : 'refresh');
  }
  // What stood beneath a moved entry moves with it, without a change of its own.
  if (gone.some((address) => !isWithinAny(address, movedFrom))) reasons.add('forget');
  return [...reasons].sort().join(', ');
}
