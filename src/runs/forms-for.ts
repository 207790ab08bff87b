import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormCache, openFormCache } from '../config/form-cache.ts';
import type { Run } from './run.ts';
import { sealedFilesFor } from './sealed-files-for.ts';

/**
 * Where forms of the document's files are kept: beside the state of this folder. `undefined` where nothing else keeps
 * anything there, because reading a document leaves nothing behind; in a pipeline, and without a place
 * for settings.
 */
export async function formsFor(
  run: Pick<Run, 'cwd' | 'workTree' | 'version' | 'sources'>,
): Promise<FormCache | undefined> {
  const { cwd, version } = run;
  const files = sealedFilesFor(run);
  if (files === undefined) return undefined;
  const folder = join(cwd, '.adsync');
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true ? openFormCache(files, join(folder, 'cache'), version) : undefined;
}
