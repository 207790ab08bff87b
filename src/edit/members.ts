import { editBlock } from './block-members.ts';
import { editFlow } from './flow-members.ts';
import { type MemberEdits, writtenItems } from './member-edits.ts';
import type { Splice } from './splice.ts';
import type { Collection, Slot } from './syntax.ts';

/**
 * The splices that take members out of a collection and put others in. Comments that stand right above a member, behind
 * it, or deeper beneath it, go with it. What was a block and has no member left is `{}` or `[]`.
 */
export function editMembers(slot: Slot, collection: Collection, edits: MemberEdits): readonly Splice[] {
  if (edits.removed.size === 0 && edits.inserted.size === 0) return [];
  const items = writtenItems(collection);
  return collection.type === 'flow-collection'
    ? editFlow(slot, collection, items, edits)
    : editBlock(slot, collection, items, edits);
}
