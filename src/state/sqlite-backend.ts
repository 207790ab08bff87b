import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Backend } from './backend.ts';
import { sameFileCheck } from './file-identity.ts';
import { currentVersion, foreign, migrate, readVersion } from './migrations.ts';
import { backUp } from './sqlite-backup.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { requireSoundLog } from './sqlite-log.ts';
import { placeToRead } from './sqlite-place.ts';
import { retryWhileBusy } from './sqlite-retry.ts';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';
import { damaged } from './unreadable.ts';

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
  keyedTable: (tx, name) => tx.schema.createTable(name).modifyEnd(sql`strict, without rowid`),
};

/**
 * Opens a database, brings its tables up to date when it may write, and checks them otherwise.
 * Throws ADSYNC_STATE_UNREADABLE, ADSYNC_STATE_NEWER.
 */
export async function openSqlite(file: SqliteFile): Promise<Backend> {
  const { path, location, mode } = file;
  await requireSoundLog(path, location);
  return retryWhileBusy(location, async () => {
    const { place, leave } = mode === 'read' ? placeToRead(path) : { place: path, leave: () => undefined };
    try {
      const backend = await openAt(place, file);
      return { ...backend, close: async () => await backend.close().finally(leave) };
    } catch (error) {
      leave();
      throw error;
    }
  });
}

async function openAt(place: string | URL, file: SqliteFile): Promise<Backend> {
  const { path, location, mode, now } = file;
  const requireSame = path === ':memory:' ? () => undefined : sameFileCheck(path, location);
  // Waiting inside SQLite blocks the process: a moment at most.
  const options = { readOnly: mode === 'read', timeout: 20 };
  const database = new DatabaseSync(place, options);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database) });
  const backend = sqliteBackend(db, { location, now, requireSame });
  try {
    database.exec('pragma cell_size_check = on');
    const version = await backend.read((tx) => readVersion(tx, location, maker));
    if (mode === 'read' && version === 0) throw foreign(location);
    if (mode === 'read') return { ...backend, version };
    await prepareForWriting({ database, backend, file, version });
    return { ...backend, version: currentVersion };
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Preparing {
  readonly database: DatabaseSync;
  readonly backend: Omit<Backend, 'version'>;
  readonly file: SqliteFile;
  /** The version that was found. */
  readonly version: number;
}

/** Only for a database that is known to be ours: it changes the file. */
async function prepareForWriting({ database, backend, file, version }: Preparing): Promise<void> {
  requireSoundPages(database, file.location);
  if (version > 0 && version < currentVersion) backUp(database, file.path, { version, at: file.now() });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  await backend.write(({ tx }) => migrate(tx, backend.location, maker));
}

/** Writing into a file whose structure is damaged would overwrite what is still sound. */
function requireSoundPages(database: DatabaseSync, location: string): void {
  const found = database.prepare('pragma quick_check(1)').get();
  if (found?.['quick_check'] !== 'ok') throw damaged(location, 'is damaged (its pages do not fit together)');
}

interface Facts extends Pick<SqliteFile, 'location' | 'now'> {
  /** Throws where the file is no longer the one at its path. */
  readonly requireSame: () => void;
}

function sqliteBackend(
  db: Kysely<Database>,
  { location, now, requireSame }: Facts,
): Omit<Backend, 'version'> {
  return {
    location,
    shared: false,
    read: (work) => retryWhileBusy(location, () => db.transaction().setAccessMode('read only').execute(work)),
    // A commit that fails has not been made, so that nobody asks for the records again.
    write: (work) =>
      retryWhileBusy(location, () =>
        db.transaction().execute((tx) => {
          requireSame();
          return work({ tx, now: now(), onAppended: () => undefined });
        }),
      ),
    close: () => retryWhileBusy(location, () => db.destroy()),
  };
}
