import { z } from 'zod';
import { documentSchema } from './document.ts';
import { driftReportSchema } from './drift.ts';
import { planSchema } from './plan.ts';

/** What is known of a schema beside its form, and the form that editors are told in its place. */
const metadata = z.looseObject({
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  deprecated: z.literal(true).optional(),
  editor: z.record(z.string(), z.unknown()).optional(),
  /** Keys that the document needs once, in whichever of its files: an editor sees one file, and cannot miss them. */
  inAnyFile: z.array(z.string()).default([]),
});

/**
 * The JSON Schema (draft 7) of the document, for editors: fields that are read as source text accept text and number,
 * and every field accepts a template such as `${var.season}`.
 */
export function documentJsonSchema(): object {
  const schema = z.toJSONSchema(documentSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const known = metadata.safeParse(z.globalRegistry.get(zodSchema));
      if (!known.success) return;
      const { description, examples, default: standard, deprecated, editor, inAnyFile } = known.data;
      delete jsonSchema['inAnyFile'];
      if (inAnyFile.length > 0)
        jsonSchema.required = jsonSchema.required?.filter((name) => !inAnyFile.includes(name)) ?? [];
      if (editor !== undefined) for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      // What is written is told, also where it is read as something else.
      const told = Object.entries({ description, examples, default: standard, deprecated, ...editor });
      Object.assign(jsonSchema, Object.fromEntries(told.filter(([, value]) => value !== undefined)));
    },
  });
  tellOnce(schema);
  return schema;
}

/**
 * Editors show what each alternative of a value says of itself, one after another. What an alternative says as the value
 * does is left out with it, and alternatives that only differ in their types become one.
 */
function tellOnce(value: unknown): void {
  if (Array.isArray(value)) value.forEach(tellOnce);
  if (!isNode(value)) return;
  if (Array.isArray(value['anyOf'])) {
    value['anyOf'] = value['anyOf'].flatMap((each) => innerOf(value, each));
    const merged = mergedTypes(value['anyOf']);
    if (merged !== undefined) {
      delete value['anyOf'];
      Object.assign(value, merged);
    }
  }
  Object.values(value).forEach(tellOnce);
}

function innerOf(value: Readonly<Record<string, unknown>>, alternative: unknown): readonly unknown[] {
  if (!isNode(alternative) || alternative['description'] !== value['description']) return [alternative];
  return Array.isArray(alternative['anyOf']) ? alternative['anyOf'] : [alternative];
}

const scalar = z.strictObject({
  type: z.union([z.string(), z.array(z.string())]).transform((type) => [type].flat()),
  // These bind one type alone.
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
});

/** Alternatives of scalar types as one; `undefined` where their keywords cannot stand together. */
function mergedTypes(alternatives: unknown): object | undefined {
  const parsed = z.array(scalar).safeParse(alternatives);
  if (!parsed.success || parsed.data.some(({ type }) => type.includes('object') || type.includes('array')))
    return undefined;
  const ofType = (name: string) => parsed.data.filter(({ type }) => type.includes(name));
  const numbers = [...ofType('number'), ...ofType('integer')];
  if (numbers.length > 1) return undefined;
  const patterns = ofType('string').map(({ pattern }) => pattern);
  const isFree = patterns.length === 0 || patterns.includes(undefined);
  const [{ minimum, maximum } = {}] = numbers;
  const types = [...new Set(parsed.data.flatMap(({ type }) => type))];
  return {
    type: types.length === 1 ? types[0] : types,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(!isFree && { pattern: patterns.join('|') }),
  };
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON Schema (2020-12) of a plan. */
export function planJsonSchema(): object {
  return z.toJSONSchema(planSchema);
}

/** The JSON Schema (2020-12) of a drift report. */
export function driftJsonSchema(): object {
  return z.toJSONSchema(driftReportSchema);
}
