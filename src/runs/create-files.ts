import { lstat, readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';
import { createWhole } from '../edit/whole-file.ts';

/** A file to make; the path is relative to the working directory. */
export interface FileToCreate {
  readonly path: string;
  readonly text: string;
}

/**
 * Throws ADSYNC_IMPORT_REFUSED where one of the paths is taken, unless by the very file that is to be made: an earlier run,
 * which was killed, made that.
 */
export async function requireFree(cwd: string, files: readonly FileToCreate[]): Promise<void> {
  const taken: string[] = [];
  for (const { path, text } of files)
    if ((await standingAt(resolve(cwd, path), text)) === 'something else') taken.push(path);
  if (taken.length > 0) throw inTheWay(taken);
}

/**
 * Makes files that do not exist yet, all of them or none: where one cannot be made, or the signal is aborted, those made
 * are taken away again. Each takes its name when it is complete; one that stands there as it is to be made stays. Throws
 * ADSYNC_IMPORT_REFUSED where something else stands there, ADSYNC_DOCUMENT_UNWRITABLE, and what the signal was aborted
 * with.
 */
export async function createFiles(
  cwd: string,
  files: readonly FileToCreate[],
  signal: AbortSignal,
): Promise<void> {
  const made: string[] = [];
  const folders: string[] = [];
  try {
    for (const file of files) {
      signal.throwIfAborted();
      await create(resolve(cwd, file.path), file, { made, folders });
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

async function create(
  file: string,
  { path: shown, text }: FileToCreate,
  { made, folders }: Made,
): Promise<void> {
  try {
    const first = await makeFolder(dirname(file));
    if (first !== undefined) folders.push(first);
    if (await createWhole(file, { text })) made.push(file);
    else if ((await standingAt(file, text)) !== 'the file') throw inTheWay([shown]);
  } catch (cause) {
    throw cause instanceof AdsyncError ? cause : unwritable(shown, cause);
  }
}

/** What stands at a path where a file with a text is to be made. */
async function standingAt(file: string, text: string): Promise<'nothing' | 'the file' | 'something else'> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return 'nothing';
  if (!found.isFile() || found.size !== Buffer.byteLength(text)) return 'something else';
  const there = await readFile(file, 'utf8').catch(() => undefined);
  return there === text ? 'the file' : 'something else';
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
