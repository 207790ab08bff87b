import type { Kind } from '../schemas/define-kind.ts';
import type { Value } from '../schemas/values.ts';
import { entryOf, isBroken, isNull, type LocatedMap } from './located.ts';
import { toPlain } from './plain.ts';

/** The fields of a resource in normal form, as far as they are valid. */
export interface ValuesIn {
  /** By document name; references by key stand as such. */
  readonly byName: ReadonlyMap<string, Value>;
  readonly byWire: ReadonlyMap<string, Value>;
  /** False where a field was left out because it is not valid: rules between fields would judge half of a declaration. */
  readonly sound: boolean;
}

/** Reads the fields of a kind out of the map of an entry. */
export function valuesIn(kind: Kind, body: LocatedMap): ValuesIn {
  const byName = new Map<string, Value>();
  const byWire = new Map<string, Value>();
  let sound = true;
  for (const [name, field] of Object.entries(kind.fields)) {
    const node = entryOf(body, name)?.value;
    if (node === undefined) continue;
    const isUnset = isNull(node) && field.nullable === true;
    const parsed = isUnset ? undefined : field.type.document.safeParse(toPlain(node));
    if (parsed?.success === false || isBroken(node)) {
      sound = false;
      continue;
    }
    const value = parsed?.data ?? null;
    byName.set(name, value);
    byWire.set(field.wire, value);
  }
  return { byName, byWire, sound };
}
