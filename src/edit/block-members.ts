import type { CST } from 'yaml';
import {
  breakBefore,
  columnOf,
  indentAt,
  isBlankLine,
  lineAbove,
  lineBreak,
  lineEnd,
  lineStart,
  nextLine,
} from './lines.ts';
import type { MemberEdits } from './member-edits.ts';
import { itemEnd, itemStart, leadEnd } from './spans.ts';
import { cut, insertion, joinedCuts, type Splice } from './splice.ts';
import type { Collection, Slot, SyntaxFile } from './syntax.ts';

/** The splices for members that stand on lines of their own. */
export function editBlock(
  slot: Slot,
  collection: Collection,
  items: readonly CST.CollectionItem[],
  { removed, inserted }: MemberEdits,
): readonly Splice[] {
  const { file } = slot;
  const cuts = joinedCuts(
    [...removed].flatMap((index) => {
      const item = items[index];
      return item === undefined ? [] : [cutOut(file, items, item)];
    }),
  );
  const kept = (index: number): CST.CollectionItem | undefined =>
    items.findLast((_, each) => each <= index && !removed.has(each));
  const insertions = Array.from(inserted, ([index, texts]) =>
    insertLines(file, items[0], kept(index), cuts, texts),
  );
  const isEmptied = kept(items.length) === undefined && inserted.size === 0;
  if (!isEmptied) return [...insertions, ...cuts];
  const at = slot.item === undefined ? collection.offset : leadEnd(slot.item);
  return [insertion(at, collection.type === 'block-seq' ? ' []' : ' {}'), ...cuts];
}

function insertLines(
  { source: { text } }: SyntaxFile,
  first: CST.CollectionItem | undefined,
  anchor: CST.CollectionItem | undefined,
  cuts: readonly Splice[],
  texts: readonly string[],
): Splice {
  const start = first === undefined ? undefined : itemStart(first);
  const line = lineBreak(text);
  const indent = ' '.repeat(columnOf(text, start ?? 0));
  if (anchor !== undefined) {
    return insertion(lineEnd(text, itemEnd(anchor) ?? 0), texts.map((each) => line + indent + each).join(''));
  }
  const [gap] = cuts;
  if (gap !== undefined) return insertion(gap.from, texts.map((each) => indent + each + line).join(''));
  return insertion(start, texts.map((each) => each + line + indent).join(''));
}

/** The lines of a member with the comments that belong to it. */
function cutOut(file: SyntaxFile, items: readonly CST.CollectionItem[], item: CST.CollectionItem): Splice {
  const { text } = file.source;
  const start = itemStart(item) ?? 0;
  if (text.slice(lineStart(text, start), start).trim() !== '') {
    // It shares its line with the dash or the key before it, which stay.
    const next = items[items.indexOf(item) + 1];
    return cut(start, next === undefined ? itemEnd(item) : itemStart(next));
  }
  const from = withCommentsAbove(file, start);
  let to = withCommentsBeneath(file, nextLine(text, itemEnd(item) ?? start), columnOf(text, start));
  const above = lineAbove(text, from);
  const isOpenAbove = item === items[0] || (above !== undefined && isBlankLine(text, above));
  if (isOpenAbove) to = behindBlankLines(text, to);
  // At the end of a file without a last line break, the break before goes instead.
  return to === text.length && !text.endsWith('\n') ? cut(breakBefore(text, from), to) : cut(from, to);
}

/** Where the comments begin that stand right above, in the same column. */
function withCommentsAbove(file: SyntaxFile, start: number): number {
  const { text } = file.source;
  const column = columnOf(text, start);
  let from = lineStart(text, start);
  for (let above = lineAbove(text, from); above !== undefined; above = lineAbove(text, from)) {
    if (!isCommentLine(file, above) || indentAt(text, above) !== column) break;
    from = above;
  }
  return from;
}

/** Where the comments end that stand beneath, deeper than the column. */
function withCommentsBeneath(file: SyntaxFile, start: number, column: number): number {
  const { text } = file.source;
  let end = start;
  for (let at = start; at < text.length; at = nextLine(text, at)) {
    if (isBlankLine(text, at)) continue;
    if (!isCommentLine(file, at) || indentAt(text, at) <= column) break;
    end = nextLine(text, at);
  }
  return end;
}

function behindBlankLines(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBlankLine(text, at)) at = nextLine(text, at);
  return at;
}

function isCommentLine({ source: { text }, comments }: SyntaxFile, start: number): boolean {
  return comments.has(start + indentAt(text, start));
}
