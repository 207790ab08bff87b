import { randomUUID } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../diagnostics/cause-text.ts';
import { systemNow } from '../diagnostics/system-now.ts';

/** No file takes this long to be written: whoever left a temporary file that is older was killed. */
const staleAfterMs = 3_600_000;
/** What a new file may be before the mask of the process takes bits away. */
const usualMode = 0o666;

/** The text of a file, and the bits of its mode; those that the process gives to new files unless said. */
export interface WholeFile {
  readonly text: string | Buffer;
  readonly mode?: number | undefined;
}

/**
 * Makes a file that takes its name when it is complete and on the disk; `false` where something stands there already.
 * Throws what the file system throws.
 */
export async function createWhole(file: string, whole: WholeFile): Promise<boolean> {
  const temporary = await completedBeside(file, whole);
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Puts a file, complete and on the disk, in place of what stands there. Throws what the file system throws. */
export async function replaceWhole(file: string, whole: WholeFile): Promise<void> {
  const temporary = await completedBeside(file, whole);
  try {
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes the text of a file into a temporary one beside it; returns the path of that. Throws what the file system throws. */
export async function completedBeside(file: string, { text, mode }: WholeFile): Promise<string> {
  await removeStale(file);
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', mode ?? usualMode);
  try {
    await handle.writeFile(text);
    // The mask of the process may have taken bits away.
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
    return temporary;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Removes what runs that were killed have left beside a file. */
async function removeStale(target: string): Promise<void> {
  const folder = dirname(target);
  const start = `.${basename(target)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !/^[0-9a-f-]{36}\.tmp$/.test(name.slice(start.length))) continue;
    const file = join(folder, name);
    // Another run may have given it its name meanwhile.
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && systemNow() - found.mtimeMs > staleAfterMs) await rm(file, { force: true });
  }
}
