import type { CST } from 'yaml';
import type { Fault } from './problem-list.ts';

/** What is deeper than this is nobody's campaign. */
export const maxDepth = 64;

export const tooDeepFault: Fault = {
  rule: 'too-deep',
  message: `the nesting is deeper than ${maxDepth} levels`,
  remedy: 'Nothing in the document needs that: check the indentation and the brackets.',
};

/**
 * Where something stands deeper than 64 levels: the offset of the first such value, `undefined` where there is none.
 * Works on what the parser gives before values are composed, because composing goes as deep as the document.
 */
export function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  for (const token of tokens) {
    const value = token.type === 'document' ? token.value : token;
    const found = tooDeepIn(value, 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Goes no deeper than one level below the deepest that is allowed. */
function tooDeepIn(token: CST.Token | null | undefined, depth: number): number | undefined {
  if (token === null || token === undefined) return undefined;
  if (depth > maxDepth) return token.offset;
  if (!('items' in token)) return undefined;
  for (const { key, value } of token.items) {
    const found = tooDeepIn(key, depth + 1) ?? tooDeepIn(value, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
