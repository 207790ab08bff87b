import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressPattern } from '../../../src/schemas/address-pattern.ts';
import { compilePattern } from '../../../src/schemas/pattern.ts';

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
  ['\\p{Katakana}ー', 'キャンペーン', true],
  ['(?i)^us\\b', 'US Spring sale', true],
  ['^[\\]a-]+$', 'a-]', true],
])('%s in %j: %s', (pattern, text, expected) => {
  expect(compilePattern(pattern)(text)).toBe(expected);
});

test.each([
  ['(a', 'has a "(" without its ")"'],
  ['a)', 'has a ")" without its "("'],
  ['*a', 'has a "*" with nothing before it'],
  ['a**', 'has two quantifiers side by side'],
  ['(?=a)', 'has "(?=", which is not supported'],
  ['(?<=a)b', 'looks back or misnames a group, which is not supported'],
  ['(?P<x>a)(?P<x>b)', 'gives two groups the same name'],
  ['(a)\\1', 'has "\\1", which is not supported'],
  ['[a', 'has a "[" without its "]"'],
  ['[z-a]', 'has "z-a", which stands for no character'],
  ['\\p{Nowhere}', 'has "\\p{Nowhere}", which stands for no character'],
  ['a{3,2}', 'has the count {3,2}, which runs backwards or comes to more than 1000'],
  ['(((a{99}){99}){99})', 'has the count {99}, which runs backwards or comes to more than 1000'],
  ['a\\', 'ends with a single "\\"'],
  ['(a{200}){5}b{1000}', 'is too large'],
])('%s %s', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(new SyntaxError(message));
});

test.each([
  ['(', 'has a "(" without its ")"'],
  [')', 'has a ")" without its "("'],
  ['[', 'has a "[" without its "]"'],
  ['{1}', 'has a "{1}" with nothing before it'],
  ['(?:a', 'has a "(" without its ")"'],
  ['(a*)*', 'is too large'],
  ['a{1000}', 'is too large'],
  [']', 'is too large'],
  ['()', 'is too large'],
])('20,000 times %s: %s', (part, message) => {
  const started = performance.now();

  expect(() => compilePattern(part.repeat(20_000))).toThrow(new SyntaxError(message));
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a fault as long as a file is quoted in short', () => {
  const pattern = `\\p{${'x'.repeat(20_000)}}`;

  expect(() => compilePattern(pattern)).toThrow(
    new SyntaxError('has "\\p{xxxxxxxxxxxxxxxxx…", which stands for no character'),
  );
});

test('20,000 groups, one within the other', () => {
  const nested = `${'('.repeat(20_000)}${')'.repeat(20_000)}`;

  expect(() => compilePattern(nested)).toThrow(new SyntaxError('nests its groups too deeply'));
});

test('a pattern that would keep a backtracking engine busy for ages takes no time', () => {
  const started = performance.now();

  expect(compilePattern('^(a+)+(a|a)*(.*.*.*)*b$')('a'.repeat(255))).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a pattern of the largest size takes little time, whatever the name', () => {
  const fits = compilePattern('(?:[ab]*a[ab]{900}|[ab]*b[ab]{900})c?$');
  const names = Array.from({ length: 200 }, (_, number) =>
    Array.from({ length: 255 }, (_, at) => (((at * at * 7 + number * at) >> 2) & 1 ? 'a' : 'b')).join(''),
  );
  const started = performance.now();

  expect(names.some(fits)).toBe(false);
  expect(performance.now() - started).toBeLessThan(10_000);
});

const piece = fc.oneof(
  fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '*',
    '+',
    '?',
    '|',
    '^',
    '$',
    '.',
    '\\',
    '-',
    ',',
    ':',
    '=',
    '<',
  ),
  fc.constantFrom(
    'a',
    'b',
    '1',
    '9',
    'P',
    'p',
    'L',
    'd',
    'Q',
    'E',
    '€',
    '💶',
    '\0',
    '\ud800',
    '{2}',
    '(?',
    '[:',
  ),
);

test('whatever is written is compiled, or refused with a sentence', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const fault = faultOf(pieces.join(''));
      expect(fault).not.toContain('cannot be read');
    }),
    { numRuns: 5000 },
  );
});

function faultOf(pattern: string): string {
  try {
    return compilePattern(pattern)('ab €💶1') ? 'fits' : 'fits not';
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause.message;
    throw cause;
  }
}

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\W',
  '\\b',
  '^',
  '$',
  '(a|b)',
  '(?:ab|)',
  '(a+b?)',
);
const anchors = new Set(['^', '$', '\\b']);
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?');
const part = fc.tuple(atom, quantifier).map(([one, times]) => (anchors.has(one) ? one : `${one}${times}`));
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
  ['acme/été|(x)[1]$^?+{2}\\*', 'acme/été|(x)[1]$^?+{2}\\ y/line_items/x', true],
  ['acme/campaigns/夏*', 'acme/campaigns/夏のセール', true],
])('the address pattern %s and %s: %s', (pattern, address, expected) => {
  expect(addressPattern(pattern)(address)).toBe(expected);
});

test.each([
  ['*a', 20_000, false],
  ['**', 20_000, true],
  ['a*', 20_000, false],
])('an address pattern of %s, %i times, takes little time', (part, times, expected) => {
  const started = performance.now();
  const isThere = addressPattern(part.repeat(times));

  expect(isThere(`acme/${'a/'.repeat(200)}b`)).toBe(expected);
  expect(performance.now() - started).toBeLessThan(10_000);
});
