import type { CreateTableBuilder, Expression, Kysely, Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Database } from './tables.ts';
import { unreadable } from './unreadable.ts';

/** How a database makes the tables of a state. */
export interface TableMaker {
  /** The names of the tables where the state is. */
  readonly names: (tx: Transaction<Database>) => Promise<readonly string[]>;
  /** A column of text that is compared byte by byte. */
  readonly text: 'text' | Expression<string>;
  /** A column of integers up to 2^53. */
  readonly integer: 'integer' | 'bigint';
  readonly table: (tx: Kysely<Database>, name: keyof Database) => CreateTableBuilder<string>;
}

/** Migration N brings a state of version N - 1 to version N. One that was released is never edited. */
const migrations: readonly ((tx: Kysely<Database>, maker: TableMaker) => Promise<void>)[] = [createTables];

/**
 * Brings a state to the version this program knows, inside the caller's write transaction: of two starters,
 * the second finds it done. Throws ADSYNC_STATE_NEWER, ADSYNC_STATE_UNREADABLE where the tables are not ours.
 */
export async function migrate(tx: Transaction<Database>, location: string, maker: TableMaker): Promise<void> {
  const version = await readVersion(tx, location, maker);
  const missing = migrations.slice(version);
  for (const migration of missing) await migration(tx, maker);
  if (missing.length === 0) return;
  await tx
    .insertInto('meta')
    .values({ key: 'schema_version', value: String(migrations.length) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
}

/**
 * The version of a state, 0 for a database without any table; changes nothing.
 * Throws ADSYNC_STATE_NEWER, and ADSYNC_STATE_UNREADABLE where the tables are not ours.
 */
export async function readVersion(
  tx: Transaction<Database>,
  location: string,
  { names }: TableMaker,
): Promise<number> {
  const tables = await names(tx);
  if (tables.length === 0) return 0;
  const version = tables.includes('meta') ? await storedVersion(tx) : undefined;
  if (version === undefined || !/^[1-9]\d{0,8}$/.test(version)) throw foreign(location);
  if (Number(version) <= migrations.length) return Number(version);
  throw new AdsyncError(
    'ADSYNC_STATE_NEWER',
    `The state ${location} has version ${version}, this adsync knows ${migrations.length}`,
    { remedy: 'Install the newest adsync, and run the command again.' },
  );
}

/** ADSYNC_STATE_UNREADABLE for a database that holds something else. */
export function foreign(location: string): AdsyncError {
  return unreadable(location, 'is a database, but not a state of adsync', 'Name another place with --state.');
}

async function storedVersion(tx: Transaction<Database>): Promise<string | undefined> {
  const row = await tx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'schema_version')
    .executeTakeFirst();
  return row?.value;
}

async function createTables(tx: Kysely<Database>, maker: TableMaker): Promise<void> {
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
