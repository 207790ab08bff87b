import type { CST } from 'yaml';

/** Where the first character of a member of a collection stands: its dash, its anchor, its key or its value. */
export function itemStart({ start, key, sep = [], value }: CST.CollectionItem): number | undefined {
  const own = [...start, ...(key ? [key] : []), ...sep, ...(value ? [value] : [])];
  return own.find((token) => !blank(token) && token.type !== 'comma')?.offset;
}

/** Behind the last character of a member of a collection that is neither blank nor comment. */
export function itemEnd({ start, key, sep = [], value }: CST.CollectionItem): number | undefined {
  const end = value === undefined ? undefined : contentEnd(value);
  return end ?? endOf(sep) ?? (key ? contentEnd(key) : undefined) ?? endOf(start);
}

/** Behind the last character of a value that is neither blank nor comment; `undefined` where it has none. */
export function contentEnd(token: CST.Token): number | undefined {
  if (token.type === 'flow-collection') return endOf(token.end) ?? token.start.offset + 1;
  if (token.type === 'block-scalar') return blockScalarEnd(token);
  if ('items' in token) return token.items.map(itemEnd).findLast((end) => end !== undefined);
  return 'source' in token ? token.offset + token.source.length : undefined;
}

/** Where what stands before a value ends: behind its colon or dash, or behind its anchor. */
export function leadEnd({ start, sep }: CST.CollectionItem): number | undefined {
  return endOf(sep ?? start);
}

/** Where the body of a block scalar begins. */
export function bodyStart({ props, offset }: CST.BlockScalar): number {
  const last = props.at(-1);
  return last !== undefined && 'source' in last ? last.offset + last.source.length : offset;
}

function blockScalarEnd(token: CST.BlockScalar): number {
  const body = token.source.trimEnd();
  if (body !== '') return bodyStart(token) + body.length;
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  return header !== undefined && 'source' in header ? header.offset + header.source.length : token.offset;
}

function endOf(tokens: readonly CST.SourceToken[]): number | undefined {
  const last = tokens.findLast((token) => !blank(token));
  return last === undefined ? undefined : last.offset + last.source.length;
}

function blank({ type }: CST.Token): boolean {
  return type === 'space' || type === 'newline' || type === 'comment';
}
