import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { systemCode } from '../diagnostics/cause-text.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';

/** Files that are trusted only if this user wrote them: one that came with a checkout or an archive is not. */
export interface SealedFiles {
  /** The content of a file; `undefined` where there is none that this user wrote, undamaged. */
  read(path: string): Promise<Buffer | undefined>;
  /** Writes a file, in place of one of that name, and its folder; nothing where the folder cannot be written. */
  write(path: string, content: Uint8Array): Promise<void>;
}

const keyLength = 32;
const sealLength = 32;

/**
 * Seals files with a key that is kept in `keyFile`, outside of everything that others hand over. The key is made with the
 * first file that is written. The mode and the owner of a file prove nothing: whatever is unpacked or checked out belongs
 * to the user, and with a strict umask to nobody else.
 */
export function openSealedFiles(keyFile: string): SealedFiles {
  return {
    read: async (path) => {
      const key = await readPrivate(keyFile);
      const sealed = key?.length === keyLength ? await readPrivate(path) : undefined;
      if (key === undefined || sealed === undefined || sealed.length < sealLength) return undefined;
      const content = sealed.subarray(sealLength);
      return timingSafeEqual(sealed.subarray(0, sealLength), sealOf(key, content)) ? content : undefined;
    },
    write: async (path, content) => {
      const half = `${path}.${process.pid}`;
      try {
        const key = await keyIn(keyFile);
        if (key?.length !== keyLength) return;
        await makeFolder(dirname(path), 0o700);
        await writeFile(half, Buffer.concat([sealOf(key, content), content]), { mode: 0o600, flag: 'wx' });
        await rename(half, path);
      } catch {
        await rm(half, { force: true }).catch(() => undefined);
      }
    },
  };
}

function sealOf(key: Buffer, content: Uint8Array): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

/** The key, which is made where there is none; two programs at once take the same one. */
async function keyIn(file: string): Promise<Buffer | undefined> {
  const known = await readPrivate(file);
  if (known !== undefined) return known;
  const half = `${file}.${randomUUID()}`;
  try {
    await makeFolder(dirname(file), 0o700);
    await writeFile(half, randomBytes(keyLength), { mode: 0o600, flag: 'wx' });
    await link(half, file);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(half, { force: true }).catch(() => undefined);
  }
  return await readPrivate(file);
}

/** The bytes of a regular file of this user that only the user may read and write; Windows has no such modes. */
async function readPrivate(path: string): Promise<Buffer | undefined> {
  try {
    const { mode, uid } = await lstat(path);
    const isFile = (mode & 0o170_000) === 0o100_000;
    const isPrivate =
      process.platform === 'win32' || ((mode & 0o7777) === 0o600 && uid === process.getuid?.());
    return isFile && isPrivate ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}
