import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { entryText } from './rows.ts';
import type { Database } from './tables.ts';

/** Rows of one statement: well below the 32,766 parameters that SQLite takes. */
const chunkSize = 1000;

export interface EntryChanges {
  readonly put: readonly StateEntry[];
  readonly remove: readonly string[];
}

/**
 * Removes entries of the account, then puts others in place of what their addresses held.
 * Throws ADSYNC_INTERNAL for an entry of another account: the lock that is held does not cover it.
 */
export async function changeEntries(
  tx: Transaction<Database>,
  accountId: string,
  changes: EntryChanges,
): Promise<void> {
  requireStorable([...changes.remove, ...changes.put.map((entry) => entry.address)]);
  const rows = new Map(changes.put.map((entry) => [entry.address, toRow(entry, accountId)]));
  for (const addresses of chunks(changes.remove)) {
    await tx
      .deleteFrom('resources')
      .where('account_id', '=', accountId)
      .where('address', 'in', addresses)
      .execute();
  }
  for (const values of chunks([...rows.values()])) {
    await tx
      .insertInto('resources')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet((row) => ({
          account_id: row.ref('excluded.account_id'),
          data: row.ref('excluded.data'),
        })),
      )
      .execute();
  }
}

/** A database may replace half a surrogate pair, so that one address stands for another, and refuse a NUL. */
function requireStorable(addresses: readonly string[]): void {
  const bad = addresses.find((address) => !address.isWellFormed() || address.includes('\0'));
  if (bad !== undefined)
    throw new AdsyncError('ADSYNC_INTERNAL', `The state cannot hold ${JSON.stringify(bad)}`);
}

function toRow(entry: StateEntry, accountId: string): Database['resources'] {
  if (entry.accountId === accountId)
    return { address: entry.address, account_id: accountId, data: entryText(entry) };
  throw new AdsyncError('ADSYNC_INTERNAL', `${entry.address} is not of account ${accountId}`);
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}
