import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { isHandedOver, readInput, whyNotRead } from '../diagnostics/input-file.ts';
import { fileRole } from './file-role.ts';
import { type IgnoreRules, ignoreFileName, ignoreRules, isIgnored } from './ignore-rules.ts';
import { namesOf } from './names-of.ts';
import { pathsRemedy } from './nearby-documents.ts';
import { type ReadFrom, refuseLinksOut } from './work-tree.ts';

/** Larger files are refused: reading YAML takes some sixty times its size of memory. */
const maxBytes = 64 * 1024 * 1024;

/** A file as it lies on the disk. */
export interface FoundFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** It was met in a folder, and has accounts without a version, so that nobody can tell what it is. */
  readonly lacksVersion?: true;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Folders that were read, relative to the working directory, `.` for itself. */
  readonly folders: readonly string[];
  /** YAML files in these folders that are no documents, which people are told. */
  readonly skipped: readonly string[];
  /** All that is there in these folders and was not read, `skipped` among it; a folder ends with `/`. */
  readonly unread: readonly string[];
}

/** Where files are searched. */
export interface SearchFrom extends ReadFrom {
  /** Files of variables lie in the same folders as documents, and are none. */
  readonly variables: { readonly files: readonly string[] };
}

interface Search {
  readonly cwd: string;
  readonly from: SearchFrom;
  /** By their paths without symbolic links. */
  readonly files: Map<string, FoundFile>;
  readonly folders: Set<string>;
  readonly skipped: Map<string, string>;
  readonly unread: Set<string>;
  /** Full paths of the files of variables. */
  readonly variables: ReadonlySet<string>;
}

function newSearch(from: SearchFrom): Search {
  return {
    cwd: from.cwd,
    from,
    files: new Map(),
    folders: new Set(),
    skipped: new Map(),
    unread: new Set(),
    variables: new Set(from.variables.files.map((file) => path.resolve(from.cwd, file))),
  };
}

/**
 * Reads the files that are named, and the documents below folders that are named: every `*.yaml` and `*.yml` with
 * `version:`, sorted; a file that is met twice is read once. Folders that begin with a dot, `node_modules`, files of
 * variables and what `.adsyncignore` names are passed over.
 * Throws ADSYNC_DOCUMENT_MISSING for what does not exist or cannot be read, a folder that contains itself through a
 * symbolic link, and when there is no document at all; ADSYNC_DOCUMENT_OUTSIDE for what leads out of the work tree.
 */
export async function findFiles(paths: readonly string[], from: SearchFrom): Promise<FoundFiles> {
  const search = newSearch(from);
  for (const given of paths) {
    const absolute = path.resolve(from.cwd, given);
    const found = await look(search, absolute);
    if (found.isDirectory()) await searchNamed(search, absolute);
    else await addNamed(search, absolute);
  }
  const skipped = [...search.skipped.values()];
  if (search.files.size === 0) throw nothingFound(paths, skipped);
  const files = [...search.files.values()];
  const read = new Set(files.map((file) => file.path));
  const unread = [...search.unread].filter((shown) => !read.has(shown));
  return { files, folders: [...search.folders], skipped, unread };
}

/** A folder that somebody names is searched whatever the rules of the folders above say of it. */
async function searchNamed(search: Search, folder: string): Promise<void> {
  const above = foldersAbove(search.cwd, folder);
  const rules: IgnoreRules[] = [];
  for (const each of above) rules.push(...(await rulesIn(search, each)));
  await searchFolder(search, folder, { above: [], rules: isIgnored(rules, `${folder}/`) ? [] : rules });
}

/** The folders from the working directory down to one above the given; none for one outside of it. */
function foldersAbove(cwd: string, folder: string): readonly string[] {
  const relative = path.relative(cwd, folder);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return [];
  const steps = relative.split(path.sep).slice(0, -1);
  return [cwd, ...steps.map((_, index) => path.join(cwd, ...steps.slice(0, index + 1)))];
}

async function rulesIn(search: Search, folder: string): Promise<readonly IgnoreRules[]> {
  const file = path.join(folder, ignoreFileName);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return [];
  const { bytes } = await readFound(search, file);
  return [await ignoreRules(folder, bytes.toString('utf8'))];
}

interface Around {
  /** Folders that this one is in, without symbolic links. */
  readonly above: readonly string[];
  readonly rules: readonly IgnoreRules[];
}

