import { z } from 'zod';
import { stopsSchema, twinsSchema } from './plan.ts';
import type { Value } from './values.ts';

const value: z.ZodType<Value> = z.json();
const count = z.int().nonnegative();

export const driftFormatVersion = '1.3';

const actorSchema = z
  .strictObject({
    actor: z.enum(['adsync', 'platform']),
    at: z.string(),
    run: z.string().optional(),
    command: z.string().optional(),
    user: z.string().optional(),
    machine: z.string().optional(),
    user_id: z.string().nullable().optional(),
    means: z.string().nullable().optional(),
  })
  .optional()
  .meta({ description: 'Who changed it; only where that was asked for, and where it is known.' });

const figure = z.strictObject({ applied: count, live: count });

const budgetSchema = z.strictObject({
  active_campaigns: figure
    .extend({
      limit: count,
      counts: z.enum(['active', 'not_deleted']).optional().meta({
        description: 'What is counted: active campaigns where it is left out, or all that are not deleted.',
      }),
    })
    .nullable(),
  line_items: figure.extend({ limit: count }).optional(),
  exposure: z
    .record(
      z.string(),
      figure.extend({
        uncapped: count,
        too_large: count.optional().meta({
          description:
            'How many of the uncapped have a daily budget above 9007199254740991 micro units, which is not counted.',
        }),
        limit: count.nullable(),
      }),
    )
    .nullable()
    .meta({
      description:
        'Micro units a day, by currency: as last applied and live; uncapped counts what is live without a daily bound, limit is policy.max_daily_budget.',
    }),
});

const unmanagedSchema = z.strictObject({
  account: z.string(),
  kind: z.string(),
  id: z.string(),
  name: z.string().nullable(),
});

/** The drift report as data: what `adsync drift --format json` prints. */
export const driftReportSchema = z
  .strictObject({
    format_version: z.string(),
    adsync_version: z.string(),
    created_at: z.string(),
    in_sync: z.boolean(),
    summary: z.strictObject({
      in_sync: count,
      modified: count,
      missing: count,
      unmanaged: count.nullable().meta({
        description: 'null where not all of an account was read, so that they were not counted.',
      }),
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
            by: actorSchema,
          }),
        ),
        unchecked: z
          .array(z.string())
          .meta({ description: 'JSON Pointers of fields that the platform does not show.' }),
        by: actorSchema,
      }),
    ),
    budget: z
      .record(z.string(), budgetSchema)
      .meta({ description: 'Figures of each account; null where not everything was read.' }),
    twins: twinsSchema,
    stops: stopsSchema,
    unmanaged: z
      .array(unmanagedSchema)
      .optional()
      .meta({ description: 'Live records that nobody declares; only where asked for.' }),
  })
  .meta({ id: 'DriftReport', title: 'adsync drift report' });

export type DriftReport = z.infer<typeof driftReportSchema>;
export type DriftedResource = DriftReport['resources'][number];
export type DriftActor = NonNullable<DriftedResource['by']>;
export type DriftBudget = z.infer<typeof budgetSchema>;
