import type { Kysely } from 'kysely';
import { checksumOf, sumOf } from './checksum.ts';
import { chunks } from './chunks.ts';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';

/** The tables while the rows move: those of version 1, and the new ones under another name. */
interface Moving extends Database {
  readonly new_bindings: Database['bindings'];
  readonly new_resources: Database['resources'];
  readonly new_journal: Database['journal'];
  readonly new_open_intents: Database['open_intents'];
  readonly new_leases: Database['leases'];
}

/** Journal records that are moved at once; each may hold many entries. */
const recordsAtOnce = 500;

/** Version 2: every row has a checksum, one row vouches for all, and audiences have members. */
export async function sealTables(database: Kysely<Database>, maker: TableMaker): Promise<void> {
  const tx = database.$extendTables<{ [Name in keyof Moving]: Moving[Name] }>();
  await createNewTables(database, maker);
  const total = sumOf([
    ...(await moveResources(tx)),
    ...(await moveBindings(tx)),
    ...(await moveOpenIntents(tx)),
    ...(await moveLeases(tx)),
  ]);
  const journal = await moveJournal(tx);
  for (const name of ['bindings', 'resources', 'journal', 'open_intents', 'leases'] as const) {
    await tx.schema.dropTable(name).execute();
    await tx.schema.alterTable(`new_${name}`).renameTo(name).execute();
  }
  await tx.insertInto('seal').values({ id: 1, total, journal, digest_key: null }).execute();
}

type Tables = Kysely<{ [Name in keyof Moving]: Moving[Name] }>;

async function moveResources(tx: Tables): Promise<readonly number[]> {
  const old = await tx.selectFrom('resources').select(['address', 'account_id', 'data']).execute();
  const rows = old.map((row) => ({ ...row, checksum: checksumOf.resource(row) }));
  for (const some of chunks(rows)) await tx.insertInto('new_resources').values(some).execute();
  return rows.map(({ checksum }) => checksum);
}

async function moveBindings(tx: Tables): Promise<readonly number[]> {
  const old = await tx.selectFrom('bindings').select(['account_key', 'account_id', 'host']).execute();
  const rows = old.map((row) => ({ ...row, checksum: checksumOf.binding(row) }));
  for (const some of chunks(rows)) await tx.insertInto('new_bindings').values(some).execute();
  return rows.map(({ checksum }) => checksum);
}

async function moveOpenIntents(tx: Tables): Promise<readonly number[]> {
  const old = await tx.selectFrom('open_intents').select(['number', 'account_id']).execute();
  const rows = old.map((row) => ({ ...row, checksum: checksumOf.openIntent(row) }));
  for (const some of chunks(rows)) await tx.insertInto('new_open_intents').values(some).execute();
  return rows.map(({ checksum }) => checksum);
}

async function moveLeases(tx: Tables): Promise<readonly number[]> {
  const columns = ['account_id', 'token', 'holder', 'acquired_at', 'expires_at'] as const;
  const old = await tx.selectFrom('leases').select(columns).execute();
  const rows = old.map((row) => ({ ...row, checksum: checksumOf.lease(row) }));
  for (const some of chunks(rows)) await tx.insertInto('new_leases').values(some).execute();
  return rows.map(({ checksum }) => checksum);
}

/** Returns the number of the last record. */
async function moveJournal(tx: Tables): Promise<number> {
  const columns = ['number', 'at', 'run', 'kind', 'account_id', 'data'] as const;
  for (let last = 0; ; ) {
    const old = await tx
      .selectFrom('journal')
      .select(columns)
      .where('number', '>', last)
      .orderBy('number')
      .limit(recordsAtOnce)
      .execute();
    const rows = old.map((row) => ({ ...row, checksum: checksumOf.journal(row) }));
    if (rows.length > 0) await tx.insertInto('new_journal').values(rows).execute();
    last = rows.at(-1)?.number ?? last;
    if (rows.length < recordsAtOnce) return last;
  }
}

async function createNewTables(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
  const { text, integer } = maker;
  const plain = (name: string) => maker.table(tx, name);
  const keyed = (name: string) => maker.keyedTable(tx, name);
  await keyed('new_bindings')
    .addColumn('account_key', text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull().unique())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await keyed('new_resources')
    .addColumn('address', text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await plain('new_journal')
    .addColumn('number', integer, (column) => column.primaryKey().notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('run', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await plain('new_open_intents')
    .addColumn('number', integer, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await keyed('new_leases')
    .addColumn('account_id', text, (column) => column.primaryKey().notNull())
    .addColumn('token', integer, (column) => column.notNull())
    .addColumn('holder', text)
    .addColumn('acquired_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await createSealAndMembers(tx, maker);
}

async function createSealAndMembers(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
  const { text, integer } = maker;
  await maker
    .table(tx, 'seal')
    .addColumn('id', integer, (column) => column.primaryKey().notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('journal', integer, (column) => column.notNull())
    .addColumn('digest_key', text)
    .execute();
  await maker
    .keyedTable(tx, 'member_sets')
    .addColumn('address', text, (column) => column.primaryKey().notNull())
    .addColumn('members', integer, (column) => column.notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('checksum', integer, (column) => column.notNull())
    .execute();
  await maker
    .keyedTable(tx, 'members')
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['address', 'kind', 'digest'])
    .execute();
}
