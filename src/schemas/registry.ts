import type { Field } from './define-field.ts';
import type { Kind } from './define-kind.ts';
import { type KindName, kinds } from './kinds/index.ts';

/** Every kind, parents before children. */
export const allKinds: readonly Kind[] = Object.values(kinds);
/** The kind that all others stand under. */
export const rootKind: Kind = kinds.account;
const byName = new Map<string, Kind>(Object.entries(kinds));
const names: readonly string[] = Object.keys(kinds);

/** True for the name of a registered kind. */
export function isKindName(name: string): name is KindName {
  return names.includes(name);
}

/** The facts of a kind; throws for a name that is not registered, which only a fault of ours can pass. */
export function kindNamed(name: string): Kind {
  const kind = byName.get(name);
  if (kind === undefined) throw new RangeError(`no kind ${name}`);
  return kind;
}

/** The kinds of that name; else those of that section, or of that title with `_` for blanks. */
export function kindsCalled(word: string): readonly Kind[] {
  const named = allKinds.filter(({ name }) => name === word);
  if (named.length > 0) return named;
  return allKinds.filter(({ section, title }) => section === word || title.replaceAll(' ', '_') === word);
}

/** The kinds whose section stands in an entry of the given kind, in registry order. */
export function childKinds(parent: string): readonly Kind[] {
  return allKinds.filter((kind) => kind.parent === parent);
}

/** How far below the account a kind stands: 0 for the account itself. */
export function depthOf(kind: Kind): number {
  return kind.parent === undefined ? 0 : 1 + depthOf(kindNamed(kind.parent));
}

type NamedField = Field & { readonly document: string };

const fieldsByWire = new WeakMap<Kind['fields'], ReadonlyMap<string, NamedField>>();

/** A field of a kind by the platform's name, with its document name. */
export function fieldByWire({ fields }: Kind, wire: string): NamedField | undefined {
  // Planning asks for the same fields for each of many thousand records.
  const known = fieldsByWire.get(fields) ?? indexByWire(fields);
  fieldsByWire.set(fields, known);
  return known.get(wire);
}

function indexByWire(fields: Kind['fields']): ReadonlyMap<string, NamedField> {
  return new Map(Object.entries(fields).map(([document, field]) => [field.wire, { ...field, document }]));
}
