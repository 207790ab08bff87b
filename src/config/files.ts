import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { isHandedOver, readInput, whyNotRead } from '../diagnostics/input-file.ts';
import { pathsRemedy } from './nearby-documents.ts';
import { type ReadFrom, refuseLinksOut } from './work-tree.ts';

/** Larger files are refused: reading YAML takes some sixty times its size of memory. */
const maxBytes = 64 * 1024 * 1024;

/** A file as it lies on the disk. */
export interface FoundFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Folders that were read, relative to the working directory, `.` for itself. */
  readonly folders: readonly string[];
}

interface Search {
  readonly cwd: string;
  readonly from: ReadFrom;
  readonly files: Map<string, FoundFile>;
  readonly folders: Set<string>;
}

/**
 * Reads files, and every `*.yaml` and `*.yml` below folders, sorted; a file that is met twice is read once.
 * Throws ADSYNC_DOCUMENT_MISSING for what does not exist or cannot be read, a folder that contains itself through a
 * symbolic link, and when there is no file at all; ADSYNC_DOCUMENT_OUTSIDE for what leads out of the work tree.
 */
export async function findFiles(paths: readonly string[], from: ReadFrom): Promise<FoundFiles> {
  const search: Search = { cwd: from.cwd, from, files: new Map(), folders: new Set() };
  for (const given of paths) {
    const absolute = path.resolve(from.cwd, given);
    const found = await look(search, absolute);
    if (found.isDirectory()) await searchFolder(search, absolute, []);
    else await addFile(search, absolute);
  }
  if (search.files.size === 0) throw missing(paths.join(', '), 'holds no *.yaml or *.yml file');
  return { files: [...search.files.values()], folders: [...search.folders] };
}

async function searchFolder(search: Search, folder: string, above: readonly string[]): Promise<void> {
  await refuseLinksOut(folder, search.from);
  const real = await attempt(search, folder, () => realpath(folder));
  if (above.includes(real)) {
    throw missing(shownPath(search.cwd, folder), 'contains itself through a symbolic link');
  }
  search.folders.add(shownPath(search.cwd, folder));
  const names = await attempt(search, folder, () => readdir(folder));
  for (const name of names.toSorted()) {
    const absolute = path.join(folder, name);
    const isYaml = /\.ya?ml$/.test(name);
    // A broken link that is no YAML file is nobody's business.
    const found = isYaml ? await look(search, absolute) : await stat(absolute).catch(() => undefined);
    if (found?.isDirectory() === true) await searchFolder(search, absolute, [...above, real]);
    else if (isYaml) await addFile(search, absolute);
  }
}

/**
 * One file of variables, which may be standard input or what a shell hands over for `<(…)`; what it throws is as for
 * `findFiles`.
 */
export async function readOneFile(given: string, from: ReadFrom): Promise<FoundFile> {
  const search: Search = { cwd: from.cwd, from, files: new Map(), folders: new Set() };
  const absolute = path.resolve(from.cwd, given);
  if (!isHandedOver(absolute) && absolute !== '/dev/null') return readFound(search, absolute);
  return withinSize({ path: given, bytes: await attempt(search, absolute, () => readInput(absolute)) });
}

async function addFile(search: Search, absolute: string): Promise<void> {
  const real = await attempt(search, absolute, () => realpath(absolute));
  if (search.files.has(real)) return;
  search.files.set(real, await readFound(search, absolute));
}

async function readFound(search: Search, absolute: string): Promise<FoundFile> {
  const shown = shownPath(search.cwd, absolute);
  const found = await look(search, absolute);
  await refuseLinksOut(absolute, search.from);
  if (!found.isFile()) throw missing(shown, whyNotRead(absolute, found) ?? 'is not a file');
  if (found.size > maxBytes) throw tooLarge(shown);
  return { path: shown, bytes: await attempt(search, absolute, () => readFile(absolute)) };
}

function withinSize(file: FoundFile): FoundFile {
  if (file.bytes.length > maxBytes) throw tooLarge(file.path);
  return file;
}

function tooLarge(shown: string): AdsyncError {
  return missing(shown, 'is larger than 64 MiB', 'Split it into several files.');
}

async function look(search: Search, absolute: string): Promise<Stats> {
  return attempt(search, absolute, () => stat(absolute));
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is a file',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ELOOP: 'is a symbolic link that leads to itself',
  ENAMETOOLONG: 'has too long a name',
};

async function attempt<Result>(
  search: Search,
  absolute: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code';
    const shown = shownPath(search.cwd, absolute);
    const remedy = code === 'ENOENT' ? await pathsRemedy(search.cwd) : undefined;
    throw missing(shown, causes[code] ?? `cannot be read (${code})`, remedy, cause);
  }
}

function missing(shown: string, what: string, remedy?: string, cause?: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_DOCUMENT_MISSING', `${shown} ${what}`, {
    remedy: remedy ?? 'Name the files or folders that hold the document.',
    cause,
  });
}

function shownPath(cwd: string, absolute: string): string {
  return path.relative(cwd, absolute).split(path.sep).join('/') || '.';
}
