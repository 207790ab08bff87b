import { createHash } from 'node:crypto';
import type { DesiredDocument } from '../schemas/desired.ts';
import { readAccounts } from './accounts.ts';
import { DocumentError } from './document-error.ts';
import { mapBodies } from './entries.ts';
import { type FoundFile, type FoundFiles, findFiles } from './files.ts';
import type { FormCache } from './form-cache.ts';
import { findHomes } from './homes.ts';
import { entryOf, type Located, type LocatedMap, textOf } from './located.ts';
import { expandMatrices } from './matrix.ts';
import { mergeDocuments } from './merge.ts';
import { readMoves } from './moves.ts';
import { toPlain } from './plain.ts';
import { readPolicy } from './policy.ts';
import { createProblemList, type Fault, type Report } from './problem-list.ts';
import { readDocumentFile } from './read-files.ts';
import { readResources } from './resources.ts';
import type { SourceFile } from './source-file.ts';
import { expandTemplates, type Scope } from './templates.ts';
import { validate } from './validate.ts';
import { readVariables, refuseUseless, type VariableSources, variableScope } from './variables.ts';
import type { ReadFrom } from './work-tree.ts';

export interface LoadOptions extends ReadFrom {
  /** Files and folders, relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  readonly variables: VariableSources;
  /** Where forms of files are kept between runs; nowhere without it. */
  readonly forms?: FormCache | undefined;
}

/**
 * Reads the document from files and folders and gives what it declares. Throws DocumentError with every problem of all
 * files, sorted by place; ADSYNC_DOCUMENT_MISSING for what cannot be read, ADSYNC_DOCUMENT_OUTSIDE for what is not to be; ADSYNC_USAGE for a `--var` that is
 * malformed or that the document does not know.
 */
export async function loadDocument(options: LoadOptions): Promise<DesiredDocument> {
  return (await readTree(await findFiles(options.paths, options), options)).document;
}

/** What a document declares, and the values it was made from, defaults and templates filled in. */
export interface DocumentTree {
  readonly document: DesiredDocument;
  readonly root: LocatedMap;
}

/** The same for files that were read already, or that nobody has written yet; throws as `loadDocument` does. */
export async function readTree(
  { files, ...searched }: FoundFiles,
  options: Omit<LoadOptions, 'paths'>,
): Promise<DocumentTree> {
  const problems = createProblemList();
  const { report } = problems;
  const { roots, complete } = await readRoots(files, report, options.forms);
  const merged = mergeDocuments(roots, report);
  const { variables, inFiles } = await readVariables(merged, options.variables, options, report);
  if (merged === undefined) throw new DocumentError(problems.sorted());
  const used = new Map<string, Located>();
  const scopes = [variableScope(variables, used)];
  const filled = fillIn(expandMatrices(merged, scopes, report), scopes, report);
  const root = applyDefaults(filled);
  const hasVersions = !files.some(({ lacksVersion }) => lacksVersion);
  validate(root, report, { complete, hasVersions });
  const resources = readResources(root, report, { complete });
  const moves = readMoves(root, resources, report, { complete });
  const policy = readPolicy(root, report);
  const found = problems.sorted();
  if (found.length > 0) throw new DocumentError(found);
  refuseUseless({ flags: options.variables.flags, inFiles }, merged, used, report);
  if (problems.sorted().length > 0) throw new DocumentError(problems.sorted());
  const homes = await findHomes({ files, ...searched }, options.cwd, textOf(entryOf(root, 'project')?.value));
  const document = {
    digest: digestOf(files, used),
    accounts: readAccounts(root),
    resources: resources.map((resource) => ({ ...resource, home: homes.of(resource.source.file) })),
    ...moves,
    ...policy,
    files: files.map(({ path }) => path),
    places: homes.places,
  };
  return { document, root };
}

export const lacksVersionFault: Fault = {
  rule: 'missing',
  message: 'the file has "accounts:" and lacks "version:", which files in a folder are known by',
  remedy: 'Begin it with "version: 1"; or name it in .adsyncignore where it is no part of the document.',
};

/** The documents of all files, in their order; not complete where something could not be read. */
async function readRoots(
  files: readonly FoundFile[],
  report: Report,
  forms: FormCache | undefined,
): Promise<{ readonly roots: readonly Located[]; readonly complete: boolean }> {
  const roots: Located[] = [];
  let complete = true;
  for (const found of files) {
    const read = await readDocumentFile(found, report, forms);
    complete &&= read?.complete === true;
    if (read === undefined) continue;
    const { file } = read;
    if (found.lacksVersion) reportVersion(file, read.roots, report);
    if (read.roots.length === 0 && read.complete) {
      report(
        { file, offset: 0 },
        {
          rule: 'empty-file',
          message: 'the file declares nothing',
          remedy: 'Begin with "version: 1" and "accounts:", or remove the file.',
        },
      );
    }
    roots.push(...read.roots);
  }
  return { roots, complete };
}

/** Shows the accounts of a file that nobody can tell from one of another program. */
function reportVersion(file: SourceFile, roots: readonly Located[], report: Report): void {
  const [accounts] = roots.flatMap((root) => entryOf(root, 'accounts') ?? []);
  report(accounts?.key ?? { file, offset: 0 }, lacksVersionFault);
}

/** Fills in templates everywhere but in the variables themselves. */
function fillIn(root: LocatedMap, scopes: readonly Scope[], report: Report): LocatedMap {
  const { variables = [], others = [] } = Object.groupBy(root.entries, ([name]) =>
    name === 'variables' ? 'variables' : 'others',
  );
  const filled = expandTemplates({ ...root, entries: new Map(others) }, scopes, report);
  return { ...root, entries: new Map([...variables, ...filled.entries]) };
}

/**
 * The document with its `defaults` put under every resource of the kind: what the resource says itself wins, null too.
 * Resources that are managed elsewhere take none, because they have no fields.
 */
function applyDefaults(root: LocatedMap): LocatedMap {
  const defaults = entryOf(root, 'defaults')?.value;
  if (defaults?.type !== 'map') return root;
  return mapBodies(root, (body, { kind, external }) => {
    const fields = entryOf(defaults, kind.name)?.value;
    if (external || fields?.type !== 'map') return body;
    const known = [...fields.entries].filter(([name]) => Object.hasOwn(kind.fields, name));
    return { ...body, entries: new Map([...known, ...body.entries]) };
  });
}

/** `sha256:…` over names and bytes of the files, and the variables that the document uses with their values. */
function digestOf(files: readonly FoundFile[], used: ReadonlyMap<string, Located>): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  const variables = [...used.entries()].map(([name, value]) => [name, toPlain(value)] as const);
  hash.update(JSON.stringify(variables.sort(([left], [right]) => (left < right ? -1 : 1))));
  return `sha256:${hash.digest('hex')}`;
}
