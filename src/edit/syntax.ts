import {
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from 'yaml';
import { yamlOptions } from '../config/read-yaml.ts';
import type { SourceFile } from '../config/source-file.ts';

/** A collection as its tokens stand in the file. */
export type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

/** A place that holds a value: under a key, as a member of a list, or a whole YAML document. */
export interface Slot {
  readonly file: SyntaxFile;
  /** `null` for a key without anything after it, as in `{ key }`. */
  readonly node: ParsedNode | null;
  /** The tokens before and of the value; `undefined` for a whole YAML document. */
  readonly item: CST.CollectionItem | undefined;
  readonly holder: Collection | undefined;
  /** Stands inside `{ }` or `[ ]`. */
  readonly inFlow: boolean;
}

/** A key and its value. */
export interface PairSlot extends Slot {
  readonly pair: Pair<ParsedNode, ParsedNode | null>;
  readonly item: CST.CollectionItem;
  readonly holder: Collection;
}

/** The syntax of one file, by the places that its values and keys have when the document is read. */
export interface SyntaxFile {
  readonly source: SourceFile;
  /** By offset of the value; of an alias, its own. */
  readonly values: ReadonlyMap<number, Slot>;
  /** By offset of the key. */
  readonly pairs: ReadonlyMap<number, PairSlot>;
  /** Offsets at which comments begin. */
  readonly comments: ReadonlySet<number>;
  /** Values whose anchor an alias leads to. */
  readonly aliased: ReadonlySet<ParsedNode>;
  /** The place that holds a collection. */
  readonly holders: ReadonlyMap<Collection, Slot>;
}

interface Walk {
  readonly file: SyntaxFile;
  readonly values: Map<number, Slot>;
  readonly pairs: Map<number, PairSlot>;
  readonly aliased: Set<ParsedNode>;
  readonly holders: Map<Collection, Slot>;
  anchors: Map<string, ParsedNode>;
}

/** The tokens of a text, and the YAML documents made of them, as the document's reader takes them. */
function parseSyntax(text: string): {
  readonly tokens: readonly CST.Token[];
  readonly documents: readonly Document.Parsed[];
} {
  const tokens = [...new Parser().parse(text)];
  const composer = new Composer({ ...yamlOptions, keepSourceTokens: true });
  return { tokens, documents: [...composer.compose(tokens)] };
}

/** Takes apart a file that was read without a problem. */
export function readSyntax(source: SourceFile): SyntaxFile {
  const { tokens, documents } = parseSyntax(source.text);
  const values = new Map<number, Slot>();
  const pairs = new Map<number, PairSlot>();
  const aliased = new Set<ParsedNode>();
  const holders = new Map<Collection, Slot>();
  const comments = new Set(tokens.flatMap(commentsIn));
  const file: SyntaxFile = { source, values, pairs, aliased, holders, comments };
  const walk: Walk = { file, values, pairs, aliased, holders, anchors: new Map() };
  for (const { contents } of documents) {
    walk.anchors = new Map();
    if (contents === null) continue;
    visit(walk, { file, node: contents, item: undefined, holder: undefined, inFlow: false });
  }
  return file;
}

function visit(walk: Walk, slot: Slot): void {
  const { node } = slot;
  if (node === null) return;
  walk.values.set(node.range[0], slot);
  if (CST.isCollection(node.srcToken)) walk.holders.set(node.srcToken, slot);
  if (isAlias(node)) {
    const target = walk.anchors.get(node.source);
    if (target !== undefined) walk.aliased.add(target);
    return;
  }
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  if (isMap(node)) visitMap(walk, node, slot.inFlow);
  if (isSeq(node)) for (const member of membersOf(slot)) visit(walk, member);
}

function visitMap(walk: Walk, map: YAMLMap<ParsedNode, ParsedNode | null>, inFlow: boolean): void {
  for (const pair of pairsOf(walk.file, map, inFlow)) {
    const { key } = pair.pair;
    walk.pairs.set(key.range[0], pair);
    if (isScalar(key) && key.anchor !== undefined) walk.anchors.set(key.anchor, key);
    visit(walk, pair);
  }
}

/** The pairs of a map with their tokens, in the file's order. */
export function pairsOf(
  file: SyntaxFile,
  map: YAMLMap<ParsedNode, ParsedNode | null>,
  inFlow: boolean,
): readonly PairSlot[] {
  const holder = map.srcToken;
  if (!CST.isCollection(holder)) return [];
  const within = inFlow || holder.type === 'flow-collection';
  return map.items.flatMap((pair) => {
    const item = pair.srcToken;
    return item === undefined ? [] : [{ file, node: pair.value, pair, item, holder, inFlow: within }];
  });
}

/** The members of a list that have something written, with their tokens; empty for what is no list. */
export function membersOf({ file, node, inFlow }: Slot): readonly Slot[] {
  const holder = isSeq<ParsedNode>(node) ? node.srcToken : undefined;
  if (!isSeq<ParsedNode>(node) || !CST.isCollection(holder)) return [];
  const items: readonly CST.CollectionItem[] = holder.items;
  const within = inFlow || holder.type === 'flow-collection';
  return node.items.flatMap((member) => {
    const item = items.find(({ value }) => value !== undefined && value === member.srcToken);
    return item === undefined ? [] : [{ file, node: member, item, holder, inFlow: within }];
  });
}

/** The text of a key that is a scalar. */
export function keyText({ pair }: PairSlot): string | undefined {
  return isScalar(pair.key) && typeof pair.key.source === 'string' ? pair.key.source : undefined;
}

function commentsIn(token: CST.Token): readonly number[] {
  if (token.type === 'comment') return [token.offset];
  const parts: CST.Token[] = [];
  if ('start' in token) parts.push(...(Array.isArray(token.start) ? token.start : [token.start]));
  if ('props' in token) parts.push(...token.props);
  if ('items' in token) {
    for (const { start, key, sep = [], value } of token.items) {
      parts.push(...start, ...(key ? [key] : []), ...sep, ...(value ? [value] : []));
    }
  }
  if (token.type === 'document' && token.value !== undefined) parts.push(token.value);
  if ('end' in token) parts.push(...(token.end ?? []));
  return parts.flatMap(commentsIn);
}
