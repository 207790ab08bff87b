import { z } from 'zod';
import type { Value } from './values.ts';

const value: z.ZodType<Value> = z.json();
const count = z.int().nonnegative();

export const driftFormatVersion = '1.0';

/** The drift report as data: what `adsync drift --format json` prints (contract, section 4). */
export const driftReportSchema = z
  .strictObject({
    format_version: z.string(),
    in_sync: z.boolean(),
    summary: z.strictObject({
      in_sync: count,
      modified: count,
      missing: count,
      unmanaged: count,
      unchecked: count,
    }),
    resources: z.array(
      z.strictObject({
        address: z.string(),
        kind: z.string(),
        id: z.string().nullable(),
        name: z.string(),
        currency: z.string().nullable(),
        status: z.enum(['in_sync', 'modified', 'missing', 'unchecked']),
        updated_at: z.string().nullable().meta({ description: 'When the platform last changed the record.' }),
        source: z.strictObject({ file: z.string(), line: z.int(), column: z.int() }).nullable(),
        fields: z.array(
          z.strictObject({
            path: z.string().meta({ description: 'JSON Pointer of the field, by wire name.' }),
            applied: value.optional(),
            live: value.optional(),
            declared: value.optional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'DriftReport', title: 'adsync drift report' });

export type DriftReport = z.infer<typeof driftReportSchema>;
