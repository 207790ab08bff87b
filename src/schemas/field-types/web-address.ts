import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { plainText } from '../values.ts';
import { refuse, template } from './refuse.ts';

/** A web address with its scheme. */
export function webAddress(): FieldType {
  const editor = { anyOf: [{ type: 'string', format: 'uri' }, template] };
  return defineFieldType({
    name: 'web address',
    document: () =>
      z
        .string()
        .transform((value, context) => {
          if (/^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value)) return value;
          return refuse(context, 'is not a web address', 'Write it in full: https://example.com/path.');
        })
        .meta({ editor }),
    live: () => z.string().nullable(),
    show: plainText,
  });
}
