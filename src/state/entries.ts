import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { checksumOf, negated } from './checksum.ts';
import { chunks } from './chunks.ts';
import { type ReplacedEntry, takeMembersAlong } from './member-moves.ts';
import { entryText } from './rows.ts';
import type { Database } from './tables.ts';

export interface EntryChanges {
  readonly put: readonly StateEntry[];
  readonly remove: readonly string[];
}

/**
 * Removes entries of the account, then puts others in place of what their addresses held; members go where their
 * record goes. Returns the checksums of what was changed, those of what is gone negative.
 * Throws ADSYNC_INTERNAL for an entry of another account: the lock that is held does not cover it.
 */
export async function changeEntries(
  tx: Transaction<Database>,
  accountId: string,
  changes: EntryChanges,
): Promise<readonly number[]> {
  requireStorable([...changes.remove, ...changes.put.map((entry) => entry.address)]);
  const put = new Map(changes.put.map((entry) => [entry.address, entry]));
  const rows = [...put.values()].map((entry) => toRow(entry, accountId));
  const replaced = [
    ...(await removeRows(tx, changes.remove, accountId)),
    ...(await removeRows(tx, [...put.keys()])),
  ];
  for (const values of chunks(rows)) await tx.insertInto('resources').values(values).execute();
  const members = await takeMembersAlong(tx, replaced, put);
  return [...negated(replaced), ...rows.map(({ checksum }) => checksum), ...members];
}

async function removeRows(
  tx: Transaction<Database>,
  addresses: readonly string[],
  accountId?: string,
): Promise<readonly ReplacedEntry[]> {
  const removed: ReplacedEntry[] = [];
  for (const some of chunks([...new Set(addresses)])) {
    const all = tx.deleteFrom('resources').where('address', 'in', some);
    const own = accountId === undefined ? all : all.where('account_id', '=', accountId);
    removed.push(...(await own.returning(['address', 'data', 'checksum']).execute()));
  }
  return removed;
}

/** A database may replace half a surrogate pair, so that one address stands for another, and refuse a NUL. */
function requireStorable(addresses: readonly string[]): void {
  const bad = addresses.find((address) => !address.isWellFormed() || address.includes('\0'));
  if (bad !== undefined)
    throw new AdsyncError('ADSYNC_INTERNAL', `The state cannot hold ${JSON.stringify(bad)}`);
}

function toRow(entry: StateEntry, accountId: string): Database['resources'] {
  if (entry.accountId !== accountId)
    throw new AdsyncError('ADSYNC_INTERNAL', `${entry.address} is not of account ${accountId}`);
  const row = { address: entry.address, account_id: accountId, data: entryText(entry) };
  return { ...row, checksum: checksumOf.resource(row) };
}
