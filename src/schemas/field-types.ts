import { z } from 'zod';
import { nearest } from '../diagnostics/nearest.ts';
import type { FieldType } from './define-field.ts';
import { formatMoney, type MoneyFault, parseMoney } from './micro-units.ts';
import { parseTime, type TimeFault } from './times.ts';
import { plainText, type Value } from './values.ts';

/** A template such as `${var.season}` stands wherever a value stands. */
export const template = { type: 'string', pattern: '\\$\\{' };

/** A finding about one value; the remedy travels in the issue's `params`. */
function refuse(context: z.RefinementCtx, message: string, remedy: string): never {
  context.issues.push({ code: 'custom', message, input: context.value, params: { remedy } });
  return z.NEVER;
}

function wordRemedy(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? 'Write one of these words.' : `Did you mean ${near}?`;
}

/** Text of 1 to `max` code points (the platform counts characters, not bytes). */
export function text(max = 10_000): FieldType {
  const document = z.string().transform((value, context) => {
    const length = Array.from(value).length;
    if (length === 0) return refuse(context, 'is empty', 'Write at least one character.');
    if (length <= max) return value;
    return refuse(
      context,
      `has ${length} characters; at most ${max} are allowed`,
      `Shorten it by ${length - max}.`,
    );
  });
  const editor = { anyOf: [{ type: 'string', maxLength: max }, { type: ['number', 'boolean'] }] };
  return { name: 'text', document: document.meta({ editor }), live: z.string().nullable(), show: plainText };
}

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

/** An amount in units of the currency in the document, micro units everywhere else. */
export function money(): FieldType {
  const document = z.string().transform((value, context) => {
    const parsed = parseMoney(value);
    if ('micro' in parsed) return parsed.micro;
    const { message, remedy } = moneyFaults[parsed.fault];
    return refuse(context, message, remedy);
  });
  // Beyond exact numbers an amount stays the text of its digits.
  const digits = z
    .string()
    .regex(/^\d+$/)
    .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
  const editor = {
    anyOf: [{ type: 'number', minimum: 0 }, { type: 'string', pattern: '^\\d+(\\.\\d{1,6})?$' }, template],
  };
  return {
    name: 'money',
    document: document.meta({ editor }),
    live: z.union([z.int(), digits]).nullable(),
    show: (value) =>
      typeof value === 'number' || typeof value === 'string' ? formatMoney(BigInt(value)) : 'none',
  };
}

const timeFaults: Readonly<Record<TimeFault, { readonly message: string; readonly remedy: string }>> = {
  form: { message: 'is not a time', remedy: 'Write it as 2026-12-01T00:00:00Z.' },
  offset: {
    message: 'has no offset from UTC',
    remedy: 'Add Z for UTC or an offset such as +01:00: 2026-12-01T00:00:00Z.',
  },
  fraction: {
    message: 'has fractions of a second',
    remedy: 'The platform keeps whole seconds: leave the fraction out.',
  },
  calendar: {
    message: 'is not a day and time of the calendar',
    remedy: 'Check the day of the month and the hour.',
  },
};

/** An instant, with an offset and whole seconds. */
export function time(): FieldType {
  const document = z.string().transform((value, context) => {
    const parsed = parseTime(value);
    if ('time' in parsed) return parsed.time;
    const { message, remedy } = timeFaults[parsed.fault];
    return refuse(context, message, remedy);
  });
  const live = z.string().transform((value) => {
    const parsed = parseTime(value);
    return 'time' in parsed ? parsed.time : value;
  });
  const editor = { anyOf: [{ type: 'string', format: 'date-time' }, template] };
  return { name: 'time', document: document.meta({ editor }), live: live.nullable(), show: plainText };
}

/** Exactly one of the given words. */
export function choice(words: readonly string[]): FieldType {
  const document = z.string().transform((value, context) => {
    if (words.includes(value)) return value;
    return refuse(context, `is none of ${words.join(', ')}`, wordRemedy(value, words));
  });
  const editor = { anyOf: [{ enum: [...words] }, template] };
  return {
    name: `one of ${words.join(', ')}`,
    document: document.meta({ editor }),
    live: z.string().nullable(),
    show: plainText,
  };
}

