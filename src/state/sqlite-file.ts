import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { systemCode } from '../diagnostics/cause-text.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';
import type { Backend } from './backend.ts';
import { requireOnePath } from './file-identity.ts';
import { openSqlite, type SqliteFile } from './sqlite-backend.ts';
import { explainSqliteError } from './sqlite-error.ts';
import { draftOf, removeStaleDrafts } from './stale-drafts.ts';
import { damaged, unreadable } from './unreadable.ts';

/**
 * Whether there is a file at the path. Throws ADSYNC_STATE_UNREADABLE where something else is in the way,
 * or the file has more than one path, and for an empty file: a state is never empty, so what it held is lost.
 */
export function hasSqliteFile({ path, location }: SqliteFile): boolean {
  const found = fileStats(path, location);
  if (found === undefined) return false;
  if (found.isDirectory())
    throw unreadable(location, 'is a folder', 'Name a file in it, such as sqlite:FOLDER/state.db.');
  if (!found.isFile()) throw unreadable(location, 'is not a file', 'Name a file: sqlite:PATH.');
  requireOnePath(path, location);
  // SQLite itself writes one byte into an empty file on some systems, and takes such a file for an empty database.
  if (found.size <= 1) throw damaged(location, 'is an empty file');
  return true;
}

/** Another run has made a state at the path meanwhile. */
class StateMade extends AdsyncError {}

/**
 * Makes an empty state at the path unless there is a file, readable for this user alone; of two starters one makes it.
 * Throws ADSYNC_STATE_UNREADABLE.
 */
export async function ensureSqliteFile(file: SqliteFile): Promise<void> {
  removeStaleDrafts(file.path);
  if (hasSqliteFile(file)) {
    requireWritable(file);
    return;
  }
  try {
    await makeSqliteFile(file, async () => undefined);
  } catch (error) {
    if (!(error instanceof StateMade)) throw error;
  }
}

/**
 * Makes a state at a path where there is no file, with what is written into it, readable for this user alone. It is
 * completed under another name first: at no moment does half a state stand there. Gives what the writing gives. Throws
 * ADSYNC_STATE_UNREADABLE, ADSYNC_USAGE where there is a file by then, and what the writing throws.
 */
export async function makeSqliteFile<T>(
  file: SqliteFile,
  fill: (backend: Backend) => Promise<T>,
): Promise<T> {
  const draft = { ...file, path: draftOf(file.path, randomUUID()) };
  try {
    if (!existsSync(dirname(file.path))) await makeFolder(dirname(file.path), 0o700);
    closeSync(openSync(draft.path, 'wx', 0o600));
    const filled = await fillAndClose(draft, fill);
    await requireComplete(draft);
    takeName(draft.path, file);
    syncFolder(dirname(file.path));
    return filled;
  } catch (error) {
    throw explainSqliteError(file.location, error);
  } finally {
    removeDraft(draft.path);
  }
}

async function fillAndClose<T>(draft: SqliteFile, fill: (backend: Backend) => Promise<T>): Promise<T> {
  const backend = await openSqlite(draft);
  try {
    return await fill(backend);
  } finally {
    await backend.close();
  }
}

/**
 * Fails unless all of the draft is in its one file, on the disk. SQLite says nothing where it cannot move the log into
 * the database while it closes, as on a disk that is nearly full, and the log does not go along when the file is renamed.
 */
async function requireComplete(draft: SqliteFile): Promise<void> {
  const database = new DatabaseSync(draft.path);
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
  syncFile(draft.path, 'r+');
  const reader = await openSqlite({ ...draft, mode: 'read' });
  await reader.close();
}

function fileStats(path: string, location: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw explainSqliteError(location, error);
  }
}

/** SQLite would open a file that is read-only for reading, and leave a log beside it before it says so. */
function requireWritable({ path, location }: SqliteFile): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw explainSqliteError(location, error);
  }
}

function takeName(draft: string, { path, location }: SqliteFile): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    throw new StateMade('ADSYNC_USAGE', `Another run has made the state ${location} meanwhile`, {
      remedy: 'Look at it with `adsync state list`, then run the command again.',
      cause: error,
    });
  }
}

/** Makes a new name in the folder durable; Windows does so by itself and opens no folders. */
function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder, 'r');
}

function syncFile(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A draft that stays behind is litter, and no reason to fail. */
function removeDraft(draft: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  } catch {
    // What was in the way of the draft is reported by what made it.
  }
}
