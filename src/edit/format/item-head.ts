import type { CST } from 'yaml';
import { CannotFormat } from './cannot-format.ts';

/** Anchors and tags among tokens, as they are written before a value. */
export function propsOf(tokens: readonly CST.SourceToken[]): string {
  return tokens
    .flatMap((token) => (token.type === 'anchor' || token.type === 'tag' ? [token.source] : []))
    .join(' ');
}

/** A key with its anchor and its colon; empty for a member of a list. */
export function keyHead({ start, key, sep }: CST.CollectionItem): string {
  if (key === undefined && sep === undefined) return '';
  if (!key || !('source' in key) || key.type === 'block-scalar' || key.source.includes('\n'))
    throw new CannotFormat(key?.offset ?? start[0]?.offset ?? 0);
  const props = propsOf(start);
  // An alias would take the colon for a part of its name.
  const colon = key.type === 'alias' ? ' :' : ':';
  return `${props === '' ? '' : `${props} `}${key.source}${colon}`;
}

/** The anchor and the tag of a member's value. */
export function valueProps({ start, key, sep }: CST.CollectionItem): string {
  return propsOf(key === undefined && sep === undefined ? start : (sep ?? []));
}
