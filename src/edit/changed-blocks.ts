import { diffArrays } from 'diff';

/** Members of one list that others of another list replace; indexes count from 0, `to` is behind the last one. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** Members taken out and put in, beyond which the search for the fewest would take seconds. */
const maxEditLength = 2000;

/**
 * What differs between two lists of texts, around the members that they have in common in the same order. Where very
 * much differs, it is one block.
 */
export function changedBlocks(old: readonly string[], edited: readonly string[]): readonly Block[] {
  const changes = diffArrays([...old], [...edited], { maxEditLength });
  if (changes === undefined) return [{ from: 0, to: old.length, otherFrom: 0, otherTo: edited.length }];
  const blocks: Block[] = [];
  let [from, otherFrom] = [0, 0];
  let [to, otherTo] = [0, 0];
  for (const { added, removed, count } of [...changes, { added: false, removed: false, count: 0 }]) {
    if (removed) to += count;
    else if (added) otherTo += count;
    else {
      if (to > from || otherTo > otherFrom) blocks.push({ from, to, otherFrom, otherTo });
      [from, otherFrom] = [to + count, otherTo + count];
      [to, otherTo] = [from, otherFrom];
    }
  }
  return blocks;
}
