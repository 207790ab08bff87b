import { z } from 'zod';
import type { Spec, SpecMembers } from './endpoint-facts.ts';
import { namedSpecs } from './endpoint-table.ts';
import { isTime } from './iso-time.ts';
import { type MemberType, membersOf, readSpec, type ValueType } from './read-spec.ts';
import { says } from './says.ts';

/** A schema of what a call may take. Its faults quote no value, which may be a secret. Items of a list in the query are joined by commas. */
export function inputSchema(
  members: SpecMembers,
  inQuery: boolean,
): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.strictObject(shapeOf(members, inQuery), { error: notObject });
}

function shapeOf(members: SpecMembers, inQuery: boolean): Record<string, z.ZodType> {
  return shapeOfAll(membersOf(members), inQuery);
}

function shapeOfAll(members: readonly MemberType[], inQuery: boolean): Record<string, z.ZodType> {
  return Object.fromEntries(
    members.map(({ name, spec, optional }) => {
      const schema = schemaOf(spec, inQuery);
      return [name, optional ? schema.optional() : schema];
    }),
  );
}

const unknownKeys = z.object({ code: z.literal('unrecognized_keys'), keys: z.array(z.string()) });
const isNoObject = says('is no object');

/** What is said of an object that is none, or has members without a place. */
function notObject(issue: { readonly code?: string; readonly input?: unknown }): string {
  const { data } = unknownKeys.safeParse(issue);
  if (data === undefined) return isNoObject(issue);
  return `has no place for ${data.keys.map((key) => JSON.stringify(key)).join(', ')}`;
}

function schemaOf(spec: Spec, inQuery: boolean): z.ZodType {
  const type = readSpec(spec);
  const schema = bareSchema(type, inQuery);
  return type.nullable ? schema.nullable() : schema;
}

function bareSchema(type: ValueType, inQuery: boolean): z.ZodType {
  if (type.is === 'word') return wordSchema(type);
  if (type.is === 'choice') return choiceSchema(type.choices);
  if (type.is === 'list') return listSchema(type, inQuery);
  return type.is === 'object'
    ? z.strictObject(shapeOfAll(type.members, inQuery), { error: notObject })
    : variantsSchema(type, inQuery);
}

function choiceSchema(choices: readonly string[]): z.ZodType<string> {
  return z.enum(choices, { error: says(`is none of ${choices.join(', ')}`) });
}

type TypeThatIs<Is extends ValueType['is']> = Extract<ValueType, { readonly is: Is }>;

function variantsSchema({ by, variants }: TypeThatIs<'variants'>, inQuery: boolean): z.ZodType {
  const words = Object.keys(variants);
  const sort = z.looseObject({ [by]: choiceSchema(words) }, { error: notObject });
  const schemas = new Map(
    Object.entries(variants).map(([word, members]) => [
      word,
      z.strictObject({ [by]: z.literal(word), ...shapeOf(members, inQuery) }, { error: notObject }),
    ]),
  );
  return sort.transform((value, context) => {
    const parsed = schemas.get(String(value[by]))?.safeParse(value);
    for (const { path, message } of parsed?.error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
    return parsed?.data;
  });
}

function listSchema({ item, min = 0, max }: TypeThatIs<'list'>, inQuery: boolean): z.ZodType {
  const joined = inQuery
    ? schemaOf(item, inQuery).refine(isOneItem, {
        error: 'is empty or has a comma in it, which parts the items of a list',
      })
    : schemaOf(item, inQuery);
  const list = z
    .array(joined, { error: says('is no list') })
    .min(min, { error: min === 1 ? 'is an empty list' : `has fewer than ${min} items` });
  return max === undefined ? list : list.max(max, { error: `has more than ${max} items` });
}

function isOneItem(value: unknown): boolean {
  return typeof value !== 'string' || (value !== '' && !value.includes(','));
}

const largest = 2n ** 63n;

function isLong(value: string | bigint): boolean {
  const number = BigInt(value);
  return number >= -largest && number < largest;
}

const longFault =
  'is no integer of up to 64 bits: give a number up to 2^53 - 1, a bigint, or the text of its digits';
const longSchema = z
  .unknown()
  .refine(
    (value) =>
      Number.isSafeInteger(value) ||
      ((typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,19}$/.test(value))) &&
        isLong(value)),
    { error: says(longFault) },
  );

function wordSchema({ word, min, max }: TypeThatIs<'word'>): z.ZodType {
  switch (word) {
    case 'text':
      return textSchema(min, max);
    case 'long':
      return longSchema;
    case 'whole':
      return wholeSchema(min, max);
    case 'flag':
      return z.boolean({ error: says('is neither true nor false') });
    case 'time':
      return z.string({ error: says('is no time') }).refine(isTime, {
        error: 'is no time: write 2026-12-01T00:00:00Z, with an offset, or a date',
      });
    default:
      return namedSchema(word);
  }
}

const byName = new Map<string, z.ZodType>();

/** The schema of a type of the table, which may stand within itself: it is made once, when a value asks for it. */
function namedSchema(name: string): z.ZodType {
  const named = namedSpecs[name];
  if (named === undefined) throw new RangeError(`no type ${name}`);
  return z.lazy(() => {
    const made = byName.get(name) ?? schemaOf(named, false);
    byName.set(name, made);
    return made;
  });
}

function textSchema(min: number | undefined, max: number | undefined): z.ZodType {
  return z
    .string({ error: says('is no text') })
    .refine((text) => text.isWellFormed(), { error: 'is no valid Unicode' })
    .refine((text) => min === undefined || length(text) >= min, {
      error: min === 1 ? 'is empty' : `has fewer than ${min} characters`,
    })
    .refine((text) => max === undefined || length(text) <= max, { error: `has more than ${max} characters` });
}

/** In code points, as people count characters. */
function length(text: string): number {
  return Array.from(text).length;
}

function wholeSchema(min: number | undefined, max: number | undefined): z.ZodType {
  const range = min === undefined || max === undefined ? '' : ` from ${min} to ${max}`;
  return z
    .int({ error: says(`is no whole number${range}`) })
    .refine((value) => (min === undefined || value >= min) && (max === undefined || value <= max), {
      error: `is no whole number${range}`,
    });
}
