import type { Kysely } from 'kysely';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';

/** The stops that stand, one row a stop and account, and what each of them paused, one row a record. */
export async function addStops(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
  const { text, integer } = maker;
  await maker
    .keyedTable(tx, 'stops')
    .addColumn('stop_id', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('stops_key', ['stop_id', 'account_id'])
    .execute();
  await maker
    .keyedTable(tx, 'stopped')
    .addColumn('stop_id', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('record_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('stopped_key', ['stop_id', 'account_id', 'kind', 'record_id'])
    .execute();
}
