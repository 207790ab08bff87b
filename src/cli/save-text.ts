import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Context } from './context.ts';

/** Writes a file that the user named; throws ADSYNC_USAGE where that cannot be done. */
export async function saveText({ io }: Context, file: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, { lines: [reason], cause });
  }
}
