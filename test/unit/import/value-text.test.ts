import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { keyText, valueText } from '../../../src/import/value-text.ts';
import { money, text, time } from '../../../src/schemas/field-types/index.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((value) => value.isWellFormed()),
  fc.constantFrom(
    'null',
    '~',
    '007',
    '1e3',
    'true',
    'No',
    '.inf',
    '0x1f',
    '+1',
    '1_000',
    '- a',
    'a: b',
    '<<',
    '${x}',
  ),
);

test.each([
  ['Spring sale', 'Spring sale'],
  ['007', '"007"'],
  ['1166476031668015104', '"1166476031668015104"'],
  ['true', '"true"'],
  ['${var.x}', '${var.x}'],
  ['two\nlines', '"two\\nlines"'],
])('the text %j is written %j', (given, wanted) => {
  expect(valueText(given, text(), false)).toBe(wanted);
});

test('amounts and times are bare', () => {
  expect(valueText('55.00', money(), false)).toBe('55.00');
  expect(valueText('2026-12-01T00:00:00Z', time(), true)).toBe('2026-12-01T00:00:00Z');
  expect(valueText(['55.00', 'a'], text(), false)).toBe('["55.00", a]');
});

test('any reader of YAML 1.2 reads a text back', () => {
  fc.assert(
    fc.property(texts, fc.boolean(), (value, inFlow) => {
      const written = valueText(value, text(), inFlow);
      const document = inFlow ? `[${written}, ${written}]` : `a: ${written}`;
      expect(parse(document)).toEqual(inFlow ? [value, value] : { a: value });
      expect(parse(`${keyText(value, false)}: 1`)).toEqual({ [value]: 1 });
    }),
    { numRuns: 500 },
  );
});
