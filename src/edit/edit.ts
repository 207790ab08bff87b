import { isAlias, isMap, isSeq, type ParsedNode } from 'yaml';
import type { Located } from '../config/located.ts';
import type { Plain } from '../config/plain.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { entryOrder } from './entry-order.ts';
import { flowText, isList, pairText } from './flow-text.ts';
import { writtenItems } from './member-edits.ts';
import { editMembers } from './members.ts';
import type { Splice } from './splice.ts';
import { type Collection, keyText, pairsOf, type Slot } from './syntax.ts';
import { collectionOf, writeValue } from './write-value.ts';

/** One thing to write into a file. */
export type Edit =
  /** Another value in place of the one that stands there. */
  | {
      readonly type: 'write';
      readonly slot: Slot;
      readonly located: Located | undefined;
      readonly plain: Plain;
    }
  /** A field more in the map of an entry. */
  | {
      readonly type: 'insert';
      readonly slot: Slot;
      readonly kind: Kind;
      readonly name: string;
      readonly plain: Plain;
    }
  /** An entry that is an alias becomes a map that merges it, with a field of its own. */
  | { readonly type: 'wrap'; readonly slot: Slot; readonly name: string; readonly plain: Plain }
  /** An entry, or a member of a list, goes. */
  | { readonly type: 'remove'; readonly slot: Slot }
  /** A list gets a member more at its end. */
  | { readonly type: 'append'; readonly slot: Slot; readonly plain: Plain }
  /** A map gets a pair more at its end. */
  | { readonly type: 'add'; readonly slot: Slot; readonly name: string; readonly plain: Plain }
  /** Edits of the file of the slot that say one thing together. */
  | { readonly type: 'several'; readonly slot: Slot; readonly edits: readonly SingleEdit[] };

/** An edit of one place. */
export type SingleEdit = Exclude<Edit, { readonly type: 'several' }>;

interface Gathered {
  readonly slot: Slot;
  readonly removed: Set<number>;
  readonly inserted: Map<number, string[]>;
}

/** The splices of edits of one file; edits of one collection are put together. */
export function splicesOf(edits: readonly Edit[]): readonly Splice[] {
  const collections = new Map<Collection, Gathered>();
  const wrapped = new Map<Slot['item'], Extract<Edit, { type: 'wrap' }>[]>();
  const splices: Splice[] = [];
  for (const edit of joined(edits.flatMap(singles)).toSorted((left, right) => rankOf(left) - rankOf(right))) {
    if (edit.type === 'write') splices.push(...writeValue(edit.slot, edit.located, edit.plain));
    else if (edit.type === 'remove') gatherRemoval(collections, edit.slot);
    else if (edit.type === 'wrap')
      wrapped.set(edit.slot.item, [...(wrapped.get(edit.slot.item) ?? []), edit]);
    else gatherInsertion(collections, edit, splices);
  }
  for (const group of wrapped.values()) splices.push(...wrap(group));
  for (const [collection, { slot, removed, inserted }] of collections) {
    splices.push(...editMembers(slot, collection, { removed, inserted }));
  }
  return splices;
}

function singles(edit: Edit): readonly SingleEdit[] {
  return edit.type === 'several' ? edit.edits : [edit];
}

/** Lists that several edits add to one map under one name are one list. */
function joined(edits: readonly SingleEdit[]): readonly SingleEdit[] {
  const lists = new Map<string, Extract<Edit, { type: 'add' }>>();
  const others = edits.filter((edit) => {
    if (edit.type !== 'add' || !isList(edit.plain)) return true;
    const { slot, name, plain } = edit;
    const at = `${name} ${slot.node?.range[0]}`;
    const known = lists.get(at)?.plain ?? [];
    lists.set(at, { ...edit, plain: [...(isList(known) ? known : []), ...(isList(plain) ? plain : [])] });
    return false;
  });
  return [...others, ...lists.values()];
}

/** New fields of an entry are put in in the order of its kind. */
function rankOf(edit: SingleEdit): number {
  return edit.type === 'insert' ? entryOrder(edit.kind).indexOf(edit.name) : 0;
}

function gatherRemoval(collections: Map<Collection, Gathered>, slot: Slot): void {
  const { holder, item } = slot;
  if (holder === undefined || item === undefined) throw new RangeError('a whole document cannot go');
  const written = writtenItems(holder);
  const holding = slot.file.holders.get(holder) ?? slot;
  gathered(collections, holder, holding).removed.add(written.indexOf(item));
}

function gatherInsertion(
  collections: Map<Collection, Gathered>,
  edit: Extract<Edit, { type: 'insert' | 'append' | 'add' }>,
  splices: Splice[],
): void {
  const { slot, plain } = edit;
  if (!isMap(slot.node) && !isSeq(slot.node)) {
    // Nothing stands there yet.
    const whole = edit.type === 'append' ? [plain] : { [edit.name]: plain };
    splices.push(...writeValue(slot, undefined, whole));
    return;
  }
  const collection = collectionOf(slot);
  const isFlow = slot.inFlow || collection.type === 'flow-collection';
  const { inserted } = gathered(collections, collection, slot);
  const index = edit.type === 'insert' ? indexFor(edit) : writtenItems(collection).length - 1;
  const text =
    edit.type === 'append'
      ? `${isFlow ? '' : '- '}${flowText(plain, true)}`
      : pairText(edit.name, plain, isFlow);
  inserted.set(index, [...(inserted.get(index) ?? []), text]);
}

function gathered(collections: Map<Collection, Gathered>, collection: Collection, slot: Slot): Gathered {
  const known = collections.get(collection);
  if (known !== undefined) return known;
  const made = { slot, removed: new Set<number>(), inserted: new Map<number, string[]>() };
  collections.set(collection, made);
  return made;
}

/** Behind the last field that comes before it in the order of the kind. */
function indexFor({ slot, kind, name }: Extract<Edit, { type: 'insert' }>): number {
  const { node } = slot;
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return -1;
  const order = entryOrder(kind);
  const rank = order.indexOf(name);
  const names = pairsOf(slot.file, node, slot.inFlow).map(keyText);
  const before = names.findLastIndex(
    (each) => each !== undefined && order.includes(each) && order.indexOf(each) < rank,
  );
  const merge = names.lastIndexOf('<<');
  return before === -1 ? merge : before;
}

function wrap(group: readonly Extract<Edit, { type: 'wrap' }>[]): readonly Splice[] {
  const [first] = group;
  const node = first?.slot.node;
  if (first === undefined || !isAlias(node)) return [];
  const [from, to] = node.range;
  const fields = group.map(({ name, plain }) => pairText(name, plain, true));
  return [{ from, to, text: `{ <<: *${node.source}, ${fields.join(', ')} }` }];
}
