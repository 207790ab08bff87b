import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesText, starPattern } from '../../../src/report/view/star-pattern.ts';

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

test.each([
  ['as the keys', ['x/at', 'x/be'], ['at', 'be'], ''],
  [
    'with the same text for the star',
    ['x/spring-at', 'x/spring-be'],
    ['Spring at', 'Spring be'],
    'named Spring *',
  ],
  [
    'with another text for it',
    ['x/spring-at', 'x/spring-be'],
    ['Spring Austria 2026', 'Spring Belgium 2026'],
    'named Spring * 2026: Austria, Belgium',
  ],
  ['with nothing in common', ['x/a', 'x/b'], ['Tea', 'Coffee, black'], 'named Tea, "Coffee, black"'],
  ['alike', ['x/a', 'x/b'], ['Tea', 'Tea'], 'named Tea'],
  ['hostile', ['x/a', 'x/b'], ['\u001b[31m a', '\u001b[31m c'], 'named �[31m *: a, c'],
])('names %s are told beside the pattern of the addresses', (_title, addresses, names, expected) => {
  expect(namesText(addresses, names)).toBe(expected);
});

test('of several names each can be read', () => {
  const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', 'é') }), {
    minLength: 3,
  });
  fc.assert(
    fc.property(names, (all) => {
      const text = namesText(
        all.map((_, index) => `acme/campaigns/key-${index}`),
        all,
      );
      const { pattern, stars } = starPattern(all, 'name');
      const listed = stars.map((star) => (star.includes(',') ? `"${star}"` : star)).join(', ');

      expect(text).toBe(`named ${pattern === '*' ? '' : `${pattern}: `}${listed}`);
      expect(stars.map((star) => pattern.replace('*', () => star))).toEqual(all);
    }),
  );
});
