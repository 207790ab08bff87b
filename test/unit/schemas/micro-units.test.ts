import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../../src/schemas/micro-units.ts';

const most = Number.MAX_SAFE_INTEGER;

test.each([
  ['55.00', 55_000_000],
  ['0', 0],
  ['0.000001', 1],
  ['1.2', 1_200_000],
  ['007', 7_000_000],
  ['00.50', 500_000],
  ['9007199254.740991', most],
  ['0.1', 100_000],
  ['1.005', 1_005_000],
  ['4.35', 4_350_000],
])('%s is %i micro units, to the last one', (text, micro) => {
  expect(parseMoney(text)).toEqual({ micro });
});

test.each([
  ['', 'form'],
  [' 1', 'form'],
  ['1 ', 'form'],
  ['-1', 'form'],
  ['+1', 'form'],
  ['1e3', 'form'],
  ['0x1F', 'form'],
  ['1,000', 'form'],
  ['1_000', 'form'],
  ['.5', 'form'],
  ['5.', 'form'],
  ['1.2.3', 'form'],
  ['1.1234567', 'decimals'],
  ['0.0000000', 'decimals'],
  ['9007199254.740992', 'size'],
  ['9'.repeat(400), 'size'],
  ['Infinity', 'form'],
  ['NaN', 'form'],
  ['١', 'form'],
  ['1\n', 'form'],
  ['12 USD', 'form'],
])('%j is no amount: %s', (text, fault) => {
  expect(parseMoney(text)).toEqual({ fault });
});

test('writing an amount and reading it gives it back, for every amount there is', () => {
  const property = fc.property(fc.integer({ min: 0, max: most }), (micro) => {
    expect(parseMoney(formatMoney(micro).replaceAll(',', ''))).toEqual({ micro });
  });
  fc.assert(property);
});

test('reading agrees with whole-number arithmetic on the digits', () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 9_007_199_253 }),
    fc.stringMatching(/^\d{1,6}$/),
    (units, fraction) => {
      const micro = units * 1_000_000 + Number(fraction.padEnd(6, '0'));
      expect(parseMoney(`${units}.${fraction}`)).toEqual({ micro });
    },
  );
  fc.assert(property);
});

test.each([
  [0, '0.00'],
  [1, '0.000001'],
  [1_500_000_000, '1,500.00'],
  [1_234_567_890_000, '1,234,567.89'],
  [999_999_999, '999.999999'],
  [100_000_000_000, '100,000.00'],
  [-1_500_000, '-1.50'],
  [-1, '-0.000001'],
  [most, '9,007,199,254.740991'],
  [9223372036854775807n, '9,223,372,036,854.775807'],
  [-5_000_000n, '-5.00'],
] as const)('%s micro units are shown as %s', (micro, shown) => {
  expect(formatMoney(micro)).toBe(shown);
});
