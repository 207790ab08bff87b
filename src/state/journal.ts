import type { Write } from './backend.ts';
import { checksumOf } from './checksum.ts';
import { advanceSeal } from './seal.ts';
import type { JournalKind } from './tables.ts';

export interface JournalRecord {
  readonly run: string;
  readonly kind: JournalKind;
  readonly accountId: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Appends a record, and returns its number, one more than the last. Takes the checksums of the rows that were changed
 * with it: negative ones of those that are gone.
 */
export async function appendRecord(
  { tx, now, onAppended }: Write,
  record: JournalRecord,
  checksums: Iterable<number> = [],
): Promise<number> {
  const { run, kind, accountId, data } = record;
  // Writers come one after the other, so that this leaves no gap where a sequence would.
  const number = await advanceSeal(tx, checksums);
  const values = { number, at: now, run, kind, account_id: accountId, data };
  const row = { ...values, checksum: checksumOf.journal(values) };
  await tx.insertInto('journal').values(row).execute();
  onAppended(row);
  return number;
}
