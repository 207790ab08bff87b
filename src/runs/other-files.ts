import { stat } from 'node:fs/promises';
import path from 'node:path';
import { withSlashes } from '../config/real-folder.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { describeHome, folderPrefix, isReadIn, placeOf, type ReadPlaces } from '../schemas/home.ts';
import type { OtherFile, OtherFiles } from '../schemas/other-file.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { pathsOf, relativePath } from './paths-of.ts';
import type { Run } from './run.ts';

/** Looks for the files that entries name and the document was not read from, as far as they can be on this machine. */
export async function findOtherFiles(
  document: Pick<DesiredDocument, 'files' | 'places'>,
  entries: readonly StateEntry[],
  cwd: string,
): Promise<OtherFiles> {
  const others = new Map(
    entries.filter((entry) => !isReadIn(document, entry)).map((entry) => [placeOf(entry), entry]),
  );
  const found = new Map<string, OtherFile>();
  for (const [place, entry] of others) found.set(place, await lookFor(entry, document.places, cwd));
  return found;
}

async function lookFor(entry: StateEntry, places: ReadPlaces, cwd: string): Promise<OtherFile> {
  const paths = pathsOf(entry, places, cwd);
  const [first] = paths;
  if (first !== undefined) {
    const standing = (await isThere(paths)) ? 'here' : 'gone';
    return { shown: printable(relativePath(cwd, first)), standing };
  }
  const read = readAt(entry, places);
  return read === undefined
    ? { shown: printable(describeHome(entry)), standing: 'elsewhere' }
    : { shown: printable(relativePath(cwd, read)), standing: 'renamed' };
}

/** The full path of a file that was read, and that would be the file of the entry if its project were called the same. */
function readAt({ file }: StateEntry, { files, roots }: ReadPlaces): string | undefined {
  return [path.resolve('/'), ...roots.map((root) => root.path)]
    .map((root) => path.resolve(root, file))
    .find((full) => files.includes(`${folderPrefix}${withSlashes(full)}`));
}

async function isThere(paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map(async (file) => await stat(file).then(Boolean, (error: unknown) => !isMissing(error))),
  );
  return found.includes(true);
}

/** A file that this user may not look at is taken to be there. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Says which resources stay as they are because the file that declared them is gone, and what to do about them. */
export function noteGoneFiles(
  { frontend }: Pick<Run, 'frontend'>,
  document: DesiredDocument,
  entries: readonly StateEntry[],
  otherFiles: OtherFiles,
): void {
  const declared = new Set(document.resources.map(({ address }) => address));
  const spoken = entries.filter(({ address }) => !declared.has(address) && !isNamed(document, address));
  const gone = Map.groupBy(spoken, (entry) => otherFiles.get(placeOf(entry)));
  for (const [file, own] of gone) {
    if (file?.standing !== 'gone') continue;
    frontend.note(goneText(file.shown, own));
  }
}

function goneText(shown: string, own: readonly StateEntry[]): string {
  const [first = ''] = own.map(({ address }) => address).sort();
  const what = own.length === 1 ? first : `${own.length} resources, such as ${first}`;
  const them = own.length === 1 ? 'it' : 'them';
  // An earlier version did not say which folder the path is relative to.
  const hint = own.some(({ project }) => project === undefined)
    ? ` Where ${shown} is relative to another folder, run adsync apply there once.`
    : '';
  return `The state holds ${what}, which ${shown} declared. That file is not there: nothing happens to ${them}. If another file declares ${them} now, name that file in this run too.${hint} To delete one, add removed: [{ from: ${first}, destroy: true }]; to forget it, run adsync state rm ${first}; to keep it, declare it again.`;
}

function isNamed({ removed, moved }: DesiredDocument, address: string): boolean {
  return [...removed, ...moved].some(({ from }) => address === from || address.startsWith(`${from}/`));
}
