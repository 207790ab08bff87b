import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { starPattern } from '../../../src/report/view/star-pattern.ts';

test.each([
  [['spring-at', 'spring-be', 'spring-ch'], 'spring-*', ['at', 'be', 'ch']],
  [['market-us-high', 'market-uk-high'], 'market-*-high', ['us', 'uk']],
  [['a', 'b'], '*', ['a', 'b']],
  [['line_items/a', 'line_items/b'], 'line_items/*', ['a', 'b']],
  [['usa', 'usb'], '*', ['usa', 'usb']],
  [
    ['x/campaigns/de/line_items/c', 'x/campaigns/us/line_items/c'],
    'x/campaigns/*/line_items/c',
    ['de', 'us'],
  ],
])('%j is %s', (names, pattern, stars) => {
  expect(starPattern(names)).toEqual({ pattern, stars });
});

test('each name is its pattern with what the star stands for', () => {
  const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '-', '/', 'é', '😀') }), {
    minLength: 2,
  });
  fc.assert(
    fc.property(names, (all) => {
      const { pattern, stars } = starPattern(all);

      expect(stars.map((star) => pattern.replace('*', () => star))).toEqual(all);
    }),
  );
});
