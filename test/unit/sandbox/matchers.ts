import { expect } from 'vitest';

// vitest's matchers are typed as anything; these stand for themselves in an expected value.
export const aText: unknown = expect.any(String);
export const aNumber: unknown = expect.any(Number);
export const anObject: unknown = expect.any(Object);
export const aList: unknown = expect.any(Array);
export const something: unknown = expect.anything();

/** A text that the pattern matches. */
export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** A text with this part. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

/** An object with at least these members. */
export function having(members: object): unknown {
  return expect.objectContaining(members);
}
