import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { plainText } from '../values.ts';
import { refuse, template, wordList, wordRemedy } from './refuse.ts';
import { showList, toSet } from './text.ts';

/**
 * Exactly one of the given words. `withoutValues` are words that somebody may expect beside them, each with the reason
 * why it is none.
 */
export function choice(
  words: readonly string[],
  withoutValues: Readonly<Record<string, string>> = {},
): FieldType {
  const document = () =>
    z.string().transform((value, context) => {
      if (words.includes(value)) return value;
      const reason = Object.hasOwn(withoutValues, value) ? withoutValues[value] : undefined;
      if (reason !== undefined)
        return refuse(context, `has no place here: ${reason}`, `Write one of ${words.join(', ')}.`);
      return refuse(context, `is none of ${wordList(words)}`, wordRemedy(value, words));
    });
  const editor = { anyOf: [{ enum: [...words] }, template] };
  return defineFieldType({
    name: `one of ${words.join(', ')}`,
    ...(Object.keys(withoutValues).length > 0 && { withoutValues }),
    document: () => document().meta({ editor }),
    live: () => z.string().nullable(),
    show: plainText,
  });
}

/** A set of the given words; order and repetition do not count. */
export function choices(words: readonly string[]): FieldType {
  const document = () => z.array(choice(words).document).min(1).transform(toSet);
  const list = { type: 'array', items: { anyOf: [{ enum: [...words] }, template] }, minItems: 1 };
  const editor = { anyOf: [list, template] };
  return defineFieldType({
    name: `set of ${words.join(', ')}`,
    document: () => document().meta({ editor }),
    live: () => z.array(z.string()).transform(toSet).nullable(),
    show: showList,
  });
}
