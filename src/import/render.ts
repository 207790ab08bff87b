import type { Plain } from '../config/plain.ts';
import { printable } from '../diagnostics/display-text.ts';
import { isList, isPlainMap } from '../edit/flow-text.ts';
import type { FieldType } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { id } from '../schemas/field-types/index.ts';
import { matrixLines } from './matrix-lines.ts';
import type { Outline, Section } from './outline.ts';
import { keyText, valueText } from './value-text.ts';

/** A line of a document, and what it speaks of: a record, and where it says one field only, that one. */
export interface Line {
  readonly text: string;
  readonly about?: Outline | undefined;
  readonly field?: string | undefined;
}

const recordId = id();

/** The longest line that an entry or a list is put on. */
const widest = 100;
const mostTogether = 4;

/** The body of an entry as lines without indentation: its fields and sections, one beneath the other. */
export function bodyLines(
  outline: Outline,
  sections: readonly Section[] = outline.sections,
): readonly Line[] {
  return [
    ...outline.notes.flatMap((note) => commentLine(note, outline)),
    ...matrixOf(outline),
    ...outline.fields.flatMap(([name, plain]) => fieldLines(outline, name, plain)),
    ...sections.flatMap((section) => sectionLines(outline, section)),
  ];
}

/** The lines, two blanks deeper. */
export function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => ({ ...line, text: `  ${line.text}` }));
}

function matrixOf(outline: Outline): readonly Line[] {
  const { matrix } = outline;
  return matrix === undefined ? [] : matrixLines(matrix, widest).map((text) => ({ text, about: outline }));
}

function commentLine(note: string, about: Outline): readonly Line[] {
  return [{ text: `# ${printable(note.replaceAll(/\s+/g, ' '))}`, about }];
}

function fieldLines(about: Outline, field: string, plain: Plain): readonly Line[] {
  const type = typeOf(about.branch.kind, field);
  if (isDeep(plain)) {
    const members = plain.map((member) => ({ text: `  - ${valueText(member, type, false)}`, about, field }));
    return [{ text: `${field}:`, about, field }, ...members];
  }
  return [{ text: `${field}: ${valueText(plain, type, false)}`, about, field }];
}

function sectionLines(parent: Outline, section: Section): readonly Line[] {
  const { kind, members, notes } = section;
  const comments = notes.flatMap((note) => commentLine(note, parent));
  const head: Line = { text: `${kind.section}:`, about: parent };
  if (members.length === 0 && notes.length > 0) return comments;
  if (kind.form === 'set') return [...comments, ...setLines(parent, section)];
  return [...comments, head, ...indented(members.flatMap(entryLines))];
}

/** An entry: on one line where it is short and holds nothing, in a block otherwise. */
export function entryLines(outline: Outline): readonly Line[] {
  const key = keyText(outline.key, false);
  const short = `${key}: ${shortText(outline)}`;
  if (isPlain(outline) && outline.fields.length <= mostTogether && short.length <= widest)
    return [{ text: short, about: outline }];
  return [{ text: `${key}:`, about: outline }, ...indented(bodyLines(outline))];
}

function isPlain({ matrix, notes, sections, fields }: Outline): boolean {
  return (
    matrix === undefined &&
    notes.length === 0 &&
    sections.length === 0 &&
    fields.every(([, plain]) => !isDeep(plain))
  );
}

/** A list of more than texts and references, which takes a line for each member. */
function isDeep(plain: Plain): plain is readonly Plain[] {
  return isList(plain) && plain.some((member) => isPlainMap(member) && Object.keys(member).length > 1);
}

function shortText({ branch: { kind }, fields }: Outline): string {
  const [only, second] = fields;
  if (only !== undefined && second === undefined && only[0] === kind.shorthand)
    return valueText(only[1], typeOf(kind, only[0]), false);
  return flowMap(fields, (name) => typeOf(kind, name));
}

/** The type of a field; the id of a record is none of its kind's, and limits have none. */
function typeOf({ fields }: Kind, name: string): FieldType | undefined {
  return name === 'id' ? recordId : fields[name]?.type;
}

function flowMap(fields: Outline['fields'], typeOf: (name: string) => FieldType | undefined): string {
  const members = fields.map(([name, plain]) => `${name}: ${valueText(plain, typeOf(name), true)}`);
  return `{ ${members.join(', ')} }`;
}

function setLines(parent: Outline, { kind, members }: Section): readonly Line[] {
  const texts = members.map((member) => ({ member, text: memberText(member) }));
  const together = `${kind.section}: [${texts.map(({ text }) => text).join(', ')}]`;
  const short = members.every((member) => member.fields.length <= 1);
  if (members.length === 0 || (short && together.length <= widest))
    return [{ text: together, about: members[0] ?? parent }];
  return [
    { text: `${kind.section}:`, about: parent },
    ...texts.map(({ member, text }) => ({ text: `  - ${text}`, about: member })),
  ];
}

function memberText({ branch: { kind }, fields }: Outline): string {
  const [only] = fields;
  if (only === undefined || only[0] !== kind.shorthand) return flowMap(fields, (name) => typeOf(kind, name));
  const [name, plain] = only;
  const type = typeOf(kind, name);
  const inFlow = isPlainMap(plain) || typeof plain === 'string';
  return valueText(plain, type, inFlow);
}
