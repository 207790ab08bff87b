import type { Change, WriteParam } from '../engine/resource.ts';
import { id } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';

/** The parameter of the creation that names the line item to hang something on. */
export const lineItemId: WriteParam = {
  is: id,
  on: 'create',
  required: 'create',
  refersTo: { collection: 'line_items', code: 'INVALID_PARAMETER' },
};

/** The line item that a record hangs on; undefined where it names none. */
export function lineItemOf(world: World, record: Fields): StoredRecord | undefined {
  return world.store.get('line_items', textIn(record, 'line_item_id') ?? '');
}

/** The live records of a collection that hang on the same line item as the one that is written, without itself. */
export function siblings(collection: string, { world, after, before }: Change): readonly StoredRecord[] {
  return liveUnder(world, collection, textIn(after, 'line_item_id') ?? '').filter(
    (record) => record.id !== before?.id,
  );
}

/** The live records of a collection that hang on the line item. */
export function liveUnder(world: World, collection: string, itemId: string): readonly StoredRecord[] {
  return [...world.store.in(collection, 'line_item_id', itemId)].filter((record) => !isDeleted(record));
}
