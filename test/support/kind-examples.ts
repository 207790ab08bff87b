import { z } from 'zod';
import type { Field } from '../../src/schemas/define-field.ts';
import type { Example, Kind } from '../../src/schemas/define-kind.ts';
import { kindNamed } from '../../src/schemas/registry.ts';
import type { Values } from '../../src/schemas/values.ts';

/** The key of every entry that an example stands in. */
export const exampleKey = 'example';

/** The kinds that a kind stands in, from the one below the account down to itself. */
export function lineageOf(kind: Kind): readonly Kind[] {
  return kind.parent === undefined ? [] : [...lineageOf(kindNamed(kind.parent)), kind];
}

/** What the example of a parent says otherwise. */
export type Parent = NonNullable<NonNullable<Field['example']>['parent']>;

/** What stands under the section of a kind where one resource is declared, or `several`. */
export function sectionOf(kind: Kind, several: Readonly<Record<string, Example>>): unknown {
  const [first] = Object.values(several);
  if (kind.form === 'only') return first;
  if (kind.form !== 'set') return several;
  const { shorthand } = kind;
  return Object.values(several).map((one) => (shorthand === undefined ? one : one[shorthand]));
}

/** The example of an account in which resources of the kind stand, by key, in examples of what they stand in. */
export function accountWith(
  kind: Kind,
  several: Readonly<Record<string, Example>>,
  { with: beside = {}, without = [] }: Parent = {},
): Example {
  if (kind.parent === undefined) return several[exampleKey] ?? kind.example;
  const parent = kindNamed(kind.parent);
  const usual = Object.entries({ ...parent.example, ...kind.parentExample }).filter(
    ([name]) => !without.includes(name),
  );
  const around = { ...Object.fromEntries(usual), ...beside, [kind.section]: sectionOf(kind, several) };
  return accountWith(parent, { [exampleKey]: around });
}

/** A document in which the example of a kind stands, as it is before variables are filled in and texts are read. */
export function documentWith(kind: Kind, own: Example = kind.example, parent: Parent = {}): object {
  return { version: '1', accounts: { acme: accountWith(kind, { [exampleKey]: own }, parent) } };
}

const map = z.record(z.string(), z.json());
const list = z.array(z.json());

/** The declared values of the example in a parsed document, by document name. */
export function exampleIn(document: unknown, kind: Kind): Values {
  let body = map.parse(z.object({ accounts: z.object({ acme: map }) }).parse(document).accounts.acme);
  for (const each of lineageOf(kind)) {
    const section = body[each.section];
    if (each.form === 'set') {
      const [member] = list.parse(section);
      body = each.shorthand === undefined ? map.parse(member) : { [each.shorthand]: member ?? null };
    } else body = map.parse(each.form === 'only' ? section : map.parse(section)[exampleKey]);
  }
  return body;
}
