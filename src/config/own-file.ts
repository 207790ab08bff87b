import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { makeFolder } from '../diagnostics/make-folder.ts';

/**
 * The bytes of a regular file of this user that only the user may read and write; `undefined` where there is none. One
 * that came with a checkout is not such a file.
 */
export async function readOwnFile(path: string): Promise<Buffer | undefined> {
  try {
    return (await isOwn(path)) ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes such a file, in place of one of that name, and its folder; nothing where the folder cannot be written. */
export async function writeOwnFile(path: string, content: Uint8Array): Promise<void> {
  const half = `${path}.${process.pid}`;
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(half, content, { mode: 0o600, flag: 'wx' });
    await rename(half, path);
  } catch {
    await rm(half, { force: true }).catch(() => undefined);
  }
}

/** Windows has no such modes. */
async function isOwn(path: string): Promise<boolean> {
  const { mode, uid } = await lstat(path);
  if (process.platform === 'win32') return (mode & 0o170_000) === 0o100_000;
  return (mode & 0o177_777) === 0o100_600 && uid === process.getuid?.();
}
