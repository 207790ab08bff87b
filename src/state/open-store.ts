import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { systemNow } from '../diagnostics/system-now.ts';
import type { Backend } from './backend.ts';
import { emptyStore } from './empty-store.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { realPathOf } from './real-path.ts';
import { createStore } from './sql-store.ts';
import { openSqlite } from './sqlite-backend.ts';
import { ensureSqliteFile, hasSqliteFile, makeSqliteFile } from './sqlite-file.ts';
import type { StateStore } from './store.ts';

export interface OpenOptions {
  /** `read` neither creates nor changes anything; a state that does not exist is an empty one. */
  readonly mode: 'read' | 'write';
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
}

type OpenClock = Pick<OpenOptions, 'now'>;

/**
 * Opens the state at a URL: `sqlite:PATH`, relative to the working directory, `sqlite::memory:` (also `:memory:`),
 * which ends with the store, or `postgres://USER@HOST/DATABASE` (also `postgresql:`). Writing creates what is
 * missing, a file readable for this user alone.
 * Throws ADSYNC_USAGE for any other URL, ADSYNC_STATE_UNREADABLE and ADSYNC_STATE_NEWER for what lies there.
 */
export async function openStore(url: string, options: OpenOptions = { mode: 'write' }): Promise<StateStore> {
  const backend = await openBackend(url, options);
  return backend === undefined ? emptyStore(locationOf(url)) : createStore(backend);
}

/** The database of the state at a URL, as `openStore` opens it; `undefined` for reading one that does not exist. */
export async function openBackend(url: string, options: OpenOptions): Promise<Backend | undefined> {
  const { mode, ...clock } = options;
  if (mode === 'write') return openForWriting(url, clock);
  if (isPostgres(url)) return readPostgres(url, clock);
  const path = sqlitePath(url);
  if (path === ':memory:') return openForWriting(url, clock);
  const file = { path, location: url, mode, now: systemNow, ...clock };
  return hasSqliteFile(file) ? openSqlite(file) : undefined;
}

/** The database of the state at a URL, made where there is none, as `openStore` opens it for writing. */
export async function openForWriting(url: string, clock: OpenClock = {}): Promise<Backend> {
  if (isPostgres(url)) return connect(url, { mode: 'write', ...clock });
  const file = { path: sqlitePath(url), location: url, mode: 'write', now: systemNow, ...clock } as const;
  if (file.path !== ':memory:') await ensureSqliteFile(file);
  return openSqlite(file);
}

/**
 * Opens the state at a URL for writing, does the work, and closes it. Where there is no file yet, one stands there only
 * once the work is done: a run that is killed leaves nothing. Throws what opening and the work throw.
 */
export async function fillState<T>(url: string, work: (backend: Backend) => Promise<T>): Promise<T> {
  const path = filePathOf(url);
  if (path !== undefined) {
    const file = { path, location: url, mode: 'write', now: systemNow } as const;
    if (!hasSqliteFile(file)) return await makeSqliteFile(file, work);
  }
  const backend = await openForWriting(url);
  try {
    return await work(backend);
  } finally {
    await backend.close();
  }
}

/** The absolute path of a state that is kept in a file, behind its links; `undefined` for any other. Throws ADSYNC_USAGE. */
export function filePathOf(url: string): string | undefined {
  const path = isPostgres(url) ? ':memory:' : sqlitePath(url);
  return path === ':memory:' ? undefined : path;
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/i.test(url);
}

/** A URL for people, without secrets. */
export function locationOf(url: string): string {
  return isPostgres(url) ? parsePostgresUrl(url).location : url;
}

/** Whoever keeps the state in a file does not load the client of PostgreSQL. */
async function connect(url: string, options: OpenOptions): Promise<Backend> {
  const { openPostgres } = await import('./postgres-backend.ts');
  return openPostgres({ url, ...options });
}

async function readPostgres(url: string, clock: OpenClock): Promise<Backend | undefined> {
  const backend = await connect(url, { mode: 'read', ...clock });
  if (backend.version > 0) return backend;
  await backend.close();
  return undefined;
}

function sqlitePath(url: string): string {
  if (url === 'sqlite::memory:' || url === ':memory:') return ':memory:';
  const path = /^sqlite:(?!\/\/[^/])([^\0]+)$/.exec(url)?.[1];
  if (path !== undefined) return realPathOf(resolve(path));
  // Only the scheme is repeated: what follows it may hold a password.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  throw new AdsyncError(
    'ADSYNC_USAGE',
    `A state cannot be kept at ${scheme === undefined ? 'a place without a scheme' : `${scheme}…`}`,
    {
      remedy:
        'Write sqlite:PATH, such as sqlite:.adsync/state.db, or postgres://USER@HOST/DATABASE for a state that machines share.',
    },
  );
}
