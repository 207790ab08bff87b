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
  const pending = tokens.map((token) => ({ token, depth: 0 })).toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return token.offset;
    for (const child of childrenOf(token).toReversed()) {
      pending.push({ token: child, depth: token.type === 'document' ? depth : depth + 1 });
    }
  }
  return undefined;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) =>
    [item.key, item.value].filter((child) => child !== null && child !== undefined),
  );
}
