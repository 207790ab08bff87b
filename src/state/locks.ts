import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Backend, Write } from './backend.ts';
import { checksumOf } from './checksum.ts';
import { isAlive } from './holder.ts';
import { appendRecord } from './journal.ts';
import { rowReader } from './rows.ts';
import type { Holder, Lock } from './store.ts';
import type { Database } from './tables.ts';

/** The locks that are held, by account id, each with its account's key. Throws ADSYNC_STATE_UNREADABLE. */
export async function readLocks(
  tx: Transaction<Database>,
  { location, shared }: Pick<Backend, 'location' | 'shared'>,
): Promise<readonly Lock[]> {
  const reader = rowReader(location);
  const leases = await tx.selectFrom('leases').selectAll().orderBy('account_id').execute();
  const bindings = await tx.selectFrom('bindings').selectAll().execute();
  const keys = new Map(bindings.map((row) => [row.account_id, row.account_key]));
  return leases.map(reader.lease).flatMap(({ accountId, holder, acquiredAt, expiresAt, token }) => {
    if (holder === null) return [];
    const facts = { accountId, holder, acquiredAt, expiresAt, token };
    return [{ ...facts, accountKey: keys.get(accountId), process: isAlive(holder, shared) }];
  });
}

/** The lock of an account while somebody holds it by this token. */
export async function heldLease(
  tx: Transaction<Database>,
  accountId: string,
  token: number,
): Promise<Database['leases'] | undefined> {
  return await tx
    .selectFrom('leases')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('token', '=', token)
    .where('holder', 'is not', null)
    .executeTakeFirst();
}

/**
 * Frees locks inside the caller's write transaction; the token rises, so that whoever held one can record nothing any
 * more. Throws ADSYNC_LOCK_HELD where one has changed hands, and then the transaction must end without a change.
 */
export async function breakLocks(write: Write, locks: readonly Lock[], by: Holder): Promise<void> {
  for (const { accountId, token, holder, acquiredAt } of locks) {
    const held = await heldLease(write.tx, accountId, token);
    if (held === undefined)
      throw new AdsyncError(
        'ADSYNC_LOCK_HELD',
        `The lock of account ${accountId} has changed hands meanwhile; no lock was broken`,
        { remedy: 'Look again who holds it: run the command once more.' },
      );
    const freed = { account_id: accountId, token: token + 1, holder: null, acquired_at: acquiredAt };
    const checksum = checksumOf.lease(freed);
    await write.tx
      .updateTable('leases')
      .set({ token: freed.token, holder: null, checksum })
      .where('account_id', '=', accountId)
      .execute();
    const data = JSON.stringify({ holder, by });
    const record = { run: by.run, kind: 'unlocked', accountId, data } as const;
    await appendRecord(write, record, [-held.checksum, checksum]);
  }
}
