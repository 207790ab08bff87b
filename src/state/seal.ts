import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { checksumOf, modulus, sumOf } from './checksum.ts';
import type { Database } from './tables.ts';

/** Adds to the sum that vouches for the rows, and gives the number of the journal record that goes with it. */
export async function advanceSeal(tx: Transaction<Database>, checksums: Iterable<number>): Promise<number> {
  const { journal } = await tx
    .updateTable('seal')
    .set((row) => ({
      journal: row('journal', '+', 1),
      total: sql<number>`(total + ${sumOf(checksums)}) % ${modulus}`,
    }))
    .returning('journal')
    .executeTakeFirstOrThrow();
  return journal;
}

/** Adds to the sum alone, where the checksum depends on the record's number. */
export async function addToSeal(tx: Transaction<Database>, checksums: Iterable<number>): Promise<void> {
  const total = sql<number>`(total + ${sumOf(checksums)}) % ${modulus}`;
  await tx.updateTable('seal').set({ total }).execute();
}

/** The key of the state's digests, made now where there is none yet: 32 random bytes (node:crypto). */
export async function ensureDigestKey(tx: Transaction<Database>): Promise<void> {
  const key = randomBytes(32).toString('hex');
  const { numUpdatedRows } = await tx
    .updateTable('seal')
    .set({ digest_key: key })
    .where('digest_key', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await addToSeal(tx, [checksumOf.digestKey(key)]);
}