/** A set of the given words; order and repetition do not count. */
export function choices(words: readonly string[]): FieldType {
  const document = z.array(choice(words).document).min(1).transform(toSet);
  const list = { type: 'array', items: { anyOf: [{ enum: [...words] }, template] }, minItems: 1 };
  const editor = { anyOf: [list, template] };
  return {
    name: `set of ${words.join(', ')}`,
    document: document.meta({ editor }),
    live: z.array(z.string()).transform(toSet).nullable(),
    show: showList,
  };
}

/** A set of texts, such as category codes. */
export function texts(): FieldType {
  const document = z.array(text(255).document).min(1).transform(toSet);
  const editor = { anyOf: [{ type: 'array', items: { type: ['string', 'number'] }, minItems: 1 }, template] };
  return {
    name: 'list of texts',
    document: document.meta({ editor }),
    live: z.array(z.string()).transform(toSet).nullable(),
    show: showList,
  };
}

/** `true` or `false`. */
export function flag(): FieldType {
  const document = z.string().transform((value, context) => {
    if (/^(true|True|TRUE)$/.test(value)) return true;
    if (/^(false|False|FALSE)$/.test(value)) return false;
    return refuse(context, 'is neither true nor false', 'Write true or false.');
  });
  const editor = { anyOf: [{ type: 'boolean' }, template] };
  return {
    name: 'true or false',
    document: document.meta({ editor }),
    live: z.boolean().nullable(),
    show: plainText,
  };
}

/** A whole number within bounds, or one of the given numbers. */
export function whole(
  bounds: { readonly min: number; readonly max: number } | { readonly oneOf: readonly number[] },
): FieldType {
  const rule =
    'oneOf' in bounds ? `one of ${bounds.oneOf.join(', ')}` : `from ${bounds.min} to ${bounds.max}`;
  const allowed = (value: number): boolean =>
    'oneOf' in bounds ? bounds.oneOf.includes(value) : value >= bounds.min && value <= bounds.max;
  const document = z.string().transform((value, context) => {
    if (/^\d{1,15}$/.test(value) && allowed(Number(value))) return Number(value);
    return refuse(context, 'is not an allowed whole number', `Write a whole number, ${rule}.`);
  });
  const editor = { anyOf: [{ type: 'integer' }, template] };
  return {
    name: `whole number, ${rule}`,
    document: document.meta({ editor }),
    live: z.int().nullable(),
    show: plainText,
  };
}

/** A web address with its scheme. */
export function webAddress(): FieldType {
  const document = z.string().transform((value, context) => {
    if (/^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value)) return value;
    return refuse(context, 'is not a web address', 'Write it in full: https://example.com/path.');
  });
  const editor = { anyOf: [{ type: 'string', format: 'uri' }, template] };
  return {
    name: 'web address',
    document: document.meta({ editor }),
    live: z.string().nullable(),
    show: plainText,
  };
}

/** The platform's id of something: taken as written, digits or letters alike. */
export function id(): FieldType {
  const document = z.string().transform((value, context) => {
    if (/^[A-Za-z0-9_-]{1,64}$/.test(value)) return value;
    return refuse(context, 'is not an id', "Copy the id as the platform's interface of the API shows it.");
  });
  const editor = { type: ['string', 'number'] };
  return {
    name: 'id',
    document: document.meta({ editor }),
    live: z.string().nullable(),
    show: plainText,
  };
}

/** Another resource of the account: its key as a bare text, or `{ id: … }`. The key stands as `{ key }` until references are resolved. */
export function reference(kind: string): FieldType {
  const external = z.strictObject({ id: id().document });
  const document = z.unknown().transform((value, context): Value => {
    if (typeof value === 'string') return { key: value };
    const parsed = external.safeParse(value);
    if (parsed.success) return parsed.data.id;
    return refuse(
      context,
      `is neither the key of a ${kind} nor { id: … }`,
      `Write the key, or { id: … } for one that exists already.`,
    );
  });
  const editor = {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { id: { type: ['string', 'number'] } },
        required: ['id'],
        additionalProperties: false,
      },
    ],
  };
  return {
    name: `key of a ${kind}, or { id: … }`,
    document: document.meta({ editor }),
    live: z.string().nullable(),
    show: plainText,
  };
}

function toSet(values: readonly Value[]): readonly Value[] {
  return [...new Set(values.map(plainText))].sort();
}

function showList(value: Value): string {
  return Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
}
