import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedBlocks } from '../../../src/edit/changed-blocks.ts';

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

/** The second list, made of the first by the blocks that differ. */
function rebuilt(old: readonly string[], edited: readonly string[]): readonly string[] {
  return changedBlocks(old, edited)
    .toReversed()
    .reduce<readonly string[]>(
      (made, { from, to, otherFrom, otherTo }) =>
        made.toSpliced(from, to - from, ...edited.slice(otherFrom, otherTo)),
      old,
    );
}

test('the blocks make one list of the other, and no two of them touch', () => {
  fc.assert(
    fc.property(list, list, (old, edited) => {
      expect(rebuilt(old, edited)).toEqual(edited);
      for (const [index, { from, to, otherFrom, otherTo }] of changedBlocks(old, edited).entries()) {
        expect(to - from + otherTo - otherFrom).toBeGreaterThan(0);
        if (index > 0) expect(from).toBeGreaterThan(changedBlocks(old, edited)[index - 1]?.to ?? from);
      }
    }),
  );
});

test.each<[string, readonly string[], readonly string[], readonly number[][]]>([
  ['nothing', ['a', 'b'], ['a', 'b'], []],
  ['one member', ['a', 'b', 'c'], ['a', 'x', 'c'], [[1, 2, 1, 2]]],
  [
    'a new first one and a lost last one',
    ['a', 'b'],
    ['x', 'a'],
    [
      [0, 0, 0, 1],
      [1, 2, 2, 2],
    ],
  ],
  ['all of an empty list', [], ['a'], [[0, 0, 0, 1]]],
])('%s', (_case, old, edited, blocks) => {
  expect(
    changedBlocks(old, edited).map((each) => [each.from, each.to, each.otherFrom, each.otherTo]),
  ).toEqual(blocks);
});

test('two long lists without a common member are one block, in seconds', () => {
  const started = performance.now();
  const [old, edited] = ['a', 'b'].map((name) =>
    Array.from({ length: 20_000 }, (_, index) => `${name}${index}`),
  );

  expect(changedBlocks(old ?? [], edited ?? [])).toEqual([
    { from: 0, to: 20_000, otherFrom: 0, otherTo: 20_000 },
  ]);
  expect(performance.now() - started).toBeLessThan(20_000);
});
