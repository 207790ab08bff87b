import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { profileInvalid } from './profile-invalid.ts';

const largestFile = 64 * 1024;

/**
 * The text of a file with secrets; `undefined` where none is there. Throws ADSYNC_PROFILE_INVALID for a file that others may
 * read or write, that belongs to another user, or that is not a file.
 */
export function readPrivateFile(file: string): string | undefined {
  const shown = printable(file);
  let opened: number | undefined;
  try {
    // A named pipe would keep the program waiting for its writer.
    opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    requirePrivate(shown, opened);
    return readFileSync(opened, 'utf8');
  } catch (cause) {
    if (cause instanceof AdsyncError) throw cause;
    if (systemCode(cause) === 'ENOENT') return undefined;
    if (systemCode(cause) === 'ENOTDIR')
      throw profileInvalid(
        shown,
        'a part of its path is a file, not a folder',
        'Move that file away, or set ADSYNC_CONFIG_DIR to a folder.',
      );
    throw profileInvalid(
      shown,
      `it cannot be read (${systemCode(cause) ?? causeText(cause)})`,
      'Let this user read it.',
    );
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function requirePrivate(shown: string, opened: number): void {
  const found = fstatSync(opened);
  if (!found.isFile() || found.size > largestFile)
    throw profileInvalid(
      shown,
      'it is not the file of a profile',
      'Move it away, and sign in again with `adsync auth login`.',
    );
  const own = process.geteuid?.();
  // Windows has no such bits: the folder of a user's settings is that user's.
  if (own === undefined) return;
  const quoted = `'${shown.replaceAll("'", String.raw`'\''`)}'`;
  // Root reads what every user has, such as a folder that is mounted into a container.
  if (own !== 0 && found.uid !== own && found.uid !== 0)
    throw profileInvalid(shown, 'it belongs to another user', `Make it yours: chown ${own} ${quoted}`);
  if ((found.mode & 0o077) !== 0)
    throw profileInvalid(
      shown,
      'others than you may read or write it',
      `Make it private: chmod 600 ${quoted}. Whoever could read it may know the secrets: renew them.`,
    );
}
