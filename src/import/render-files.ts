import { rootKind } from '../schemas/registry.ts';
import type { Outline, Section } from './outline.ts';
import { bodyLines, indented, type Line } from './render.ts';
import { keyText } from './value-text.ts';

/** A file of the document that nobody has written yet. */
export interface NewFile {
  /** Relative to the folder that the import writes into. */
  readonly name: string;
  /** Made anew each time: of all files together they take far more room than their text. */
  readonly lines: () => readonly Line[];
}

/** The most entries that one file holds of what an account is made of. */
export const entriesPerFile = 100;

/** The document as one file, or, of a large account, as one for each hundred entries beside one for all the rest. */
export function filesOf(account: Outline): readonly NewFile[] {
  const large = account.sections.some(
    (section) => isMain(section) && section.members.length > entriesPerFile,
  );
  if (!large) return [{ name: 'campaigns.yaml', lines: () => documentLines(account, bodyLines(account)) }];
  const main = account.sections.filter(isMain);
  const rest = account.sections.filter((section) => !isMain(section));
  return [
    { name: 'account.yaml', lines: () => documentLines(account, bodyLines(account, rest)) },
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
  const count = Math.ceil(members.length / entriesPerFile);
  const digits = Math.max(3, String(count).length);
  return Array.from({ length: count }, (_, index) => ({
    name: `${kind.section}-${String(index + 1).padStart(digits, '0')}.yaml`,
    part: { ...section, members: members.slice(index * entriesPerFile, (index + 1) * entriesPerFile) },
  }));
}

/** Each file says which account it is about, so that it can be read alone. */
function justNamed(account: Outline): Outline {
  return { ...account, notes: [], fields: account.fields.filter(([name]) => name === 'id') };
}

function documentLines(account: Outline, body: readonly Line[]): readonly Line[] {
  const entry = [{ text: `${keyText(account.branch.key, false)}:`, about: account }, ...indented(body)];
  return [{ text: 'version: 1' }, { text: `${rootKind.section}:` }, ...indented(entry)];
}

/** The text of a file. */
export function textOf({ lines }: NewFile): string {
  return lines()
    .map(({ text }) => `${text}\n`)
    .join('');
}
