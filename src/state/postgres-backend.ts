import { Kysely, sql, type Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Backend, Write } from './backend.ts';
import { currentVersion, migrate, readVersion } from './migrations.ts';
import { StateDialect } from './postgres-dialect.ts';
import { explainPostgresError } from './postgres-error.ts';
import { createPool } from './postgres-pool.ts';
import { retryWhileLost } from './postgres-retry.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly mode: 'read' | 'write';
  /** A clock in place of the database's, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** What a write has done, should its commit turn out to have been made. */
interface Attempt<T> {
  readonly records: readonly Database['journal'][];
  readonly result: T;
}

/**
 * Opens the state in a schema of a database; writing makes the schema and brings its tables up to date. For reading,
 * `version` 0 says that there is no state. No copy is made before the tables change, as it is of a file: the change is
 * one transaction, tables included, so that it is made or leaves nothing, and copies of a server are its operator's
 * (https://wiki.postgresql.org/wiki/Transactional_DDL_in_PostgreSQL:_A_Competitive_Analysis). Throws ADSYNC_USAGE,
 * ADSYNC_STATE_UNREADABLE, ADSYNC_STATE_NEWER.
 */
export async function openPostgres({ url, mode, now }: PostgresOptions): Promise<Backend> {
  const place = parsePostgresUrl(url);
  const { location, schema } = place;
  const db = new Kysely<Database>({ dialect: new StateDialect(createPool(place), schema) });
  const maker = tableMaker(schema);
  const backend = postgresBackend(db, { location, mode, ...(now !== undefined && { now }) });
  try {
    // Not tried again: an address that is wrong should say so at once.
    const version = await db
      .transaction()
      .setAccessMode('read only')
      .execute((tx) => readVersion(tx, location, maker));
    if (mode === 'write') {
      await backend.write(async ({ tx }) => {
        await ensureSchema(tx, schema);
        await migrate(tx, location, maker);
      });
    }
    return { ...backend, version: mode === 'write' ? currentVersion : version };
  } catch (error) {
    await db.destroy();
    throw explainPostgresError(location, error);
  }
}

function tableMaker(schema: string): TableMaker {
  return {
    names: async (tx) => {
      const found = await sql<{ readonly name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relkind not in ('i', 'I', 'S', 't', 'c')`.execute(tx);
      return found.rows.map(({ name }) => name);
    },
    // Other collations depend on the server, and take texts for equal or out of order that are not.
    text: sql`text collate "C"`,
    integer: 'bigint',
    table: (tx, name) => tx.schema.createTable(name),
    keyedTable: (tx, name) => tx.schema.createTable(name),
  };
}

/** A user may be kept from creating schemas, and given one: `if not exists` would ask for the right all the same. */
async function ensureSchema(tx: Transaction<Database>, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(tx);
  if (rows.length === 0) await tx.schema.createSchema(schema).execute();
}

function postgresBackend(
  db: Kysely<Database>,
  { location, mode, now }: Pick<PostgresOptions, 'mode' | 'now'> & { readonly location: string },
): Omit<Backend, 'version'> {
  return {
    location,
    shared: true,
    read: (work) => retryWhileLost(location, () => db.transaction().setAccessMode('read only').execute(work)),
    write: async <T>(work: (write: Write) => Promise<T>): Promise<T> => {
      if (mode === 'read')
        throw new AdsyncError('ADSYNC_INTERNAL', `The state ${location} was opened for reading only`);
      let last: Attempt<T> | undefined;
      return retryWhileLost(location, () =>
        db.transaction().execute(async (tx) => {
          // The connection may have been lost after the commit was made and before it was said so. With the lock
          // of the writers that is decided.
          if (last !== undefined && (await isRecorded(tx, last.records))) return last.result;
          const records: Database['journal'][] = [];
          const onAppended = (record: Database['journal']) => void records.push(record);
          const result = await work({ tx, now: now?.() ?? (await databaseTime(tx)), onAppended });
          last = { records, result };
          return result;
        }),
      );
    },
    close: () => db.destroy(),
  };
}

async function isRecorded(tx: Transaction<Database>, records: Attempt<unknown>['records']): Promise<boolean> {
  const [first] = records;
  if (first === undefined) return false;
  const found = await tx
    .selectFrom('journal')
    .select('number')
    .where((is) => is.and({ ...first }))
    .executeTakeFirst();
  return found !== undefined;
}

/** Later than the start of the transaction, which may have waited for other writers. */
async function databaseTime(tx: Transaction<Database>): Promise<number> {
  const time = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { now } = await tx.selectNoFrom(time.as('now')).executeTakeFirstOrThrow();
  return now;
}
