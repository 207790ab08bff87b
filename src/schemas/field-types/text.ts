import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { plainText, type Value } from '../values.ts';
import { refuse, template } from './refuse.ts';

/** The characters that the platform refuses in a text. */
const refusedCharacter = /(?![\t\n\r])\p{Cc}/u;

/** Text of 1 to `max` code points (the platform counts characters, not bytes). */
export function text(max = 10_000): FieldType {
  const document = () =>
    z.string().transform((value, context) => {
      const [wrong] = refusedCharacter.exec(value) ?? [];
      if (wrong !== undefined)
        return refuse(
          context,
          `holds the control character ${codeOf(wrong)}`,
          'Remove it: of control characters, the platform takes only tabs and line breaks.',
        );
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
  return defineFieldType({
    name: 'text',
    document: () => document().meta({ editor }),
    live: () => z.string().nullable(),
    show: plainText,
  });
}

/** A character as a code that can be searched for: `U+0007`. */
function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A set of texts, such as category codes. */
export function texts(): FieldType {
  const editor = { anyOf: [{ type: 'array', items: { type: ['string', 'number'] }, minItems: 1 }, template] };
  return defineFieldType({
    name: 'list of texts',
    document: () => z.array(text(255).document).min(1).transform(toSet).meta({ editor }),
    live: () => z.array(z.string()).transform(toSet).nullable(),
    show: showList,
  });
}

const number = z.union([z.int(), z.bigint()]).transform(String);

/** The platform's id of something: taken as written, digits or letters alike; read where it comes as a bare number too. */
export function id(): FieldType {
  const editor = { type: ['string', 'number'] };
  return defineFieldType({
    name: 'id',
    document: () =>
      z
        .string()
        .transform((value, context) => {
          if (/^[A-Za-z0-9_-]{1,64}$/.test(value)) return value;
          return refuse(context, 'is not an id', "Copy the id as the platform's API shows it.");
        })
        .meta({ editor }),
    live: () => z.union([z.string(), number]).nullable(),
    show: plainText,
  });
}

/** The values sorted, each once. */
export function toSet(values: readonly Value[]): readonly Value[] {
  return [...new Set(values.map(plainText))].sort();
}

/** A list as people read it: `a, b`. */
export function showList(value: Value): string {
  return Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
}
