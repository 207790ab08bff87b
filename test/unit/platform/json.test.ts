import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/platform/json.ts';

/** What is written, and what has to be read. */
interface Sample {
  readonly text: string;
  readonly value: unknown;
}

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  fc
    .bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
    .map((number) => ({ text: `${number}`, value: exact(number) })),
  fc
    .bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n })
    .map((number) => ({ text: `${number}`, value: exact(number) })),
  fc
    .oneof(fc.string(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => ({ text: JSON.stringify(value), value: exactDouble(value) })),
);
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('sample'), { maxLength: 4 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(' , ')}]`,
      value: items.map(({ value }) => value),
    })),
    fc.dictionary(fc.string(), tie('sample'), { maxKeys: 4, noNullPrototype: true }).map((members) => ({
      text: `{${Object.entries(members)
        .map(([name, { text }]) => `${JSON.stringify(name)}:${text}`)
        .join(',')}}`,
      value: Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value])),
    })),
  ),
}));

function exact(number: bigint): unknown {
  return Number.isSafeInteger(Number(number)) ? Number(number) : `${number}`;
}

/** A double such as 1e20 is written like an integer, and has to be read like one. */
function exactDouble(value: unknown): unknown {
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value));
  return isLong ? String(value) : value;
}

describe('parseJson', () => {
  test('reads every integer beyond 2^53 - 1 as its digits, and all else as JSON.parse does', () => {
    fc.assert(
      fc.property(sample, ({ text, value }) => {
        expect(normal(parseJson(text))).toEqual(normal(value));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    ['{"tweet_ids":[822333526255120384]}', { tweet_ids: ['822333526255120384'] }],
    ['{ "id" :\n 756201191646691328 }', { id: '756201191646691328' }],
    ['[1,\t756201191646691328]', [1, '756201191646691328']],
    ['"no number: 756201191646691328"', 'no number: 756201191646691328'],
    ['1234567890123456.5', 1234567890123456.5],
    ['1152921504606846976e0', 2 ** 60],
    ['null', null],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('keeps __proto__ a member like any other', () => {
    const value = parseJson('{"__proto__":{"polluted":756201191646691328}}');

    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"756201191646691328"}}');
    expect(value).not.toHaveProperty('polluted');
  });

  test.each([
    ['nothing', ''],
    ['HTML', '<html></html>'],
    ['half an answer', '{"data":[{"id":"8wku2"},'],
    ['a long number in half an answer', '{"id":756201191646691328'],
    ['a value deeper than can be walked', `${'['.repeat(200_000)}756201191646691328${']'.repeat(200_000)}`],
  ])('throws SyntaxError for %s', (_name, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

/** As text, in which minus zero is zero. */
function normal(value: unknown): unknown {
  return JSON.stringify(value);
}
