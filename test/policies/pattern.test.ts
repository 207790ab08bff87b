import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressPattern } from '../../src/schemas/address-pattern.ts';
import { compilePattern } from '../../src/schemas/pattern.ts';

test.each([
  ['^[A-Z]{2} .+', 'US Spring sale', true],
  ['^[A-Z]{2} .+', 'us Spring sale', false],
  ['^[A-Z]{2} .+$', 'USA Spring sale', false],
  ['sale', 'Spring sale 2026', true],
  ['^(US|UK)_(brand|perf)_\\d{4}-\\d{2}$', 'UK_perf_2026-11', true],
  ['^(US|UK)_(brand|perf)_\\d{4}-\\d{2}$', 'UK_perf_2026-1', false],
  ['^\\[(?:US|UK)\\]', '[US] Sale', true],
  ['^[^|]+ \\| [\\w-]+$', 'Sale | a-b', true],
  ['^a|b$', 'ax', true],
  ['^.$', '💶', true],
  ['', '', true],
  ['^\\D\\W\\S\\s\\w\\d$', 'a-b c1', true],
  ['x{0}y', 'y', true],
  ['[]', 'a', false],
  ['^[\\]a-]+$', 'a-]', true],
])('%s in %j: %s', (pattern, text, expected) => {
  expect(compilePattern(pattern)(text)).toBe(expected);
});

test.each([
  ['(a', 'has a "(" without its ")"'],
  ['a)', 'has a ")" without its "("'],
  ['*a', 'has a "*" with nothing before it'],
  ['a**', 'has two quantifiers side by side'],
  ['(?=a)', 'looks ahead, looks back or names a group, which is not supported'],
  ['(a)\\1', 'has "\\1", which is not supported'],
  ['[a', 'ends too early'],
  ['[z-a]', 'has the range z-a, which holds nothing'],
  ['a{x}', 'has a "{" that begins no count such as {2} or {1,3}'],
  ['a{2', 'has a "{" that begins no count such as {2} or {1,3}'],
  ['a{3,2}', 'has the count {3,2}, which is none from 0 to 255'],
  ['a{256}', 'has the count {256}, which is none from 0 to 255'],
  ['(((a{99}){99}){99})', 'is too large'],
])('%s %s', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(new SyntaxError(message));
});

test('a pattern that would keep a backtracking engine busy for ages takes no time', () => {
  const started = performance.now();

  expect(compilePattern('^(a+)+(a|a)*(.*.*.*)*b$')('a'.repeat(255))).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '^', '$', '(a|b)', '(?:ab|)', '(a+b?)');
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?');
const part = fc
  .tuple(atom, quantifier)
  .map(([one, times]) => (one === '^' || one === '$' ? one : `${one}${times}`));
const expression = fc
  .array(fc.oneof(part, fc.constant('|')), { maxLength: 8 })
  .map((parts) => parts.join(''));
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '€'), { maxLength: 8 })
  .map((parts) => parts.join(''));

test('matches what the language it is taken from matches', () => {
  fc.assert(
    fc.property(expression, text, (pattern, name) => {
      expect(compilePattern(pattern)(name)).toBe(new RegExp(pattern, 'su').test(name));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['acme/campaigns/a', 'acme/campaigns/a', true],
  ['acme/campaigns/a', 'acme/campaigns/a/line_items/x', true],
  ['acme/campaigns/a', 'acme/campaigns/ab', false],
  ['acme/campaigns/a*', 'acme/campaigns/ab', true],
  ['acme/campaigns/a*', 'acme/campaigns/ab/line_items/x', true],
  ['acme/campaigns/*/line_items', 'acme/campaigns/ab/line_items/x', true],
  ['acme/*/x', 'acme/campaigns/y/x', false],
  ['**/x', 'acme/campaigns/y/line_items/x', true],
  ['**', 'acme', true],
  ['acme/**/LOCATION:*', 'acme/campaigns/a/line_items/x/targeting/LOCATION:EQ:96', true],
  ['acme.us/campaigns/*', 'acmexus/campaigns/a', false],
  ['*/campaigns/b-*', 'acme/campaigns/b', false],
])('the address pattern %s and %s: %s', (pattern, address, expected) => {
  expect(addressPattern(pattern)(address)).toBe(expected);
});
