import type { Value } from '../schemas/values.ts';
import { type Entry, entriesOf } from './entries.ts';
import { entryOf, isBroken, isNull, type LocatedMap, textOf } from './located.ts';
import { toPlain } from './plain.ts';

/** A resource of the document with its fields in normal form. */
export interface Declared {
  readonly entry: Entry;
  /** The platform's id where the document gives it. */
  readonly id: string | undefined;
  /** By document name; a reference by key is `{ key }`. Fields that are not valid are left out. */
  readonly values: ReadonlyMap<string, Value>;
  /** False where a field was left out: rules between fields would judge half of a declaration. */
  readonly sound: boolean;
}

/** Every resource with its valid fields; what is not valid was reported by the schema. */
export function declaredResources(root: LocatedMap): readonly Declared[] {
  return entriesOf(root).map((entry) => {
    const values = new Map<string, Value>();
    let sound = true;
    for (const [name, field] of Object.entries(entry.kind.fields)) {
      const node = entryOf(entry.body, name)?.value;
      if (node === undefined) continue;
      const parsed = field.type.document.safeParse(toPlain(node));
      if (isNull(node) && field.nullable === true) values.set(name, null);
      else if (parsed.success && !isBroken(node)) values.set(name, parsed.data);
      else sound = false;
    }
    return { entry, id: textOf(entryOf(entry.body, 'id')?.value), values, sound };
  });
}
