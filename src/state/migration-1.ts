import type { Kysely } from 'kysely';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';

/** Version 1: entries, journal and locks. */
export async function createTables(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
  const { table, text, integer } = maker;
  await table(tx, 'meta')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
  await table(tx, 'bindings')
    .addColumn('account_key', text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull().unique())
    .addColumn('host', text, (column) => column.notNull())
    .execute();
  await table(tx, 'resources')
    .addColumn('address', text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .execute();
  await createJournal(tx, maker);
  await table(tx, 'leases')
    .addColumn('account_id', text, (column) => column.primaryKey().notNull())
    .addColumn('token', integer, (column) => column.notNull())
    .addColumn('holder', text)
    .addColumn('acquired_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
}

async function createJournal(tx: Kysely<Database>, { table, text, integer }: TableMaker): Promise<void> {
  await table(tx, 'journal')
    .addColumn('number', integer, (column) => column.primaryKey().notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('run', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .execute();
  await table(tx, 'open_intents')
    .addColumn('number', integer, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .execute();
}
