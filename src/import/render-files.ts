import { kindNamed, rootKind } from '../schemas/registry.ts';
import type { Outline, Section } from './outline.ts';
import { bodyLines, indented, type Line } from './render.ts';
import type { Defaults } from './shorten/common-fields.ts';
import type { Shortened } from './shorten/shorten.ts';
import { keyText, valueText } from './value-text.ts';

/** A file of the document that nobody has written yet. */
export interface NewFile {
  /** Relative to the folder that the import writes into. */
  readonly name: string;
  /** Made anew each time: of all files together they take far more room than their text. */
  readonly lines: () => readonly Line[];
}

/** The most entries that one file holds of what an account is made of. */
export const entriesPerFile = 100;
/** Fewer entries than these have no file of their own. */
const fewestPerFile = 10;

/**
 * The document as one file, or, of a large account, as one for the entries whose keys begin with the same word, a hundred
 * at most, beside one for all the rest.
 */
export function filesOf({ account, defaults }: Shortened): readonly NewFile[] {
  const large = account.sections.some(
    (section) => isMain(section) && section.members.length > entriesPerFile,
  );
  const common = defaultLines(defaults);
  if (!large)
    return [{ name: 'campaigns.yaml', lines: () => documentLines(account, bodyLines(account), common) }];
  const main = account.sections.filter(isMain);
  const rest = account.sections.filter((section) => !isMain(section));
  return [
    { name: 'account.yaml', lines: () => documentLines(account, bodyLines(account, rest), common) },
    ...main.flatMap((section) =>
      partsOf(section).map(({ name, part }) => ({
        name,
        lines: () => documentLines(account, bodyLines(justNamed(account), [part])),
      })),
    ),
  ];
}

/** What an account is made of, and not what that refers to. */
function isMain({ kind }: Section): boolean {
  return kind.import?.onlyWhereReferred !== true;
}

function partsOf(section: Section): readonly { readonly name: string; readonly part: Section }[] {
  const { kind, members } = section;
  if (members.length <= entriesPerFile) return [{ name: `${kind.section}.yaml`, part: section }];
  return [...membersByWord(members)].flatMap(([word, own]) => {
    const count = Math.ceil(own.length / entriesPerFile);
    return Array.from({ length: count }, (_, index) => ({
      name: `${kind.section}-${word}${index === 0 ? '' : `-${index + 1}`}.yaml`,
      part: { ...section, members: own.slice(index * entriesPerFile, (index + 1) * entriesPerFile) },
    }));
  });
}

/** Members by the first word of their keys; those that share it with too few are together under `others`. */
function membersByWord(members: readonly Outline[]): ReadonlyMap<string, readonly Outline[]> {
  const counts = Map.groupBy(members, firstWord);
  return Map.groupBy(members, (member) => {
    const word = firstWord(member);
    return (counts.get(word)?.length ?? 0) < fewestPerFile ? 'others' : word;
  });
}

function firstWord({ branch }: Outline): string {
  return branch.key.split(/[-._]/, 1).join('');
}

/** Each file says which account it is about, so that it can be read alone. */
function justNamed(account: Outline): Outline {
  return { ...account, notes: [], fields: account.fields.filter(([name]) => name === 'id') };
}

function documentLines(
  account: Outline,
  body: readonly Line[],
  common: readonly Line[] = [],
): readonly Line[] {
  const entry = [{ text: `${keyText(account.key, false)}:`, about: account }, ...indented(body)];
  return [{ text: 'version: 1' }, ...common, { text: `${rootKind.section}:` }, ...indented(entry)];
}

/** What the document says of all resources of a kind. */
function defaultLines(defaults: Defaults): readonly Line[] {
  if (defaults.size === 0) return [];
  const kinds = [...defaults].flatMap(([name, fields]) => [
    { text: `${name}:` },
    ...indented(
      fields.map(([field, plain]) => ({
        text: `${field}: ${valueText(plain, kindNamed(name).fields[field]?.type, false)}`,
      })),
    ),
  ]);
  return [{ text: 'defaults:' }, ...indented(kinds)];
}

/** The text of a file. */
export function textOf({ lines }: NewFile): string {
  return lines()
    .map(({ text }) => `${text}\n`)
    .join('');
}
