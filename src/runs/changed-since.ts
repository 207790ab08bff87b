import { posix, resolve } from 'node:path';
import { textOfFile } from '../diagnostics/input-file.ts';
import { isWithin } from '../schemas/address.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { compareWith } from './git.ts';
import { pathsOf, relativePath } from './paths-of.ts';
import type { Run } from './run.ts';

/** A line that begins what holds for every file. */
const sharedLine = `^[[:space:]{]*["']?(variables|defaults)["']?[[:space:]]*:`;
const sharedHere = /^[\s{]*["']?(variables|defaults)["']?\s*:/m;

/** Gives the addresses that a run is limited to; `undefined` for all. */
export type Touched = (
  document: DesiredDocument,
  entries: readonly StateEntry[],
) => ReadonlySet<string> | undefined;

/**
 * What changed since a git revision: resources that a changed file declares, or declared when they were last applied.
 * Where variables or defaults may have changed, that is everything. Throws ADSYNC_USAGE as `compareWith` does.
 */
export async function changedSince(run: Run, revision: string): Promise<Touched> {
  const comparison = await compareWith(run, revision);
  const { files } = comparison;
  const shared = [
    ...run.variables.files.map((path) => posix.normalize(path)).filter((path) => files.has(path)),
    ...(await comparison.matchedThen(sharedLine)),
    ...(await sharedNow(run, files)),
  ];
  const [first] = shared;
  if (first === undefined) return (document, entries) => touchedBy(files, document, entries, run.cwd);
  run.frontend.note(
    `${first} has changed since ${revision}, and holds values for every file: everything is planned for.`,
  );
  return () => undefined;
}

async function sharedNow({ cwd }: Run, files: ReadonlySet<string>): Promise<readonly string[]> {
  const written = [...files].filter((path) => /\.ya?ml$/.test(path));
  const found: string[] = [];
  for (const path of written) {
    const text = (await textOfFile(resolve(cwd, path))) ?? '';
    if (sharedHere.test(text)) found.push(path);
  }
  return found;
}

function touchedBy(
  files: ReadonlySet<string>,
  document: DesiredDocument,
  entries: readonly StateEntry[],
  cwd: string,
): ReadonlySet<string> {
  const lines = [
    ...document.moved.map(({ to, source }) => ({ ancestor: to, source })),
    ...document.removed.map(({ from, source }) => ({ ancestor: from, source })),
  ].filter(({ source }) => files.has(source.file));
  const isNamed = (address: string): boolean => lines.some(({ ancestor }) => isWithin(address, ancestor));
  const declared = document.resources.filter(
    (resource) => filesOf(resource).some((file) => files.has(file)) || isNamed(resource.address),
  );
  const remembered = entries.filter(
    (entry) =>
      isNamed(entry.address) ||
      pathsOf(entry, document.places, cwd).some((path) => files.has(relativePath(cwd, path))),
  );
  return new Set([...declared, ...remembered].map(({ address }) => address));
}

/** The files that a resource is made from: where it stands, where its values stand, and a file of members. */
function filesOf({ kind, source, fields, fieldSources }: DesiredResource): readonly string[] {
  const places = [source, ...Object.values(fieldSources)].map(({ file }) => file);
  const members = kindNamed(kind).members === true ? Object.entries(fields) : [];
  const named = members.flatMap(([wire, path]) =>
    typeof path === 'string'
      ? [posix.join(posix.dirname(fieldSources[wire]?.file ?? source.file), path)]
      : [],
  );
  return [...places, ...named];
}
