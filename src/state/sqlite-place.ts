import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What SQLite opens for reading a database. */
export interface PlaceToRead {
  readonly place: string | URL;
  /** Removes what was made for reading; the database is closed by then. */
  readonly leave: () => void;
}

/**
 * Where a database is read. In a folder that may not be written, such as a read-only mount, SQLite could not make the index
 * of the log that it reads with. Where there is no log, the file is all there is, and is read as one that nobody changes
 * (https://www.sqlite.org/uri.html#uriimmutable); where a killed run left a log without its index, both are read from a
 * copy for this user alone. Throws what the file system throws where that cannot be made.
 */
export function placeToRead(path: string): PlaceToRead {
  if (isWritable(dirname(path))) return { place: path, leave: nothing };
  if (!existsSync(`${path}-wal`)) return { place: immutable(path), leave: nothing };
  // Who writes to it now has made the index.
  if (existsSync(`${path}-shm`)) return { place: path, leave: nothing };
  return copyOf(path);
}

function nothing(): void {
  // Nothing was made.
}

function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.search = 'immutable=1';
  return url;
}

function copyOf(path: string): PlaceToRead {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-reading-'));
  const place = join(folder, basename(path));
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, place + suffix);
    return { place, leave };
  } catch (error) {
    leave();
    throw error;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
