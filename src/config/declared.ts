import type { Value } from '../schemas/values.ts';
import { type Entry, entriesOf } from './entries.ts';
import { entryOf, type LocatedMap, textOf } from './located.ts';
import { valuesIn } from './values-in.ts';

/** A resource of the document with its fields in normal form. */
export interface Declared {
  readonly entry: Entry;
  /** The platform's id where the document gives it. */
  readonly id: string | undefined;
  /** By document name; references by key stand as such. Fields that are not valid are left out. */
  readonly values: ReadonlyMap<string, Value>;
  /** False where a field was left out: rules between fields would judge half of a declaration. */
  readonly sound: boolean;
}

/** Every resource with its valid fields; what is not valid was reported by the schema. */
export function declaredResources(root: LocatedMap): readonly Declared[] {
  return entriesOf(root).map((entry) => {
    const { byName, sound } = valuesIn(entry.kind, entry.body);
    const id = textOf(entryOf(entry.body, 'id')?.value);
    return { entry, id, values: withKey(entry, byName), sound };
  });
}

/** The entry's key stands for a field of some kinds: the account that an audience is shared with. */
function withKey({ kind, key }: Entry, values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const field = kind.keyField === undefined ? undefined : kind.fields[kind.keyField];
  if (kind.keyField === undefined || field === undefined || values.has(kind.keyField)) return values;
  const parsed = field.type.document.safeParse(key);
  return parsed.success ? new Map([[kind.keyField, parsed.data], ...values]) : values;
}
