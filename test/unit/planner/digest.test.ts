import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/planner/result/digest.ts';

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

test('the digest is that of the whole canonical JSON, lists taken member by member', () => {
  const values = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()));

  fc.assert(
    fc.property(values, (value) => {
      expect(digestOf(value)).toBe(sha256(canonicalize(value) ?? ''));
    }),
  );
});

test.each([
  ['nothing', undefined, ''],
  ['an empty list', [], '[]'],
  ['a member of a list that JSON does not know, as JSON writes it', [1, undefined, 2], '[1,null,2]'],
  ['members in any order of their names', [{ b: 1, a: 2 }], '[{"a":2,"b":1}]'],
])('of %s', (_title, value, text) => {
  expect(digestOf(value)).toBe(sha256(text));
});
