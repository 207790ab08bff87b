import type { Position } from '../store/sort-order.ts';
import { isFields, isList, type Value } from '../value.ts';
import { parseJson, printJson } from '../wire/lossless-json.ts';

/** An opaque cursor: the position where a page ended, and the sort order it belongs to. Nothing is kept for it. */
export function writeCursor(position: Position, sortBy: readonly string[]): string {
  const text = printJson([position.seq, sortBy.join(','), ...position.values]);
  return `c-${Buffer.from(text).toString('base64url')}`;
}

/** The position in a cursor; undefined for a text that is none, or one of another sort order. */
export function readCursor(cursor: string, sortBy: readonly string[]): Position | undefined {
  if (!cursor.startsWith('c-')) return undefined;
  const content = parseContent(Buffer.from(cursor.slice(2), 'base64url').toString('utf8'));
  if (!isList(content)) return undefined;
  const [seq, order, ...values] = content;
  if (typeof seq !== 'number' || order !== sortBy.join(',') || values.length !== sortBy.length)
    return undefined;
  return values.some((value) => isFields(value) || isList(value)) ? undefined : { seq, values };
}

function parseContent(text: string): Value {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
