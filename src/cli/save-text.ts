import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import type { Context } from './context.ts';

/** Writes a file that the user named; throws ADSYNC_USAGE where that cannot be done. */
export async function saveText({ io }: Context, file: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), text);
  } catch (cause) {
    throw new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
      lines: [causeText(cause)],
      remedy: 'Name a file in a folder that exists and may be written.',
      cause,
    });
  }
}
