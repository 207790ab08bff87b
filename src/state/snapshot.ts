import type { Transaction } from 'kysely';
import { rowReader } from './rows.ts';
import type { StateSnapshot } from './store.ts';
import type { Database } from './tables.ts';

/** The whole state within one transaction; entries by address, bindings by key. Throws ADSYNC_STATE_UNREADABLE. */
export async function readSnapshot(tx: Transaction<Database>, location: string): Promise<StateSnapshot> {
  const reader = rowReader(location);
  const entries = await tx.selectFrom('resources').selectAll().orderBy('address').execute();
  const bindings = await tx.selectFrom('bindings').selectAll().orderBy('account_key').execute();
  // A left join, so that an open intent whose record is lost is noticed.
  const intents = await tx
    .selectFrom('open_intents')
    .leftJoin('journal', 'journal.number', 'open_intents.number')
    .select(['open_intents.number', 'open_intents.account_id', 'journal.data'])
    .orderBy('open_intents.number')
    .execute();
  const last = await tx
    .selectFrom('journal')
    .select((row) => row.fn.max('number').as('number'))
    .executeTakeFirst();
  return {
    entries: entries.map(reader.entry),
    bindings: bindings.map(reader.binding),
    openIntents: intents.map(reader.openIntent),
    journal: last?.number ?? 0,
  };
}
