import { sql } from 'kysely';
import type { Write } from './backend.ts';
import type { JournalKind } from './tables.ts';

export interface JournalRecord {
  readonly run: string;
  readonly kind: JournalKind;
  readonly accountId: string;
  /** JSON. */
  readonly data: string;
}

/** Appends a record, and returns its number, one more than the last. */
export async function appendRecord({ tx, now, onAppended }: Write, record: JournalRecord): Promise<number> {
  const { run, kind, accountId, data } = record;
  const values = { at: now, run, kind, account_id: accountId, data };
  // Writers come one after the other, so that this leaves no gap where a sequence would.
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from journal)`;
  const { number } = await tx
    .insertInto('journal')
    .values({ number: next, ...values })
    .returning('number')
    .executeTakeFirstOrThrow();
  onAppended({ number, ...values });
  return number;
}
