import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMountPoint } from './mount-points.ts';
import { explainSqliteError } from './sqlite-error.ts';
import { isDraftOf } from './stale-drafts.ts';
import { unreadable } from './unreadable.ts';

/**
 * Refuses a state file that another run could open under another path: SQLite keeps the log and the shared memory
 * beside the path that it was given (https://www.sqlite.org/howtocorrupt.html, section 2.5), so that runs with two
 * paths would see neither each other's lock nor what the other one wrote last. Takes the path behind its symbolic
 * links. Throws ADSYNC_STATE_UNREADABLE, also where the file or its folder cannot be read.
 */
export function requireOnePath(path: string, location: string): void {
  if (isMountPoint(path))
    throw unreadable(
      location,
      'is mounted as a single file, so that its lock and its log stay outside the mount, where other runs do not see them',
      'Mount the folder that the file is in, and run the command again.',
    );
  const names = namesOf(path, location);
  if (names > 1)
    throw unreadable(
      location,
      `has ${names} names (hard links); runs that use different names see neither each other's lock nor each other's log`,
      `When no run uses the file, keep the name that has a log (${basename(path)}-wal) beside it, or any where none has one, delete the other names, and run the command again.`,
    );
}

/** How many names the file has; those do not count under which adsync itself has made it and that are still there. */
function namesOf(path: string, location: string): number {
  try {
    const found = fileAt(path);
    if (found.nlink <= 1n) return 1;
    const drafts = readdirSync(dirname(path))
      .filter((name) => isDraftOf(path, name))
      .filter((name) => isSame(statsOrNone(join(dirname(path), name)), found));
    // Counted again: a draft that is not listed any more has been removed meanwhile.
    return Number(fileAt(path).nlink) - drafts.length;
  } catch (error) {
    throw explainSqliteError(location, error);
  }
}

/**
 * Remembers which file stands at a path; the check that it gives throws ADSYNC_STATE_UNREADABLE where another file or
 * none stands there since: whoever opens the path now has another lock and another log.
 */
export function sameFileCheck(path: string, location: string): () => void {
  const opened = fileAt(path);
  return () => {
    if (isSame(statsOrNone(path), opened)) return;
    throw unreadable(
      location,
      'was moved, deleted or replaced while this run used it',
      `Put the file back, with its log (${basename(path)}-wal) beside it, and run the command again.`,
    );
  };
}

function fileAt(path: string): BigIntStats {
  return statSync(path, { bigint: true });
}

function statsOrNone(path: string): BigIntStats | undefined {
  try {
    return fileAt(path);
  } catch {
    return undefined;
  }
}

function isSame(found: BigIntStats | undefined, file: BigIntStats): boolean {
  return found?.ino === file.ino && found.dev === file.dev;
}
