import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What SQLite opens for reading a database. In a folder that may not be written, such as a read-only mount, it could not
 * make the index of the log that it reads with; where there is no log, the file is all there is, and is read as one
 * that nobody changes (https://www.sqlite.org/uri.html#uriimmutable).
 */
export function placeToRead(path: string): string | URL {
  if (existsSync(`${path}-wal`) || isWritable(dirname(path))) return path;
  const url = pathToFileURL(path);
  url.search = 'immutable=1';
  return url;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
