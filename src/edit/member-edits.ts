import type { CST } from 'yaml';
import { itemStart } from './spans.ts';
import type { Collection } from './syntax.ts';

/** What is written into one collection, and what is cut out of it. */
export interface MemberEdits {
  /** Indexes of the members to cut out. */
  readonly removed: ReadonlySet<number>;
  /** Texts to write behind a member, by its index; -1 writes before the first. */
  readonly inserted: ReadonlyMap<number, readonly string[]>;
}

/** The members of a collection; what holds only comments is none. */
export function writtenItems(collection: Collection): readonly CST.CollectionItem[] {
  const items: readonly CST.CollectionItem[] = collection.items;
  return items.filter((item) => itemStart(item) !== undefined);
}
