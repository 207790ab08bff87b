import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { replaceWhole } from '../edit/whole-file.ts';
import { realPathOf } from '../state/real-path.ts';
import type { Context } from './context.ts';

/**
 * Writes a file that the user named. A file is replaced as a whole, and keeps its mode, where its folder lets that
 * happen; throws ADSYNC_USAGE where it cannot be written.
 */
export async function saveText({ io }: Context, file: string, text: string): Promise<void> {
  try {
    await save(resolve(io.cwd, file), text);
  } catch (cause) {
    throw new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
      lines: [causeText(cause)],
      remedy: 'Name a file in a folder that exists and may be written.',
      cause,
    });
  }
}

/** Codes of a file that may be written, in a folder where nothing may take its place, such as a mount of its own. */
const inPlaceCodes = new Set(['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV']);

async function save(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  // A device or a pipe, such as /dev/stdout, is written to.
  if (found !== undefined && !found.isFile()) {
    await writeFile(path, text);
    return;
  }
  try {
    await replaceWhole(realPathOf(path), { text, mode: found?.mode });
  } catch (error) {
    if (found === undefined || !inPlaceCodes.has(systemCode(error) ?? '')) throw error;
    await writeFile(path, text);
  }
}