async function searchFolder(search: Search, folder: string, { above, rules: outer }: Around): Promise<void> {
  await refuseLinksOut(folder, search.from);
  const real = await attempt(search, folder, () => realpath(folder));
  if (above.includes(real)) {
    throw missing(shownPath(search.cwd, folder), 'contains itself through a symbolic link');
  }
  search.folders.add(shownPath(search.cwd, folder));
  const names = await attempt(search, folder, () => readdir(folder));
  const rules = [...outer, ...(await rulesIn(search, folder))];
  for (const name of names.toSorted()) {
    const absolute = path.join(folder, name);
    const isYaml = /\.ya?ml$/.test(name);
    if (isYaml && isIgnored(rules, absolute)) {
      search.unread.add(shownPath(search.cwd, absolute));
      continue;
    }
    // A broken link that is no YAML file is nobody's business.
    const found = isYaml ? await look(search, absolute) : await stat(absolute).catch(() => undefined);
    if (found?.isDirectory() !== true) {
      if (isYaml) await addMet(search, absolute);
    } else if (isPassedOver(name) || isIgnored(rules, `${absolute}/`)) {
      search.unread.add(`${shownPath(search.cwd, absolute)}/`);
    } else await searchFolder(search, absolute, { above: [...above, real], rules });
  }
}

/** What other programs keep: nobody writes documents there, and packages bring documents of their own. */
function isPassedOver(folder: string): boolean {
  return folder.startsWith('.') || folder === 'node_modules';
}

/**
 * One file of variables, which may be standard input or what a shell hands over for `<(…)`; what it throws is as for
 * `findFiles`.
 */
export async function readOneFile(given: string, from: ReadFrom): Promise<FoundFile> {
  const reading: Reading = { cwd: from.cwd, from };
  const absolute = path.resolve(from.cwd, given);
  if (!isHandedOver(absolute) && absolute !== '/dev/null') return readFound(reading, absolute);
  return { path: given, bytes: await attempt(reading, absolute, () => readInput(absolute)) };
}

/** What somebody names is read whatever it holds. */
async function addNamed(search: Search, absolute: string): Promise<void> {
  // A pipe has no path that could be followed.
  requireFile(search, absolute, await look(search, absolute));
  const real = await attempt(search, absolute, () => realpath(absolute));
  search.skipped.delete(real);
  if (search.files.get(real)?.lacksVersion === undefined && search.files.has(real)) return;
  search.files.set(real, await readFound(search, absolute));
}

/** What is met in a folder is read where it is a document. */
async function addMet(search: Search, absolute: string): Promise<void> {
  const real = await attempt(search, absolute, () => realpath(absolute));
  if (search.files.has(real)) return;
  const shown = shownPath(search.cwd, absolute);
  if (search.variables.has(absolute) || search.variables.has(real)) {
    search.unread.add(shown);
    return;
  }
  const found = await readFound(search, absolute);
  const role = fileRole(found.bytes);
  if (role === 'document') search.files.set(real, found);
  else if (role === 'lacks-version') search.files.set(real, { ...found, lacksVersion: true });
  else {
    search.skipped.set(real, shown);
    search.unread.add(shown);
  }
}

/** How files are read, whatever else a search holds. */
type Reading = Pick<Search, 'cwd'> & { readonly from: ReadFrom };

async function readFound(search: Reading, absolute: string): Promise<FoundFile> {
  const shown = shownPath(search.cwd, absolute);
  const found = await look(search, absolute);
  await refuseLinksOut(absolute, search.from);
  requireFile(search, absolute, found);
  if (found.size > maxBytes) throw missing(shown, 'is larger than 64 MiB', 'Split it into several files.');
  return { path: shown, bytes: await attempt(search, absolute, () => readFile(absolute)) };
}

function requireFile({ cwd }: Reading, absolute: string, found: Stats): void {
  if (found.isFile()) return;
  throw missing(shownPath(cwd, absolute), whyNotRead(absolute, found) ?? 'is not a file');
}

async function look(search: Reading, absolute: string): Promise<Stats> {
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
  search: Reading,
  absolute: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = systemCode(cause) ?? causeText(cause);
    const shown = shownPath(search.cwd, absolute);
    const remedy = code === 'ENOENT' ? await pathsRemedy(search.cwd) : undefined;
    throw missing(shown, causes[code] ?? `cannot be read (${code})`, remedy, cause);
  }
}

function nothingFound(paths: readonly string[], skipped: readonly string[]): AdsyncError {
  const shown = paths.join(', ');
  if (skipped.length === 0) return missing(shown, 'holds no *.yaml or *.yml file');
  return missing(
    shown,
    `holds no document: ${namesOf(skipped)} ${skipped.length === 1 ? 'has' : 'have'} no "version: 1"`,
    'Begin each file of the document with "version: 1".',
  );
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
