import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { Value, Values } from '../schemas/values.ts';
import { entryOf, isBroken, isNull, type LocatedMap } from './located.ts';
import { toPlain } from './plain.ts';

/** The fields of a resource in normal form, as far as they are valid. */
export interface ValuesIn {
  /** By document name; references by key stand as such. */
  readonly byName: ReadonlyMap<string, Value>;
  /** False where a field was left out because it is not valid: rules between fields would judge half of a declaration. */
  readonly sound: boolean;
}

/** Reads the fields of a kind out of the map of an entry. */
export function valuesIn(kind: Kind, body: LocatedMap): ValuesIn {
  const byName = new Map<string, Value>();
  let sound = true;
  for (const [name, field] of fieldsOf(kind)) {
    const node = entryOf(body, name)?.value;
    if (node === undefined) continue;
    const isUnset = isNull(node) && (field.nullable === true || field.nullWhereLiveHasNone === true);
    const parsed = isUnset ? undefined : field.type.document.safeParse(toPlain(node));
    if (parsed?.success === false || isBroken(node)) {
      sound = false;
      continue;
    }
    byName.set(name, parsed?.data ?? null);
  }
  return { byName, sound };
}

/** The same by the platform's names. */
export function valuesByWire({ fields }: Kind, byName: ReadonlyMap<string, Value>): Values {
  const byWire: [string, Value][] = [];
  for (const [name, value] of byName) byWire.push([fields[name]?.wire ?? name, value]);
  return Object.fromEntries(byWire);
}

const known = new WeakMap<Kind, readonly (readonly [name: string, Field])[]>();

/** The fields of a kind by document name; listed once, since documents have many resources of few kinds. */
export function fieldsOf(kind: Kind): readonly (readonly [name: string, Field])[] {
  const fields = known.get(kind) ?? Object.entries(kind.fields);
  known.set(kind, fields);
  return fields;
}
