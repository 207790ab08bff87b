import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormCache, openFormCache } from '../config/form-cache.ts';
import type { Run } from './run.ts';

/**
 * Where forms of the document's files are kept: beside the state of this folder. `undefined` where nothing else keeps
 * anything there, because reading a document leaves nothing behind; and in a pipeline, where whoever opens a request
 * wrote the folder.
 */
export async function formsFor({
  cwd,
  workTree,
  version,
}: Pick<Run, 'cwd' | 'workTree' | 'version'>): Promise<FormCache | undefined> {
  if (workTree !== undefined) return undefined;
  const folder = join(cwd, '.adsync');
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true ? openFormCache(join(folder, 'cache'), version) : undefined;
}
