import { movedAddress } from '../schemas/moved-address.ts';
import type { Write } from './backend.ts';
import { newBindings } from './bindings.ts';
import { checksumOf } from './checksum.ts';
import { changeEntries } from './entries.ts';
import { appendRecord } from './journal.ts';
import { hostText, rowReader } from './rows.ts';

/** Which account gets which key, in which run of which state. */
export interface KeyChange {
  readonly run: string;
  readonly accountId: string;
  readonly accountKey: string;
  readonly location: string;
}

/**
 * Gives an account another key: binding and entries change together, so that no entry is ever left under a key that
 * stands for nothing. Throws ADSYNC_STATE_MISMATCH where another account has the key.
 */
export async function recordAccountKey(
  write: Write,
  { run, accountId, accountKey, location }: KeyChange,
): Promise<void> {
  const { tx } = write;
  const reader = rowReader(location);
  const bound = (await tx.selectFrom('bindings').selectAll().execute()).map(reader.binding);
  const old = bound.find((binding) => binding.accountId === accountId && binding.accountKey !== accountKey);
  if (old === undefined) return;
  newBindings(bound, [{ ...old, accountKey, formerKey: old.accountKey }]);
  const rows = await tx.selectFrom('resources').selectAll().where('account_id', '=', accountId).execute();
  const entries = rows.map(reader.entry);
  const remove = entries.map(({ address }) => address);
  const moved = [{ from: old.accountKey, to: accountKey }];
  const put = entries.map((entry) => ({ ...entry, accountKey, address: movedAddress(moved, entry.address) }));
  const changed = await changeEntries(tx, accountId, { put, remove });
  const row = { account_key: accountKey, account_id: accountId, host: hostText(old) };
  const checksum = checksumOf.binding(row);
  const gone = await tx
    .deleteFrom('bindings')
    .where('account_id', '=', accountId)
    .returning('checksum')
    .execute();
  await tx
    .insertInto('bindings')
    .values({ ...row, checksum })
    .execute();
  const data = JSON.stringify({ reason: 'move', put, remove });
  const checksums = [...changed, ...gone.map((each) => -each.checksum), checksum];
  await appendRecord(write, { run, kind: 'entries', accountId, data }, checksums);
}
