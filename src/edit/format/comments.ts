import type { CST } from 'yaml';
import { columnOf, isBlankLine, lineAbove, lineStart } from '../lines.ts';
import { bodyStart, itemStart } from '../spans.ts';
import type { Collection } from '../syntax.ts';
import { textEnd } from './lines-of-scalar.ts';

/** A comment, and whether a blank line stands above it. */
export interface Comment {
  readonly text: string;
  readonly blankAbove: boolean;
}

/** The comments of a YAML document, by what they belong to. */
export interface Comments {
  /** On lines of their own, above a member. */
  readonly above: ReadonlyMap<CST.CollectionItem, readonly Comment[]>;
  /** In the line of a member's key or dash, before what stands beneath it. */
  readonly beside: ReadonlyMap<CST.CollectionItem, readonly Comment[]>;
  /** Behind a member's value. */
  readonly behind: ReadonlyMap<CST.CollectionItem, readonly Comment[]>;
  /** After the last member of a collection, as deep as its members. */
  readonly atEnd: ReadonlyMap<Collection, readonly Comment[]>;
  /** What belongs to no member: before the first or after the last. */
  readonly outside: readonly (Comment & { readonly offset: number })[];
  /** True where a blank line stands above the line of an offset, other than one of a text of several lines. */
  readonly isBlankAbove: (offset: number) => boolean;
}

interface Placed {
  readonly item: CST.CollectionItem;
  readonly start: number;
  readonly column: number;
  /** Block collections that hold it, the outermost first. */
  readonly within: readonly Collection[];
}

interface Gathering {
  readonly text: string;
  readonly placed: Placed[];
  readonly comments: CST.SourceToken[];
  /** From where to where texts of several lines reach. */
  readonly texts: (readonly [from: number, to: number])[];
}

/**
 * Finds out what each comment among tokens belongs to: by its line, or by its column and what stands beneath. Comments
 * inside of brackets, and behind the sign of a block scalar, are not among them.
 */
export function gatherComments(text: string, tokens: readonly CST.Token[]): Comments {
  const gathering: Gathering = { text, placed: [], comments: [], texts: [] };
  for (const token of tokens) collect(gathering, token, []);
  const { placed, texts } = gathering;
  const isBlankAbove = (offset: number): boolean => {
    const above = lineAbove(text, lineStart(text, offset));
    if (above === undefined || !isBlankLine(text, above)) return false;
    const before = texts[countBelow(texts, ([from]) => from, above + 1) - 1];
    return before === undefined || above >= before[1];
  };
  const above = new Map<CST.CollectionItem, Comment[]>();
  const beside = new Map<CST.CollectionItem, Comment[]>();
  const behind = new Map<CST.CollectionItem, Comment[]>();
  const atEnd = new Map<Collection, Comment[]>();
  const outside: (Comment & { readonly offset: number })[] = [];
  for (const token of gathering.comments.toSorted((left, right) => left.offset - right.offset)) {
    const comment = { text: token.source.trimEnd(), blankAbove: isBlankAbove(token.offset) };
    const count = countBelow(placed, ({ start }) => start, token.offset);
    const [before, next] = [placed[count - 1], placed[count]];
    const isAlone = text.slice(lineStart(text, token.offset), token.offset).trim() === '';
    if (before !== undefined && (!isAlone || isBetween(before.item, token.offset))) {
      add(isBehind(before.item, token.offset) ? behind : beside, before.item, comment);
      continue;
    }
    const ended = isAlone ? endedCollection(text, token.offset, before, next) : undefined;
    if (ended !== undefined) add(atEnd, ended, comment);
    else if (next !== undefined) add(above, next.item, comment);
    else outside.push({ ...comment, offset: token.offset });
  }
  return { above, beside, behind, atEnd, outside, isBlankAbove };
}

/** How many of the members, which ascend, stand before an offset. */
function countBelow<Member>(
  members: readonly Member[],
  at: (member: Member) => number,
  offset: number,
): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const member = members[middle];
    if (member !== undefined && at(member) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function add<Owner>(map: Map<Owner, Comment[]>, owner: Owner, comment: Comment): void {
  const known = map.get(owner);
  if (known === undefined) map.set(owner, [comment]);
  else known.push(comment);
}

function collect(gathering: Gathering, token: CST.Token, within: readonly Collection[]): void {
  if (token.type === 'comment') gathering.comments.push(token);
  if (token.type === 'block-scalar') {
    gathering.texts.push([bodyStart(token), textEnd(token)]);
  }
  if (token.type === 'block-map' || token.type === 'block-seq') {
    for (const item of token.items) collectItem(gathering, item, [...within, token]);
  }
  for (const each of aroundContent(token)) collect(gathering, each, within);
}

/** Tokens before and behind what a token holds; the value of a document too. */
function aroundContent(token: CST.Token): readonly CST.Token[] {
  const before = token.type === 'document' ? [...token.start, ...(token.value ? [token.value] : [])] : [];
  return [...before, ...('end' in token ? (token.end ?? []) : [])];
}

function collectItem(gathering: Gathering, item: CST.CollectionItem, within: readonly Collection[]): void {
  const start = itemStart(item);
  const { text, placed } = gathering;
  if (start !== undefined) placed.push({ item, start, column: columnOf(text, start), within });
  for (const token of [...item.start, item.key, ...(item.sep ?? []), item.value]) {
    if (token !== null && token !== undefined) collect(gathering, token, within);
  }
}

function isBehind({ value }: CST.CollectionItem, offset: number): boolean {
  return (
    value !== undefined && value.offset < offset && value.type !== 'block-map' && value.type !== 'block-seq'
  );
}

/** Between a key or a dash and a value that is no block. */
function isBetween({ value }: CST.CollectionItem, offset: number): boolean {
  return (
    value !== undefined && value.offset > offset && value.type !== 'block-map' && value.type !== 'block-seq'
  );
}

/** The collection that a comment still belongs to although its members have ended: it stands at least as deep. */
function endedCollection(
  text: string,
  offset: number,
  before: Placed | undefined,
  next: Placed | undefined,
): Collection | undefined {
  const column = columnOf(text, offset);
  if (next !== undefined && column <= next.column) return undefined;
  return before?.within.findLast(
    (collection) =>
      next?.within.includes(collection) !== true && columnOf(text, firstStart(collection)) <= column,
  );
}

function firstStart(collection: Collection): number {
  const items: readonly CST.CollectionItem[] = collection.items;
  const first = items.find((item) => itemStart(item) !== undefined);
  return first === undefined ? collection.offset : (itemStart(first) ?? collection.offset);
}
