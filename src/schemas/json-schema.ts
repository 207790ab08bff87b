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
});

/**
 * The JSON Schema (draft 7) of the document, for editors: fields that are read as source text accept text and number,
 * and every field accepts a template such as `${var.season}`.
 */
export function documentJsonSchema(): object {
  return z.toJSONSchema(documentSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const known = metadata.safeParse(z.globalRegistry.get(zodSchema));
      if (!known.success) return;
      const { description, examples, default: standard, deprecated, editor } = known.data;
      if (editor !== undefined) for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      // What is written is told, also where it is read as something else.
      const told = Object.entries({ description, examples, default: standard, deprecated, ...editor });
      Object.assign(jsonSchema, Object.fromEntries(told.filter(([, value]) => value !== undefined)));
    },
  });
}

/** The JSON Schema (2020-12) of a plan. */
export function planJsonSchema(): object {
  return z.toJSONSchema(planSchema);
}

/** The JSON Schema (2020-12) of a drift report. */
export function driftJsonSchema(): object {
  return z.toJSONSchema(driftReportSchema);
}
