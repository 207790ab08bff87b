import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { decode } from './decode.ts';
import { type FoundFile, readOneFile } from './files.ts';
import { entryOf, type Located, type LocatedMap } from './located.ts';
import type { Report } from './problem-list.ts';
import { readYaml } from './read-yaml.ts';
import { expandTemplates, type Scope } from './templates.ts';
import type { ReadFrom } from './work-tree.ts';

const environmentPrefix = 'ADSYNC_VAR_';
const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Values for variables from outside the document. */
export interface VariableSources {
  /** Paths of YAML files that map names to values; later ones win. */
  readonly files: readonly string[];
  /** `name=value` as on the command line; later ones win. The value is text. */
  readonly flags: readonly string[];
  /** Those that begin with `ADSYNC_VAR_` count. Their values are texts. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The value of a variable: from a document, or a text from outside. */
type VariableValue = Located | string;

type Variables = ReadonlyMap<string, VariableValue>;

/**
 * The variables by name. The document's values yield to those of variable files, these to the environment, and these
 * to flags. Gives the maps of the variable files too. Reported: bad names, values that use templates. Throws ADSYNC_DOCUMENT_MISSING for a file that cannot be
 * read.
 */
export async function readVariables(
  root: LocatedMap | undefined,
  sources: VariableSources,
  from: ReadFrom,
  report: Report,
): Promise<{ readonly variables: Variables; readonly inFiles: readonly LocatedMap[] }> {
  const variables = new Map<string, VariableValue>();
  const inFiles: LocatedMap[] = [];
  addAll(variables, entryOf(root, 'variables')?.value, report);
  for (const given of sources.files) {
    for (const map of readVariableFile(await readOneFile(given, from), report)) {
      addAll(variables, map, report);
      inFiles.push(map);
    }
  }
  for (const [name, value] of Object.entries(sources.environment)) {
    if (value !== undefined && name.startsWith(environmentPrefix)) {
      variables.set(name.slice(environmentPrefix.length), value);
    }
  }
  for (const [name, value] of readFlags(sources.flags)) variables.set(name, value);
  return { variables, inFiles };
}

/** `${var.NAME}` over the variables; what templates ask for is noted in `used`. */
export function variableScope(variables: Variables, used: Map<string, Located>): Scope {
  return {
    name: 'var',
    remedy: 'Declare it under variables, or give it by --var, --var-file or ADSYNC_VAR_….',
    keys: () => variables.keys(),
    get(key, { file, offset }) {
      const value = variables.get(key);
      const node =
        typeof value === 'string' ? ({ type: 'scalar', file, offset, text: value } as const) : value;
      if (node !== undefined) used.set(key, node);
      return node;
    },
  };
}

/** Throws ADSYNC_USAGE for a `--var` that is not `name=value`. */
function readFlags(flags: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    flags.map((flag) => {
      const at = flag.indexOf('=');
      const name = flag.slice(0, Math.max(0, at));
      if (namePattern.test(name)) return [name, flag.slice(at + 1)] as const;
      throw new AdsyncError('ADSYNC_USAGE', `--var ${flag} is not of the form name=value`, {
        remedy: 'Write --var season=summer; names have letters, digits, "_" and "-".',
      });
    }),
  );
}

/**
 * What nothing declares and no template uses is a slip of the pen: reports it where a file of variables gives it, throws
 * ADSYNC_USAGE for a `--var`.
 */
export function refuseUseless(
  { flags, inFiles }: { readonly flags: readonly string[]; readonly inFiles: readonly LocatedMap[] },
  root: LocatedMap | undefined,
  used: ReadonlyMap<string, Located>,
  report: Report,
): void {
  const declared = entryOf(root, 'variables')?.value;
  const known = new Set([...used.keys(), ...(declared?.type === 'map' ? declared.entries.keys() : [])]);
  for (const [name, { key }] of inFiles.flatMap(({ entries }) => [...entries])) {
    if (known.has(name)) continue;
    const near = nearest(name, known);
    report(key, {
      rule: 'unknown-variable',
      message: `the document has no variable ${name}`,
      remedy: near === undefined ? 'Remove it, or declare it under variables.' : `Did you mean ${near}?`,
    });
  }
  for (const name of readFlags(flags).keys()) {
    if (known.has(name)) continue;
    const near = nearest(name, known);
    throw new AdsyncError('ADSYNC_USAGE', `--var ${name}: the document has no such variable`, {
      remedy:
        near === undefined ? 'Remove it, or declare it under variables.' : `Did you mean --var ${near}=…?`,
    });
  }
}

function readVariableFile(found: FoundFile, report: Report): readonly LocatedMap[] {
  const file = decode(found, report);
  if (file === undefined) return [];
  return readYaml(file, report).roots.flatMap((root) => {
    if (root.type === 'map') return [root];
    report(root, {
      rule: 'wrong-type',
      message: 'a file of variables must be a map of names to values',
      remedy: 'Write one "name: value" a line.',
    });
    return [];
  });
}

function addAll(variables: Map<string, VariableValue>, declared: Located | undefined, report: Report): void {
  if (declared?.type !== 'map') return;
  // Without scopes every template is unknown: a variable has no order to be filled in.
  for (const [name, { key, value }] of expandTemplates(declared, [], report).entries) {
    if (namePattern.test(name)) variables.set(name, value);
    else {
      report(key, {
        rule: 'variable-name',
        message: `${name} cannot be the name of a variable`,
        remedy: 'Use letters, digits, "_" and "-", beginning with a letter or "_".',
      });
    }
  }
}
