import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import type { EditedFile } from './edited-file.ts';

interface Prepared {
  readonly target: string;
  readonly temporary: string;
}

/**
 * Writes files in place of what was read, each as a whole or not at all; mode and symbolic links stay. `unchanged` names
 * every file that the edit was made from. Throws ADSYNC_DOCUMENT_CHANGED, before anything is written, where one of them
 * holds other bytes by now, and ADSYNC_DOCUMENT_UNWRITABLE where one cannot be written.
 */
export async function replaceFiles(
  cwd: string,
  files: readonly EditedFile[],
  unchanged: readonly { readonly path: string; readonly bytes: Buffer }[],
): Promise<void> {
  const prepared: Prepared[] = [];
  try {
    for (const file of files) prepared.push(await prepare(cwd, file));
    for (const file of unchanged) await requireUnchanged(cwd, file);
    for (const { target, temporary } of prepared) await rename(temporary, target);
  } catch (error) {
    await Promise.all(prepared.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
}

async function prepare(cwd: string, { path: shown, after }: EditedFile): Promise<Prepared> {
  try {
    const target = await realpath(path.resolve(cwd, shown));
    const { mode } = await stat(target);
    const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`);
    await writeDurably(temporary, after, mode);
    return { target, temporary };
  } catch (cause) {
    const code = systemCode(cause) ?? causeText(cause);
    throw new AdsyncError('ADSYNC_DOCUMENT_UNWRITABLE', `${shown} cannot be written (${code})`, {
      remedy: 'Check that the file and its folder may be written by this user. No file was changed.',
      cause,
    });
  }
}

async function writeDurably(file: string, bytes: Buffer, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    // The mask of the process may have taken bits away.
    await handle.chmod(mode);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function requireUnchanged(
  cwd: string,
  { path: shown, bytes }: { readonly path: string; readonly bytes: Buffer },
): Promise<void> {
  const now = await readFile(path.resolve(cwd, shown)).catch(() => undefined);
  if (now?.equals(bytes) === true) return;
  throw new AdsyncError('ADSYNC_DOCUMENT_CHANGED', `${shown} has changed since it was read`, {
    remedy: 'Run the command again. No file was changed.',
  });
}
