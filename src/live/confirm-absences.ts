import type { PlatformClient } from '../platform/client.ts';
import { type LiveAccount, wasReadCompletely } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { AccountNeeds } from './needs.ts';
import { readMore } from './read-live.ts';
import type { Seal } from './seal.ts';

/**
 * Reads by their ids the records that the state has, and that a list does not show or shows as deleted: a list that lags,
 * or lies, must not have them made a second time. What is shown by its id is there. Costs one request for each 200 ids
 * of a kind and account in which something is missing, else none. Throws what `readLive` throws.
 */
export async function confirmAbsences(
  client: PlatformClient,
  live: readonly LiveAccount[],
  entries: readonly StateEntry[],
  seal: Seal | undefined,
): Promise<readonly LiveAccount[]> {
  const needs = live.map((account) => missingIn(account, entries)).filter(({ lists }) => lists.length > 0);
  return needs.length === 0 ? live : await readMore(client, live, needs, seal);
}

function missingIn(account: LiveAccount, entries: readonly StateEntry[]): AccountNeeds {
  const asked = entries.filter(
    (entry) =>
      entry.accountId === account.accountId &&
      canBeAskedFor(entry.kind) &&
      wasReadCompletely(account, entry.kind),
  );
  const missing = new Map(
    [...Map.groupBy(asked, ({ kind }) => kind)].map(([kind, all]) => [
      kind,
      new Set(all.map(({ id }) => id)),
    ]),
  );
  for (const { kind, id, deleted } of account.records) if (!deleted) missing.get(kind)?.delete(id);
  const lists = [...missing].flatMap(([kind, ids]) => (ids.size === 0 ? [] : [{ kind, ids: [...ids] }]));
  return { accountId: account.accountId, lists, singles: [] };
}

/** Lists of what stands below given records, and those of one value only, say more than by ids. */
function canBeAskedFor(kind: string): boolean {
  const list = kindNamed(kind).operations.list;
  return list?.idFilter !== undefined && list.below === undefined && list.eachOf === undefined;
}
