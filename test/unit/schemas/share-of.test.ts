import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from '../../../src/schemas/share-of.ts';

test.each([
  [{ percent: 23.4 }, 674_300_000, 1, 157_786_200],
  [{ percent: 34.669 }, 820_000_000, 1, 284_285_800],
  [{ percent: 30 }, 10, 1, 3],
  [{ percent: 33.3 }, 10, 1, 3],
  [{ percent: 0.001 }, 99_999, 1, 0],
  [{ percent: 999_999_999.999 }, Number.MAX_SAFE_INTEGER, 1, 9.007_199_254_731_984e22],
  [{ count: 5 }, 100, 1, 5],
  [{ count: 1.005 }, 100, 1_000_000, 1_005_000],
  [{ count: 999_999_999.999 }, 0, 1_000_000, 999_999_999_999_000],
])('%j of %s in parts of which a unit has %s is %s', (share, whole, parts, expected) => {
  expect(shareOf(share, whole, parts)).toBe(expected);
});

test('a whole number of percent of hundreds is never one less', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), fc.nat({ max: 1_000_000 }), (thousandths, hundreds) => {
      expect(shareOf({ percent: thousandths / 1000 }, hundreds * 100_000)).toBe(thousandths * hundreds);
    }),
  );
});
