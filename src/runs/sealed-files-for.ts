import { dirname, join } from 'node:path';
import { openSealedFiles, type SealedFiles } from '../config/sealed-files.ts';
import type { Run } from './run.ts';

/**
 * Files in `.adsync/cache` that only this user can have written, by a key in the user's settings; `undefined` where the
 * environment names no place for settings, and in a pipeline, where nothing outlives a run.
 */
export function sealedFilesFor({
  sources,
  workTree,
}: Pick<Run, 'sources' | 'workTree'>): SealedFiles | undefined {
  const { folder } = sources.shelf;
  if (folder === undefined || workTree !== undefined) return undefined;
  return openSealedFiles(join(dirname(folder), 'cache-key'));
}
