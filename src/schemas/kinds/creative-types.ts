import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { list, taggedReference } from '../field-types/index.ts';
import { refuse, template } from '../field-types/refuse.ts';
import { isoCountries } from '../iso-countries.ts';
import { isList, plainText, type Value } from '../values.ts';

/** A text of one form; `message` and `remedy` are for what has another. */
function textOf(
  name: string,
  fits: (value: string) => boolean,
  { message, remedy }: { readonly message: string; readonly remedy: string },
): FieldType {
  const document = z
    .string()
    .transform((value, context) => (fits(value) ? value : refuse(context, message, remedy)));
  const editor = { anyOf: [{ type: ['string', 'number'] }, template] };
  return { name, document: document.meta({ editor }), live: z.string().nullable(), show: plainText };
}

/** Two numbers joined by an underscore (F-media-01). */
function mediaKey(): FieldType {
  return textOf('media key', (value) => /^\d{1,9}_\d{1,20}$/.test(value), {
    message: 'is not a media key',
    remedy: 'Write the two numbers joined by an underscore: 13_1191948012077092867.',
  });
}

/** The media key of something that is to be, or is, in the account's library. */
export const ownMediaKey: FieldType = mediaKey();

/** An item of the account's media library: its media key as it is, or `{ media: KEY }` of one in the document. */
export const libraryMedia: FieldType = taggedReference({ media: 'media' }, mediaKey());

/** Items of the library in the order they are shown; no items are the same as none said. */
export function mediaList(min: number, max: number): FieldType {
  return blankAsNull(list(libraryMedia, { min, max }));
}

/** A word with its `#` or without it, which does not count (F-card-12). */
export function hashtag(max: number): FieldType {
  return textOf(
    `hashtag of up to ${max} characters`,
    (value) => {
      const word = value.replace(/^#/, '');
      return word !== '' && !/[\s#]/.test(word) && Array.from(word).length <= max;
    },
    {
      message: `is not a hashtag of up to ${max} characters`,
      remedy: 'Write one word, with or without the #, in quotes: "#spring".',
    },
  );
}

/** A country (ISO 3166-1 alpha-2: F-card-02). */
export const country: FieldType = textOf('country code', (value) => isoCountries.includes(value), {
  message: 'is not a country code of ISO 3166-1',
  remedy: 'Write two capital letters: US.',
});

/** Digits only: the number of an app in a store. */
export const storeNumber: FieldType = textOf('number in the app store', (value) => /^\d{1,32}$/.test(value), {
  message: 'is not a number of an app store',
  remedy: 'Write its digits only: 333903271.',
});

/** The 64-bit number of a user, as text. */
export const userId: FieldType = textOf('id of a user', (value) => /^\d{1,19}$/.test(value), {
  message: "is not a user's id",
  remedy: 'Write the number of the user, in quotes: "756201191646691328".',
});

/** The type whose empty text or list, which some answers give for nothing at all, is read as null. */
export function blankAsNull(type: FieldType): FieldType {
  return { ...type, live: type.live.transform((value): Value => (isBlank(value) ? null : value)) };
}

function isBlank(value: Value): boolean {
  return value === '' || (isList(value) && value.length === 0);
}

/** The type of a whole number that answers give as the text of its digits. */
export function answeredAsText(type: FieldType): FieldType {
  const digits = z.string().regex(/^\d{1,15}$/);
  return { ...type, live: z.union([digits.transform(Number), type.live]) };
}
