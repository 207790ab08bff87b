import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { emptyStore } from './empty-store.ts';
import { createStore } from './sql-store.ts';
import { openSqlite } from './sqlite-backend.ts';
import { ensureSqliteFile, hasSqliteFile } from './sqlite-file.ts';
import type { StateStore } from './store.ts';

export interface OpenOptions {
  /** `read` neither creates nor changes anything; a state that does not exist is an empty one. */
  readonly mode: 'read' | 'write';
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Opens the state at a URL: `sqlite:PATH`, relative to the working directory, or `sqlite::memory:` (also
 * `:memory:`), which ends with the store. Writing creates what is missing, readable for this user alone.
 * Throws ADSYNC_USAGE for any other URL, ADSYNC_STATE_UNREADABLE and ADSYNC_STATE_NEWER for what lies there.
 */
export async function openStore(url: string, options: OpenOptions = { mode: 'write' }): Promise<StateStore> {
  const { mode, now = Date.now } = options;
  const path = sqlitePath(url);
  const file = { path, location: url, mode, now };
  if (path === ':memory:') return createStore(await openSqlite({ ...file, mode: 'write' }));
  if (mode === 'write') await ensureSqliteFile(file);
  else if (!hasSqliteFile(file)) return emptyStore(url);
  return createStore(await openSqlite(file));
}

function sqlitePath(url: string): string {
  if (url === 'sqlite::memory:' || url === ':memory:') return ':memory:';
  const path = /^sqlite:(?!\/\/[^/])([^\0]+)$/.exec(url)?.[1];
  if (path !== undefined) return resolve(path);
  // Only the scheme is repeated: what follows it may hold a password.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  throw new AdsyncError(
    'ADSYNC_USAGE',
    `A state cannot be kept at ${scheme === undefined ? 'a place without a scheme' : `${scheme}…`}`,
    {
      remedy: 'Write sqlite:PATH, such as sqlite:.adsync/state.db.',
    },
  );
}
