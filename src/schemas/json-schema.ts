import { z } from 'zod';
import { documentSchema } from './document.ts';
import { driftReportSchema } from './drift.ts';
import { planSchema } from './plan.ts';

const editorHint = z.looseObject({ editor: z.record(z.string(), z.unknown()) });

/**
 * The JSON Schema (draft 7) of the document, for editors: fields that are read as source text accept text and number,
 * and every field accepts a template such as `${var.season}`.
 */
export function documentJsonSchema(): object {
  return z.toJSONSchema(documentSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const hint = editorHint.safeParse(z.globalRegistry.get(zodSchema));
      if (!hint.success) return;
      const { description } = jsonSchema;
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      Object.assign(jsonSchema, description === undefined ? {} : { description }, hint.data.editor);
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
