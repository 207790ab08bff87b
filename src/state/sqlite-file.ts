import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { systemCode } from '../diagnostics/cause-text.ts';
import { openSqlite, type SqliteFile } from './sqlite-backend.ts';
import { explainSqliteError } from './sqlite-error.ts';
import { damaged, unreadable } from './unreadable.ts';

/**
 * Whether there is a file at the path. Throws ADSYNC_STATE_UNREADABLE where something else is in the way,
 * and for an empty file: a state is never empty, so what it held is lost.
 */
export function hasSqliteFile({ path, location }: SqliteFile): boolean {
  const found = fileStats(path, location);
  if (found === undefined) return false;
  if (found.isDirectory())
    throw unreadable(location, 'is a folder', 'Name a file in it, such as sqlite:FOLDER/state.db.');
  if (!found.isFile()) throw unreadable(location, 'is not a file', 'Name a file: sqlite:PATH.');
  // SQLite itself writes one byte into an empty file on some systems, and takes such a file for an empty database.
  if (found.size <= 1) throw damaged(location, 'is an empty file');
  return true;
}

/**
 * Makes an empty state at the path unless there is a file, readable for this user alone. It is completed under
 * another name first: at no moment does half a state stand there, and of two starters one makes it.
 * Throws ADSYNC_STATE_UNREADABLE.
 */
export async function ensureSqliteFile(file: SqliteFile): Promise<void> {
  if (hasSqliteFile(file)) {
    requireWritable(file);
    return;
  }
  const draft = `${file.path}.${randomUUID()}.new`;
  try {
    mkdirSync(dirname(file.path), { recursive: true, mode: 0o700 });
    closeSync(openSync(draft, 'wx', 0o600));
    const backend = await openSqlite({ ...file, path: draft });
    await backend.close();
    linkUnlessThere(draft, file.path);
    syncFolder(dirname(file.path));
  } catch (error) {
    throw explainSqliteError(file.location, error);
  } finally {
    removeDraft(draft);
  }
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

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Makes a new name in the folder durable; Windows does so by itself and opens no folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
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
