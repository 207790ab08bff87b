import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { formatMoney, type MoneyFault, parseMoney } from '../micro-units.ts';
import { refuse, template } from './refuse.ts';

const moneyFaults: Readonly<Record<MoneyFault, { readonly message: string; readonly remedy: string }>> = {
  form: {
    message: 'is not an amount of money',
    remedy:
      'Write digits, optionally a point and up to six digits: 55.00. No sign, exponent, separator or currency.',
  },
  decimals: {
    message: 'has more than six decimals',
    remedy: 'The platform counts in millionths of the currency unit: write at most six decimals.',
  },
  size: { message: 'is too large', remedy: 'The largest amount is 9007199254.740991.' },
};

// Beyond exact numbers an amount stays the text of its digits.
const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));

/** An amount in units of the currency in the document, micro units everywhere else. */
export function money(): FieldType {
  const editor = {
    anyOf: [{ type: 'number', minimum: 0 }, { type: 'string', pattern: '^\\d+(\\.\\d{1,6})?$' }, template],
  };
  return defineFieldType({
    name: 'money',
    document: () =>
      z
        .string()
        .transform((value, context) => {
          const parsed = parseMoney(value);
          if ('micro' in parsed) return parsed.micro;
          const { message, remedy } = moneyFaults[parsed.fault];
          return refuse(context, message, remedy);
        })
        .meta({ editor }),
    live: () => z.union([z.int(), digits]).nullable(),
    show: (value) =>
      typeof value === 'number' || typeof value === 'string' ? formatMoney(BigInt(value)) : 'none',
  });
}
