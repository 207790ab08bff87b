import { CST } from 'yaml';
import { itemStart } from '../spans.ts';
import type { Collection } from '../syntax.ts';
import { CannotFormat } from './cannot-format.ts';
import type { Comment, Comments } from './comments.ts';
import { flowLines } from './flow-lines.ts';
import { keyHead, valueProps } from './item-head.ts';
import { keyOfItem } from './key-of-item.ts';
import { linesOfScalar } from './lines-of-scalar.ts';
import { type Role, roleBeneath } from './role.ts';
import { sortItems } from './sort-items.ts';

/** A YAML document that is being laid out. */
export interface Layout {
  readonly text: string;
  readonly comments: Comments;
}

/** A value as lines, without its anchor; those of what it holds begin with two blanks for each level. */
export function valueLines(layout: Layout, token: CST.Token, role: Role | undefined): readonly string[] {
  if (token.type === 'flow-collection') return flowLines(layout.text, token, role);
  if (CST.isCollection(token)) return collectionLines(layout, token, role);
  if (token.type === 'alias' || CST.isScalar(token)) return linesOfScalar(token);
  throw new CannotFormat(token.offset);
}

/** The members of a block one beneath the other, with at most one blank line between, and none before the first. */
function collectionLines(layout: Layout, collection: Collection, role: Role | undefined): readonly string[] {
  const { comments } = layout;
  const lines: string[] = [];
  const items: readonly CST.CollectionItem[] = collection.items;
  const written = items.flatMap((item) => {
    const start = itemStart(item);
    if (start === undefined) return [];
    return [{ item, blankAbove: comments.isBlankAbove(start) }];
  });
  for (const { item, blankAbove } of sortItems(written, role)) {
    addComments(lines, comments.above.get(item) ?? []);
    if (blankAbove && lines.length > 0) lines.push('');
    lines.push(...itemLines(layout, item, collection.type === 'block-seq', role));
  }
  addComments(lines, comments.atEnd.get(collection) ?? []);
  return lines;
}

/** Adds comments as lines of their own. */
export function addComments(lines: string[], comments: readonly Comment[]): void {
  for (const { text, blankAbove } of comments) {
    if (blankAbove && lines.length > 0) lines.push('');
    lines.push(text);
  }
}

function itemLines(
  layout: Layout,
  item: CST.CollectionItem,
  isMember: boolean,
  role: Role | undefined,
): readonly string[] {
  const { comments } = layout;
  const beside = (comments.beside.get(item) ?? []).map(({ text }) => text);
  const behind = (comments.behind.get(item) ?? []).map(({ text }) => text);
  const { value } = item;
  const lead = [isMember ? '-' : keyHead(item), valueProps(item)].filter((part) => part !== '').join(' ');
  const lines = value === undefined ? [] : valueLines(layout, value, roleBeneath(role, keyOfItem(item)));
  if (value?.type === 'block-map' || value?.type === 'block-seq')
    return nested(lead, beside, lines, isMember);
  const notes = [...beside, ...behind];
  const [first, ...others] = lines;
  // The closing bracket of a member of a list stands beneath its first character, not beneath the dash.
  const deeper = isMember && value?.type === 'flow-collection' ? others.map((line) => `  ${line}`) : others;
  const written = [first === undefined ? lead : `${lead} ${first}`, ...deeper];
  return withNotes(written, notes, value?.type === 'block-scalar');
}

function nested(
  lead: string,
  beside: readonly string[],
  lines: readonly string[],
  isMember: boolean,
): readonly string[] {
  const [first = '', ...others] = lines;
  const sharesLine = isMember && lead === '-' && beside.length === 0 && !first.startsWith('#');
  if (sharesLine) return [`- ${first}`, ...others.map(indented)];
  const [note, ...more] = beside;
  return [note === undefined ? lead : `${lead} ${note}`, ...[...more, ...lines].map(indented)];
}

/** The last comment goes behind the last line, unless that is text; others go above. */
function withNotes(lines: readonly string[], notes: readonly string[], isBlock: boolean): readonly string[] {
  const last = isBlock ? undefined : notes.at(-1);
  if (last === undefined) return [...notes, ...lines];
  return [...notes.slice(0, -1), ...lines.slice(0, -1), `${lines.at(-1) ?? ''} ${last}`];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
