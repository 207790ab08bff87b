import { entriesText } from '../report/entries-text.ts';
import { pageWidth } from '../report/layout.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { StateSnapshot } from '../state/store.ts';
import { entriesWithin, requireSettled } from './addresses.ts';
import { type Context, print } from './context.ts';
import { editState } from './edit-state.ts';

/** Forgets entries and all beneath them, after asking; nothing changes on the platform. Gives the exit code. */
export async function forgetEntries(
  context: Context,
  addresses: readonly string[],
  yes: boolean,
): Promise<number> {
  return await editState(
    context,
    (snapshot) => [...byAccount(chosen(snapshot, addresses)).keys()],
    async ({ snapshot, lease, confirm }) => {
      const entries = chosen(snapshot, addresses);
      const count = entries.length === 1 ? '1 resource' : `${entries.length} resources`;
      print(context, entriesText(entries, pageWidth(context.io.stdout)));
      await confirm(`Forget ${count}? The platform keeps them; adsync no longer does.`, yes);
      for (const [accountId, own] of byAccount(entries)) {
        const remove = own.map(({ address }) => address);
        await lease.recordEntries(accountId, 'forget', [], remove);
      }
      print(context, `Forgotten: ${count}.\n`);
      return 0;
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
