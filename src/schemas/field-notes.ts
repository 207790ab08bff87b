import type { Field } from './define-field.ts';
import type { Kind } from './define-kind.ts';
import { plainText, type Value } from './values.ts';
import { withArticle } from './with-article.ts';

/** What holds of a field beside its meaning, in sentences for people: units, defaults, and what a change takes. */
export function fieldNotes({ title, operations }: Kind, field: Field): readonly string[] {
  const notes: readonly (readonly [holds: boolean, note: string])[] = [
    [field.deprecated !== undefined, `Deprecated: ${field.deprecated ?? ''}`],
    [field.type.name === 'money', 'At most six decimals.'],
    [field.required === true, `Needed on ${withArticle(title)} that adsync creates.`],
    [field.default !== undefined, `Created with ${plainText(field.default)} where nothing is said.`],
    [field.nullable === true, 'null unsets it.'],
    [field.nullWhereLiveHasNone === true, 'null where the live one has none.'],
    [
      field.change === 'replace',
      `The platform cannot change it: a change makes a new ${title}${operations.delete === undefined ? ', and the old one stays' : ''}.`,
    ],
    [field.whilePaused === true, `An active ${title} is paused while it changes.`],
    [
      field.readable === false,
      'No answer of the platform shows it: it is compared with what was last applied, and outside changes stay unseen.',
    ],
    [field.sensitive === true, 'Personal: plans, reports and the state hold a digest of it only.'],
    [field.widened === true, 'What the platform adds by itself is no difference.'],
    [field.substituted === true, 'The platform may answer another value; that is then taken for it.'],
  ];
  const withoutPlace = Object.entries(field.type.withoutValues ?? {}).map(
    ([value, reason]) => `${value} has no place here: ${reason}.`,
  );
  return [...notes.filter(([holds]) => holds).map(([, note]) => note), ...withoutPlace];
}

/** The values that a field has in the examples of its kind, as the document writes them. */
export function fieldExamples(kind: Kind, name: string): readonly unknown[] {
  return [kind.example[name], kind.fields[name]?.example?.value].filter((value) => value !== undefined);
}

/** What the JSON Schema says of a field beside its form. */
export interface EditorFacts {
  readonly [keyword: string]: unknown;
  readonly description: string;
  readonly examples?: readonly unknown[];
  readonly default?: Value;
  readonly deprecated?: true;
}

/** What an editor shows of a field: its meaning with all that holds of it, and examples. */
export function editorFacts(kind: Kind, name: string): EditorFacts {
  const field = kind.fields[name];
  if (field === undefined) throw new RangeError(`${kind.name} has no field ${name}`);
  const examples = fieldExamples(kind, name);
  return {
    description: [field.description, ...fieldNotes(kind, field)].join(' '),
    ...(examples.length === 0 ? {} : { examples }),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.deprecated === undefined ? {} : { deprecated: true }),
  };
}
