import type { Transaction } from 'kysely';
import type { Database, JournalKind } from './tables.ts';

export interface JournalRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: string;
  readonly kind: JournalKind;
  readonly accountId: string;
  /** JSON. */
  readonly data: string;
}

/** Appends a record, and returns its number, one more than the last. */
export async function appendRecord(tx: Transaction<Database>, record: JournalRecord): Promise<number> {
  const { at, run, kind, accountId, data } = record;
  const row = await tx
    .insertInto('journal')
    .values({ at, run, kind, account_id: accountId, data })
    .returning('number')
    .executeTakeFirstOrThrow();
  return row.number;
}
