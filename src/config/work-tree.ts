import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** Where files are read. */
export interface ReadFrom {
  /** The working directory, which paths are relative to. */
  readonly cwd: string;
  /** In a pipeline, the checkout that nothing in it may lead out of. */
  readonly workTree?: string | undefined;
}

/**
 * Holds a file of the work tree to it: somebody else may have written what lies there, and a link in it would show them
 * what is on this machine. A path that leads elsewhere without a link was named by whoever set the pipeline up. Throws
 * ADSYNC_DOCUMENT_OUTSIDE, and ADSYNC_USAGE for a work tree that is no folder; does nothing without a work tree, and for
 * a file that is not there.
 */
export async function refuseLinksOut(absolute: string, { cwd, workTree }: ReadFrom): Promise<void> {
  if (workTree === undefined) return;
  const [root, from] = [await rootOf(cwd, workTree), await realPath(cwd)];
  const named = path.resolve(from, path.relative(cwd, absolute));
  if (!isWithin(root, named)) return;
  await refuseOutside(absolute, { cwd, workTree });
}

/**
 * The same for a file that a document names, which may lie nowhere but in the work tree, by whatever path. Throws
 * ADSYNC_DOCUMENT_OUTSIDE.
 */
export async function refuseOutside(absolute: string, { cwd, workTree }: ReadFrom): Promise<void> {
  if (workTree === undefined) return;
  const root = await rootOf(cwd, workTree);
  const real = await realPath(absolute);
  // What git keeps for itself may hold credentials.
  const isGits = path.relative(root, real).split(path.sep).includes('.git');
  if (isWithin(root, real) && !isGits) return;
  const shown = path.relative(cwd, absolute).split(path.sep).join('/');
  throw new AdsyncError('ADSYNC_DOCUMENT_OUTSIDE', `${shown} leads out of the repository, and is not read`, {
    remedy:
      'In a pipeline adsync reads nothing else on its machine. Put the file itself into the repository in place of the link or path.',
  });
}

/** A work tree that is misspelt would hold nothing, and everything would be read. */
async function rootOf(cwd: string, workTree: string): Promise<string> {
  const root = path.resolve(cwd, workTree);
  const found = await stat(root).catch(() => undefined);
  if (found?.isDirectory() === true) return await realPath(root);
  throw new AdsyncError('ADSYNC_USAGE', `ADSYNC_WORK_TREE names ${workTree}, which is not a folder`, {
    remedy: 'Set it to the top of the checkout, or unset it outside a pipeline.',
  });
}

function isWithin(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path without symbolic links; as it is where nothing is there. */
async function realPath(file: string): Promise<string> {
  return await realpath(file).catch(() => file);
}
