import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWidth } from '../../../src/report/layout.ts';
import { plainStyle, terminalStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { textWidth } from '../../../src/report/text-width.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { wrapLines } from '../../../src/report/wrap-lines.ts';
import { anyPlan } from '../../unit/report/any-report.ts';

test.each([
  ['prose hangs by two', 'It has no room for this', 12, 'It has no\n  room for\n  this'],
  ['an indent is kept', '  Put right what failed', 14, '  Put right\n    what\n    failed'],
  ['below the last column', 'name   the name of a thing', 16, 'name   the name\n       of a\n       thing'],
  ['below a number', '1. One thing and more', 12, '1. One thing\n   and more'],
  ['a column too far right', 'acme-us/campaigns  is not', 20, 'acme-us/campaigns\n  is not'],
  ['backticks stay together', 'Run `adsync plan` now', 17, 'Run `adsync plan`\n  now'],
  ['unless they have no room', 'Run `adsync state list` now', 14, 'Run `adsync\n  state list`\n  now'],
  ['a command goes on', '  adsync plan --why acme-us', 20, '  adsync plan \\\n    --why acme-us'],
  ['an option goes on', '--id acme-us/campaigns/a', 23, '--id \\\n  acme-us/campaigns/a'],
  [
    'a long word of a command stays',
    'adsync plan acme-us/campaigns/sale --why',
    14,
    'adsync plan \\\nacme-us/campaigns/sale \\\n  --why',
  ],
  ['a sentence of adsync', 'adsync cannot delete it.', 16, 'adsync cannot\n  delete it.'],
  ['a long word moves left', '    at abcdefghijkl now', 12, '    at\nabcdefghijkl\n      now'],
  ['a longer address, at slashes', 'at acme-us/campaigns/sale', 14, 'at acme-us/\n  campaigns/\n  sale'],
  ['a longer word stays', 'at abcdefghijklm now', 10, 'at\nabcdefghijklm\n  now'],
  ['wide letters', '東京 東京 東京', 10, '東京 東京\n  東京'],
  ['each line for itself', 'a b c d e f\n\nshort\n', 8, 'a b c d\n  e f\n\nshort\n'],
])('%s', (_, text, width, expected) => {
  expect(wrapLines(text, width)).toBe(expected);
});

test('without a terminal nothing is broken', () => {
  const long = 'word '.repeat(200);

  expect(wrapLines(long, pageWidth({ isTTY: false, columns: 80 }))).toBe(long);
  expect(pageWidth({})).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  [undefined, 80],
  [0, 80],
  [20, 40],
  [93, 93],
  [300, 300],
])('a terminal that says %s has a page of %i columns', (columns, expected) => {
  expect(pageWidth({ isTTY: true, ...(columns !== undefined && { columns }) })).toBe(expected);
});

const word = fc.stringMatching(/^[a-zé→東`/:.,]{1,24}$/);
const line = fc.tuple(fc.nat(8), fc.array(fc.tuple(word, fc.integer({ min: 1, max: 3 })), { minLength: 1 }));
const anyText = fc
  .array(line, { maxLength: 8 })
  .map((lines) =>
    lines
      .map(
        ([indent, words]) => ' '.repeat(indent) + words.map(([text, gap]) => text + ' '.repeat(gap)).join(''),
      )
      .join('\n'),
  );

test('words stay whole and in order, and no line is too long', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 40, max: 200 }), (text, width) => {
      const wrapped = wrapLines(text, width);

      expect(wrapped.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
      for (const each of wrapped.split('\n')) expect(textWidth(each.trimEnd())).toBeLessThanOrEqual(width);
      expect(wrapLines(wrapped, width).split(/\s+/)).toEqual(wrapped.split(/\s+/));
    }),
  );
});

test('colour changes nothing about where lines are broken', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 40, max: 200 }), (text, width) => {
      // From a word to the next but one, as a heading of several words is coloured.
      const coloured = text.replaceAll(/[^ \n]+ +[^ \n]+/g, (words) => terminalStyle('green', words));

      const wrapped = stripVTControlCharacters(wrapLines(coloured, width));

      expect(wrapped).toBe(wrapLines(text, width));
    }),
  );
});

test('no line of any plan is longer than the page, but for words that are', () => {
  fc.assert(
    fc.property(anyPlan(6), fc.integer({ min: 80, max: 200 }), (plan, width) => {
      const text = wrapLines(
        planText(planView(plan, { everyField: true }), { width, style: plainStyle }),
        width,
      );

      const long = text.split('\n').filter((each) => textWidth(each.trimEnd()) > width);
      // A command that goes on in the next line ends with a backslash.
      for (const each of long) expect(each.replace(/ \\$/, '').trim().split(' ')).toHaveLength(1);
    }),
    { numRuns: 40 },
  );
});
