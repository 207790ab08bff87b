import { CST, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Located } from '../config/located.ts';
import { type Plain, toPlain } from '../config/plain.ts';
import { changedBlocks } from './changed-blocks.ts';
import { flowText, isList, isPlainMap, pairText, plainName } from './flow-text.ts';
import { editMembers } from './members.ts';
import type { Splice } from './splice.ts';
import { type Collection, keyText, membersOf, pairsOf, type Slot } from './syntax.ts';
import { writeScalar, writeWhole } from './write-scalar.ts';

/**
 * The splices that make a slot hold another value, as little as it takes: of a list or a map, only members that differ.
 * `located` is what the document reads there now. A scalar keeps its quotes where the new text allows it.
 */
export function writeValue(slot: Slot, located: Located | undefined, plain: Plain): readonly Splice[] {
  const { node } = slot;
  if (located !== undefined && isSeq<ParsedNode>(node) && located.type === 'list' && isList(plain)) {
    const members = membersOf(slot);
    if (members.length === located.items.length && members.length > 0)
      return writeList(slot, members, located.items, plain);
  }
  if (located?.type === 'map' && isMap(node) && isPlainMap(plain) && Object.keys(plain).length > 0)
    return writeMap(slot, located, plain);
  if (isScalar(node) && (typeof plain === 'string' || plain === null)) return writeScalar(slot, node, plain);
  return [writeWhole(slot, plain)];
}

function writeList(
  slot: Slot,
  members: readonly Slot[],
  olds: readonly Located[],
  news: readonly Plain[],
): readonly Splice[] {
  const collection = collectionOf(slot);
  const isFlow = collection.type === 'flow-collection';
  const removed = new Set<number>();
  const inserted = new Map<number, string[]>();
  const splices: Splice[] = [];
  const blocks = changedBlocks(
    olds.map((old) => plainName(toPlain(old))),
    news.map(plainName),
  );
  for (const { from, to, otherFrom, otherTo } of blocks) {
    const wanted = news.slice(otherFrom, otherTo);
    for (let index = from; index < to; index += 1) {
      const member = members[index];
      const value = wanted[index - from];
      if (value === undefined) removed.add(index);
      else if (member !== undefined) splices.push(...writeValue(member, olds[index], value));
    }
    const added = wanted.slice(to - from).map((value) => `${isFlow ? '' : '- '}${flowText(value, isFlow)}`);
    if (added.length > 0) inserted.set(to - 1, added);
  }
  return [...splices, ...editMembers(slot, collection, { removed, inserted })];
}

function writeMap(
  slot: Slot,
  { entries }: Extract<Located, { type: 'map' }>,
  plain: { readonly [key: string]: Plain },
): readonly Splice[] {
  const { node } = slot;
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return [];
  const pairs = pairsOf(slot.file, node, slot.inFlow);
  const collection = collectionOf(slot);
  const isFlow = collection.type === 'flow-collection';
  const removed = new Set<number>();
  const splices: Splice[] = [];
  for (const [index, pair] of pairs.entries()) {
    const name = keyText(pair) ?? '';
    const old = entries.get(name)?.value;
    const value = Object.hasOwn(plain, name) ? plain[name] : undefined;
    // `<<` is no entry, and what it brings is written over, not changed where it stands.
    if (old === undefined) continue;
    if (value === undefined) removed.add(index);
    else if (!says(old, value)) splices.push(...writeValue(pair, old, value));
  }
  const own = new Set(pairs.map(keyText));
  const added = Object.entries(plain).filter(
    ([name, value]) => !own.has(name) && !says(entries.get(name)?.value, value),
  );
  const texts = added.map(([name, value]) => pairText(name, value, isFlow));
  const inserted = new Map(texts.length === 0 ? [] : [[pairs.length - 1, texts] as const]);
  return [...splices, ...editMembers(slot, collection, { removed, inserted })];
}

function says(old: Located | undefined, value: Plain): boolean {
  return old !== undefined && plainName(toPlain(old)) === plainName(value);
}

/** The tokens of the collection that a slot holds. */
export function collectionOf({ node }: Slot): Collection {
  const token = node?.srcToken;
  if (CST.isCollection(token)) return token;
  throw new RangeError('no collection stands here');
}
