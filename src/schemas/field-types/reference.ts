import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { isIdOf, type KeyOf, plainText, type Value } from '../values.ts';
import { withArticle } from '../with-article.ts';
import { refuse } from './refuse.ts';
import { id } from './text.ts';

const idOrText = { type: ['string', 'number'] };

/** Another resource: its key as a bare text, or `{ id: … }`. The key stands as a `KeyOf` until references are resolved. */
export function reference(...kinds: readonly string[]): FieldType {
  const title = kinds.map((kind) => kind.replaceAll('_', ' ')).join(' or ');
  const document = () => {
    const external = z.strictObject({ id: id().document });
    return z.unknown().transform((value, context): Value => {
      if (typeof value === 'string') return keyOf(kinds, value, kinds[0] ?? '');
      const parsed = external.safeParse(value);
      if (parsed.success) return parsed.data.id;
      return refuse(
        context,
        `is neither the key of ${withArticle(title)} nor { id: … }`,
        `Write the key, or { id: … } for one that exists already.`,
      );
    });
  };
  const editor = { anyOf: [{ type: 'string' }, taggedSchema('id')] };
  return defineFieldType({
    name: `key of ${withArticle(title)}, or { id: … }`,
    document: () => document().meta({ editor }),
    live: () => id().live,
    show: showReference,
    refersTo: kinds,
  });
}

/**
 * Another resource by a word for its kind, as in `{ audience: KEY }`, or `{ id: … }`. `bare` says what a bare text is
 * read as; without it, a bare text is the key of the only kind there is.
 */
export function taggedReference(tags: Readonly<Record<string, string>>, bare?: FieldType): FieldType {
  const words = Object.keys(tags);
  const document = () =>
    z.unknown().transform((value, context): Value => {
      if (typeof value === 'string') return readBare(value, tags, bare, context);
      return readTagged(value, tags) ?? refuse(context, `is none of ${forms(words)}`, remedyFor(words));
    });
  const editor = {
    anyOf: [...(bare === undefined ? [] : [idOrText]), ...words.map(taggedSchema), taggedSchema('id')],
  };
  return defineFieldType({
    name: `${bare === undefined ? '' : `${bare.name}, `}${forms(words)}`,
    document: () => document().meta({ editor }),
    live: () => bare?.live ?? id().live,
    show: showReference,
    refersTo: [...new Set(Object.values(tags))],
  });
}

type Tags = Readonly<Record<string, string>>;

function readBare(value: string, tags: Tags, bare: FieldType | undefined, context: z.RefinementCtx): Value {
  const [only, second] = Object.entries(tags);
  if (bare === undefined && only !== undefined && second === undefined)
    return keyOf([only[1]], value, only[0]);
  const parsed = bare?.document.safeParse(value);
  if (parsed?.success === true) return parsed.data;
  const [issue] = parsed?.error.issues ?? [];
  return refuse(context, issue?.message ?? 'is a bare text', remedyFor(Object.keys(tags)));
}

const named = z.record(z.string(), z.string());

/** What a map with one word says; `undefined` for anything else. */
function readTagged(value: unknown, tags: Tags): Value | undefined {
  const [entry, second] = Object.entries(named.safeParse(value).data ?? {});
  if (entry === undefined || second !== undefined) return undefined;
  const [word, key] = entry;
  const target = Object.hasOwn(tags, word) ? tags[word] : undefined;
  if (target !== undefined) return keyOf([target], key, word);
  return word === 'id' ? id().document.safeParse(key).data : undefined;
}

function keyOf(kinds: readonly string[], key: string, word: string): KeyOf {
  return { key_of: kinds, key, word };
}

function forms(words: readonly string[]): string {
  return [...words.map((word) => `{ ${word}: KEY }`), '{ id: … }'].join(', ');
}

function remedyFor(words: readonly string[]): string {
  return `Write ${forms(words).replace(/, (?=[^,]*$)/, ' or ')}.`;
}

function taggedSchema(word: string): object {
  return {
    type: 'object',
    properties: { [word]: idOrText },
    required: [word],
    additionalProperties: false,
  };
}

function showReference(value: Value): string {
  return isIdOf(value) ? value.id_of : plainText(value);
}
