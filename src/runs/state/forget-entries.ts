import type { StateEntry } from '../../schemas/state-entry.ts';
import type { StateSnapshot } from '../../state/store.ts';
import type { Run } from '../run.ts';
import { editState } from './edit-state.ts';
import { entriesWithin, requireSettled } from './entries-within.ts';

/**
 * Forgets entries and all beneath them once `confirm` returns; nothing changes on the platform. Gives what was forgotten.
 * Throws ADSYNC_ADDRESS_UNKNOWN, ADSYNC_OUTCOME_UNKNOWN, and what `confirm` throws.
 */
export async function forgetEntries(
  run: Run,
  addresses: readonly string[],
  confirm: (entries: readonly StateEntry[]) => Promise<void>,
): Promise<readonly StateEntry[]> {
  return await editState(
    run,
    (snapshot) => [...byAccount(chosen(snapshot, addresses)).keys()],
    async ({ snapshot, lease }) => {
      const entries = chosen(snapshot, addresses);
      await confirm(entries);
      for (const [accountId, own] of byAccount(entries)) {
        const remove = own.map(({ address }) => address);
        await lease.recordEntries(accountId, 'forget', [], remove);
      }
      return entries;
    },
  );
}

function chosen(snapshot: StateSnapshot, addresses: readonly string[]): readonly StateEntry[] {
  const found = new Set(addresses.flatMap((address) => entriesWithin(snapshot, address)));
  requireSettled(snapshot, addresses);
  return snapshot.entries.filter((entry) => found.has(entry));
}

function byAccount(entries: readonly StateEntry[]): ReadonlyMap<string, readonly StateEntry[]> {
  return Map.groupBy(entries, ({ accountId }) => accountId);
}
