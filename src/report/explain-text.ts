import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';

/** The reference of a kind: what it is, where it stands, what can be done with it, and its fields. */
export function explainKind(kind: Kind): string {
  const names = Object.keys(kind.fields);
  const width = Math.max(0, ...names.map((name) => name.length));
  const fields = Object.entries(kind.fields).map(
    ([name, field]) => `  ${name.padEnd(width)}  ${field.description}`,
  );
  const place =
    kind.parent === undefined
      ? 'at the top of the document'
      : `in the entry of its ${kind.parent.replaceAll('_', ' ')}`;
  return [
    kind.name,
    `  ${kind.description}`,
    `  Stands under ${kind.section}, ${place}. Can be ${abilities(kind).join(', ')}.`,
    '',
    ...fields,
    '',
    `adsync explain ${kind.name}.${names[0] ?? 'FIELD'} tells more of a field.`,
    '',
  ].join('\n');
}

/** The reference of one field. */
export function explainField(kind: Kind, name: string, field: Field): string {
  const notes = [
    field.required === true ? 'Needed on a resource that adsync creates.' : '',
    field.nullable === true ? 'null unsets it.' : '',
    field.default === undefined ? '' : `Created with ${JSON.stringify(field.default)} where nothing is said.`,
    field.change === 'replace' ? `The platform cannot change it: a change makes a new ${kind.title}.` : '',
    field.whilePaused === true ? `An active ${kind.title} is paused while it changes.` : '',
  ];
  return [
    `${kind.name}.${name}`,
    `  ${field.description}`,
    `  Value: ${field.type.name}${field.unit === undefined ? '' : ` (${field.unit.replace('/', 'a ')})`}`,
    `  The platform's name: ${field.wire}`,
    ...notes.filter((note) => note !== '').map((note) => `  ${note}`),
    '',
  ].join('\n');
}

function abilities({ creatable, operations }: Kind): readonly string[] {
  const can = [
    ['created', creatable && operations.create !== undefined],
    ['updated', operations.update !== undefined],
    ['deleted', operations.delete !== undefined],
  ] as const;
  return can.filter(([, yes]) => yes).map(([verb]) => verb);
}
