import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Backend } from './backend.ts';
import { foreign, migrate, readVersion, type TableMaker } from './migrations.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { retryWhileBusy } from './sqlite-retry.ts';
import type { Database } from './tables.ts';

export interface SqliteFile {
  /** An absolute path, or `:memory:`. */
  readonly path: string;
  readonly location: string;
  readonly mode: 'read' | 'write';
  readonly now: () => number;
}

const maker: TableMaker = {
  names: async (tx) => (await tx.introspection.getTables()).map((table) => table.name),
  text: 'text',
  integer: 'integer',
  // SQLite keeps to the types of the columns only in strict tables.
  table: (tx, name) => tx.schema.createTable(name).modifyEnd(sql`strict`),
};

/**
 * Opens a database, brings its tables up to date when it may write, and checks them otherwise.
 * Throws ADSYNC_STATE_UNREADABLE, ADSYNC_STATE_NEWER.
 */
export async function openSqlite(file: SqliteFile): Promise<Backend> {
  const { path, location, mode, now } = file;
  return retryWhileBusy(location, async () => {
    // Waiting inside SQLite blocks the process: a moment at most.
    const database = new DatabaseSync(path, { readOnly: mode === 'read', timeout: 20 });
    const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database) });
    const backend = sqliteBackend(db, location, now);
    try {
      const version = await backend.read((tx) => readVersion(tx, location, maker));
      if (mode === 'read' && version === 0) throw foreign(location);
      if (mode === 'write') await prepareForWriting(database, backend);
      return backend;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Only for a database that is known to be ours: it changes the file. */
async function prepareForWriting(database: DatabaseSync, backend: Backend): Promise<void> {
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  await backend.write(({ tx }) => migrate(tx, backend.location, maker));
}

function sqliteBackend(db: Kysely<Database>, location: string, now: () => number): Backend {
  return {
    location,
    shared: false,
    read: (work) => retryWhileBusy(location, () => db.transaction().setAccessMode('read only').execute(work)),
    // A commit that fails has not been made, so that nobody asks for the records again.
    write: (work) =>
      retryWhileBusy(location, () =>
        db.transaction().execute((tx) => work({ tx, now: now(), onAppended: () => undefined })),
      ),
    close: () => retryWhileBusy(location, () => db.destroy()),
  };
}
