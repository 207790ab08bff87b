import { existsSync, renameSync } from 'node:fs';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { filePathOf } from './open-store.ts';
import { explainSqliteError } from './sqlite-error.ts';

/**
 * Gives a damaged state file another name beside it, with the log that belongs to it, and returns that name; nothing is
 * deleted. Takes the time in milliseconds since 1970, for the name. Throws ADSYNC_USAGE as `requireFile`,
 * ADSYNC_STATE_UNREADABLE where it cannot be done.
 */
export function setAside(url: string, at: number): string {
  const path = requireFile(url);
  const aside = `${path}.damaged-${new Date(at).toISOString().replace(/[-:.]/g, '')}`;
  try {
    // The log first: it must never be taken for the log of the state that comes next.
    for (const suffix of ['-wal', '-shm', ''])
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  } catch (error) {
    throw explainSqliteError(url, error);
  }
  return aside;
}

/** The path of a state that is kept in a file. Throws ADSYNC_USAGE for any other: it cannot be set aside. */
export function requireFile(url: string): string {
  const path = filePathOf(url);
  if (path !== undefined) return path;
  throw new AdsyncError('ADSYNC_USAGE', 'Only a state in a file can be set aside', {
    remedy:
      'Begin a new state in a schema of its own: name it at the end of the address, as in ?search_path=adsync_2, and run the command again.',
  });
}
