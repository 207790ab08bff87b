import type { Kysely } from 'kysely';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';

/** The policy that each account was applied with last; one row an account. */
export async function addPolicies(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
  const { text, integer } = maker;
  await maker
    .keyedTable(tx, 'policies')
    .addColumn('account_id', text, (column) => column.primaryKey().notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
}
