import type { Field, FieldType, Structure } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { fieldExamples, fieldNotes } from '../schemas/field-notes.ts';
import { exampleYaml, flowYaml } from './example-yaml.ts';
import { factsOf, placeOf } from './kind-facts.ts';

/** The reference of a kind: what it is, where it stands, what can be done with it, its fields, and an example. */
export function explainKind(kind: Kind): string {
  const names = Object.keys(kind.fields);
  const width = Math.max(0, ...names.map((name) => name.length));
  const fields = Object.entries(kind.fields).map(
    ([name, field]) => `  ${name.padEnd(width)}  ${field.description}`,
  );
  const more =
    names[0] === undefined ? [] : [`adsync explain ${kind.name}.${names[0]} tells more of a field.`, ''];
  return [
    kind.name,
    `  ${kind.description}`,
    ...[placeOf(kind), ...factsOf(kind)].map((fact) => `  ${plain(fact)}`),
    '',
    ...fields,
    ...(fields.length === 0 ? [] : ['']),
    'Example:',
    ...exampleYaml(kind)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    ...more,
  ].join('\n');
}

/** The reference of one field. */
export function explainField(kind: Kind, name: string, field: Field): string {
  const unit = field.unit === undefined ? '' : ` (${field.unit.replace('/', 'a ')})`;
  const examples = fieldExamples(kind, name).map((value) => `  Example: ${name}: ${flowYaml(value)}`);
  return [
    `${kind.name}.${name}`,
    `  ${field.description}`,
    `  Value: ${field.type.name}${unit}`,
    `  The platform's name: ${field.wire}`,
    ...fieldNotes(kind, field).map((note) => `  ${note}`),
    ...examples,
    ...structureLines(field.type).map((line) => `  ${line}`),
    ...meaningLines(field),
    '',
  ].join('\n');
}

/** What a word means that a field may be, in whatever case it is given; `undefined` for other words. */
export function explainMeaning(kind: Kind, given: string): string | undefined {
  const word = given.toUpperCase();
  const found = Object.entries(kind.fields).find(([, { meanings = {} }]) => Object.hasOwn(meanings, word));
  if (found === undefined) return undefined;
  const [name, { meanings = {} }] = found;
  return `${name}: ${word} (${kind.title})\n  ${meanings[word]}\n`;
}

function meaningLines({ meanings }: Field): readonly string[] {
  return meanings === undefined
    ? []
    : ['', ...Object.entries(meanings).flatMap(([word, meaning]) => [`  ${word}`, `    ${meaning}`])];
}

/** The members of a structured value, those of the values in it below them; a value in itself is not told again. */
export function structureLines(type: FieldType, told: readonly string[] = []): readonly string[] {
  return (type.structure ?? []).flatMap((structure) => sortLines(structure, [...told, type.name]));
}

function sortLines({ sort, members }: Structure, told: readonly string[]): readonly string[] {
  const lines = Object.entries(members).flatMap(([name, member]) => {
    const marks = [
      member.required === true ? 'required' : '',
      member.default === undefined ? '' : `${flowYaml(member.default)} unless said`,
    ].filter((mark) => mark !== '');
    const more = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    const inner = told.includes(member.type.name) ? [] : structureLines(member.type, told);
    return [
      `${name}: ${member.type.name}${more}. ${member.description}`,
      ...inner.map((line) => `  ${line}`),
    ];
  });
  return sort === undefined ? lines : [`With ${sort}:`, ...lines.map((line) => `  ${line}`)];
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}
