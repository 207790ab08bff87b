import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeFrame } from '../../../src/diagnostics/code-frame.ts';

describe('the line and a caret under the column', () => {
  test.each([
    ['first line', 'a: 1\nb: 2', 1, 4, ['  1 | a: 1', '    |    ^']],
    ['last line', 'a: 1\nb: 2', 2, 1, ['  2 | b: 2', '    | ^']],
    ['behind the end', 'a: 1\n', 1, 99, ['  1 | a: 1', '    |     ^']],
    ['an empty line', 'a: 1\n', 2, 1, ['  2 |', '    | ^']],
    ['CRLF', 'a: 1\r\nb: 2\r\n', 1, 4, ['  1 | a: 1', '    |    ^']],
    ['a line that is not there', 'a: 1', 7, 1, []],
    ['a tab', '\ta: 1', 1, 5, ['  1 |     a: 1', '    |        ^']],
    ['wide characters', '名前: x', 1, 5, ['  1 | 名前: x', '    |       ^']],
    ['an emoji of several parts', '👩‍👩‍👧: x', 1, 11, ['  1 | 👩‍👩‍👧: x', '    |     ^']],
    ['a combining mark', 'e\u0301: x', 1, 5, ['  1 | e\u0301: x', '    |    ^']],
    ['two-digit lines', `${'\n'.repeat(11)}x`, 12, 1, ['  12 | x', '     | ^']],
  ])('%s', (_case, text, line, column, frame) => {
    expect(codeFrame(text, line, column)).toEqual(frame);
  });

  test('a long line is shortened on both sides of the caret', () => {
    const text = `${'a'.repeat(1000)}X${'b'.repeat(1000)}`;

    expect(codeFrame(text, 1, 1001)).toEqual([
      `  1 | …${'a'.repeat(48)}X${'b'.repeat(47)}…`,
      `    | ${' '.repeat(49)}^`,
    ]);
  });
});

test('whatever the text: two lines that fit, without a control character, the caret within', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat({ max: 500 }), (text, offset) => {
      const [source = '', caret = ''] = codeFrame(text.replaceAll('\n', ' '), 1, offset + 1);

      expect(source).not.toMatch(/\p{Cc}/u);
      expect(caret).toMatch(/^ {4}\| {1,101}\^$/);
    }),
  );
});

test('on a narrow page no line is wider than the page', () => {
  const text = fc.string({ maxLength: 400 });
  fc.assert(
    fc.property(text, fc.nat({ max: 500 }), fc.integer({ min: 40, max: 120 }), (line, offset, width) => {
      for (const shown of codeFrame(`\n${line}`, 2, offset + 1, width))
        expect(shown.length).toBeLessThanOrEqual(width);
    }),
  );
});
