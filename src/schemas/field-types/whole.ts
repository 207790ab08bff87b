import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { plainText } from '../values.ts';
import { refuse, template } from './refuse.ts';

/** `true` or `false`. */
export function flag(): FieldType {
  const editor = { anyOf: [{ type: 'boolean' }, template] };
  return defineFieldType({
    name: 'true or false',
    document: () =>
      z
        .string()
        .transform((value, context) => {
          if (/^(true|True|TRUE)$/.test(value)) return true;
          if (/^(false|False|FALSE)$/.test(value)) return false;
          return refuse(context, 'is neither true nor false', 'Write true or false.');
        })
        .meta({ editor }),
    live: () => z.boolean().nullable(),
    show: plainText,
  });
}

/** A whole number within bounds, or one of the given numbers. */
export function whole(
  bounds: { readonly min: number; readonly max: number } | { readonly oneOf: readonly number[] },
): FieldType {
  const rule =
    'oneOf' in bounds ? `one of ${bounds.oneOf.join(', ')}` : `from ${bounds.min} to ${bounds.max}`;
  const allowed = (value: number): boolean =>
    'oneOf' in bounds ? bounds.oneOf.includes(value) : value >= bounds.min && value <= bounds.max;
  const document = () =>
    z.string().transform((value, context) => {
      if (/^\d{1,15}$/.test(value) && allowed(Number(value))) return Number(value);
      return refuse(context, 'is not an allowed whole number', `Write a whole number, ${rule}.`);
    });
  const range =
    'oneOf' in bounds
      ? { enum: bounds.oneOf }
      : { type: 'integer', minimum: bounds.min, maximum: bounds.max };
  const editor = { anyOf: [range, template] };
  return defineFieldType({
    name: `whole number, ${rule}`,
    document: () => document().meta({ editor }),
    live: () => z.int().nullable(),
    show: plainText,
  });
}
