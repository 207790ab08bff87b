import { lstat, mkdir, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';

/** A file to make; the path is relative to the working directory. */
export interface FileToCreate {
  readonly path: string;
  readonly text: string;
}

/** Throws ADSYNC_IMPORT_REFUSED where one of the paths is taken. */
export async function requireFree(cwd: string, paths: readonly string[]): Promise<void> {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(resolve(cwd, path)).catch(() => undefined)) ? [path] : [])),
  );
  const taken = found.flat();
  if (taken.length > 0) throw inTheWay(taken);
}

/**
 * Makes files that do not exist yet, all of them or none: where one cannot be made, or the signal is aborted, those made
 * are taken away again. Throws ADSYNC_IMPORT_REFUSED where one exists, ADSYNC_DOCUMENT_UNWRITABLE, and what the signal
 * was aborted with.
 */
export async function createFiles(
  cwd: string,
  files: readonly FileToCreate[],
  signal: AbortSignal,
): Promise<void> {
  const made: string[] = [];
  const folders: string[] = [];
  try {
    for (const { path, text } of files) {
      signal.throwIfAborted();
      await create(resolve(cwd, path), path, text, { made, folders });
    }
    signal.throwIfAborted();
  } catch (error) {
    await Promise.all(made.map((file) => rm(file, { force: true })));
    for (const folder of folders.toReversed()) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Made {
  readonly made: string[];
  readonly folders: string[];
}

async function create(file: string, shown: string, text: string, { made, folders }: Made): Promise<void> {
  try {
    const first = await mkdir(dirname(file), { recursive: true });
    if (first !== undefined) folders.push(first);
  } catch (cause) {
    throw unwritable(shown, cause);
  }
  try {
    const handle = await open(file, 'wx');
    made.push(file);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw systemCode(cause) === 'EEXIST' ? inTheWay([shown]) : unwritable(shown, cause);
  }
}

function unwritable(shown: string, cause: unknown): AdsyncError {
  return new AdsyncError(
    'ADSYNC_DOCUMENT_UNWRITABLE',
    `${printable(shown)} cannot be written (${systemCode(cause) ?? causeText(cause)})`,
    { remedy: 'Choose a folder that may be written with -o DIR. No file was written.', cause },
  );
}

function inTheWay(paths: readonly string[]): AdsyncError {
  const [first = '', ...others] = paths.map(printable);
  return new AdsyncError('ADSYNC_IMPORT_REFUSED', `${first} exists already, and is not overwritten`, {
    lines: others,
    remedy: 'Choose another folder with -o DIR, or move the file away. Nothing was written.',
  });
}
