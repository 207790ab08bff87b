import { z } from 'zod';
import type { Spec } from './endpoint-facts.ts';
import { namedSpecs } from './endpoint-table.ts';
import { isTime } from './iso-time.ts';
import { readSpec, type ValueType } from './read-spec.ts';
import { says } from './says.ts';

const byName = new Map<string, z.ZodType>();

/**
 * A schema of a value in an answer. Members that it knows must be there unless they are optional, and have their type;
 * others are kept as they are. A bare number in the place of an id becomes the text of its digits (F-value-02).
 */
export function answerSchema(spec: Spec): z.ZodType {
  const type = readSpec(spec);
  const schema = bareSchema(type);
  return type.nullable ? schema.nullable() : schema;
}

function bareSchema(type: ValueType): z.ZodType {
  if (type.is === 'word') return wordSchema(type.word);
  if (type.is === 'list') return z.array(answerSchema(type.item), { error: says('is no list') });
  if (type.is !== 'object') throw new RangeError('answers have no closed choices');
  const shape = type.members.map(({ name, spec, optional }) => {
    const schema = answerSchema(spec);
    return [name, optional ? schema.optional() : schema] as const;
  });
  return z.looseObject(Object.fromEntries(shape), { error: says('is no object') });
}

const digits = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text));

/** The words of a specification that are not names. */
const words: Readonly<Record<string, z.ZodType>> = {
  text: z.string({ error: says('is no text') }),
  id: z.union([z.string(), z.int().transform(String)], { error: says('is no id') }),
  long: z.union([z.int(), digits], { error: says('is no integer') }),
  whole: z.int({ error: says('is no integer') }),
  number: z.number({ error: says('is no number') }),
  flag: z.boolean({ error: says('is neither true nor false') }),
  time: z.string({ error: says('is no time') }).refine(isTime, { error: 'is no time' }),
  object: z.record(z.string(), z.unknown(), { error: says('is no object') }),
  unknown: z.unknown(),
};

function wordSchema(word: string): z.ZodType {
  const schema = words[word] ?? byName.get(word);
  if (schema !== undefined) return schema;
  const named = namedSpecs[word];
  if (named === undefined) throw new RangeError(`no type ${word}`);
  const made = answerSchema(named);
  byName.set(word, made);
  return made;
}
