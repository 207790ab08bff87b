import { type CST, Parser } from 'yaml';
import { lineStart } from '../lines.ts';
import { itemStart } from '../spans.ts';
import type { Collection } from '../syntax.ts';
import { addComments, valueLines } from './block-lines.ts';
import { type Comment, type Comments, gatherComments } from './comments.ts';
import { propsOf } from './item-head.ts';
import type { Role } from './role.ts';

const documentRole: Role = { type: 'document' };

/**
 * The text of a file in its canonical layout: keys in the order of the document's reference, two blanks a level, at
 * most one blank line between members, comments with what they belong to. Quotes, brackets and line breaks inside of
 * texts stay. Takes a text without syntax errors; throws CannotFormat for a form of YAML that it does not know.
 */
export function layoutOf(source: string): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length);
  const lines: string[] = [];
  let before: CST.Token[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') {
      lines.push(...documentLines(text, before, token, lines.length === 0));
      before = [];
    } else if (token.type === 'doc-end') {
      addComments(lines, commentsAmong(text, before));
      lines.push('...');
      before = [...(token.end ?? [])];
    } else before.push(token);
  }
  addComments(lines, commentsAmong(text, before));
  const ending = /\r?\n/.exec(text)?.[0] ?? '\n';
  return lines.length === 0 ? mark : mark + lines.map((line) => line + ending).join('');
}

/** What stands before a document, its separator, and the document. */
function documentLines(
  text: string,
  before: readonly CST.Token[],
  document: CST.Document,
  isFirst: boolean,
): readonly string[] {
  const separator = document.start.find(({ type }) => type === 'doc-start');
  const lines: string[] = [];
  if (separator !== undefined) {
    for (const token of before) {
      if (token.type === 'directive') lines.push(token.source.trimEnd());
      else addComments(lines, commentsAmong(text, [token]));
    }
    if (lines.length > 0 && !isFirst) lines.unshift('');
    lines.push(`---${noteBeside(text, document, separator)}`);
  }
  const inside = separator === undefined ? [...before, document] : [document];
  lines.push(...contentLines(text, inside, document, separator));
  return lines;
}

function noteBeside(text: string, { start }: CST.Document, separator: CST.SourceToken): string {
  const note = start.find((token) => isBeside(text, token, separator));
  return note === undefined ? '' : ` ${note.source.trimEnd()}`;
}

function isBeside(text: string, token: CST.SourceToken, separator: CST.SourceToken | undefined): boolean {
  if (token.type !== 'comment' || separator === undefined) return false;
  return !text.slice(separator.offset, token.offset).includes('\n');
}

function contentLines(
  text: string,
  tokens: readonly CST.Token[],
  document: CST.Document,
  separator: CST.SourceToken | undefined,
): readonly string[] {
  const start = document.start.filter((token) => !isBeside(text, token, separator));
  const comments = gatherComments(
    text,
    tokens.map((token) => (token === document ? { ...document, start } : token)),
  );
  const { value } = document;
  const props = propsOf(document.start);
  if (value === undefined) {
    const lines = props === '' ? [] : [props];
    addComments(lines, comments.outside);
    return lines;
  }
  return value.type === 'block-map' || value.type === 'block-seq'
    ? blockLines(text, value, props, comments)
    : inlineLines(text, value, props, comments);
}

/** A document in brackets, or that is one text. */
function inlineLines(text: string, value: CST.Token, props: string, comments: Comments): readonly string[] {
  const lines: string[] = [];
  addComments(
    lines,
    comments.outside.filter(({ offset }) => offset < value.offset),
  );
  const [first = '', ...others] = valueLines({ text, comments }, value, documentRole);
  lines.push(props === '' ? first : `${props} ${first}`, ...others);
  const after = comments.outside.filter(({ offset }) => offset > value.offset);
  const beside = after.find(({ offset }) => text.slice(lineStart(text, offset), offset).trim() !== '');
  if (beside !== undefined) lines.push(`${lines.pop() ?? ''} ${beside.text}`);
  addComments(
    lines,
    after.filter((comment) => comment !== beside),
  );
  return lines;
}

function blockLines(text: string, value: Collection, props: string, comments: Comments): readonly string[] {
  const items: readonly CST.CollectionItem[] = value.items;
  const first = items.find((item) => itemStart(item) !== undefined);
  const above = first === undefined ? [] : (comments.above.get(first) ?? []);
  const isParted = first !== undefined && comments.isBlankAbove(itemStart(first) ?? 0);
  const header = props !== '' || isParted ? above.length : headerOf(above);
  const lines: string[] = [];
  addComments(lines, above.slice(0, header));
  if (props !== '') lines.push(props);
  else if (header > 0) lines.push('');
  const own = new Map(comments.above);
  if (first !== undefined) own.set(first, above.slice(header));
  return [...lines, ...valueLines({ text, comments: { ...comments, above: own } }, value, documentRole)];
}

/** How many comments at the beginning speak of the whole file: those that a blank line parts from the others. */
function headerOf(above: readonly Comment[]): number {
  return Math.max(
    0,
    above.findLastIndex(({ blankAbove }) => blankAbove),
  );
}

function commentsAmong(text: string, tokens: readonly CST.Token[]): readonly Comment[] {
  return gatherComments(text, tokens).outside;
}
