import { z } from 'zod';
import type { Value } from './values.ts';

const value: z.ZodType<Value> = z.json();
const values = z.record(z.string(), value);
const count = z.int().nonnegative();
const cause = z.enum(['config', 'drift', 'both']);

export const planFormatVersion = '1.2';

const sourceSchema = z.strictObject({ file: z.string(), line: z.int(), column: z.int() });

const changeSchema = z.strictObject({
  address: z.string(),
  kind: z.string(),
  account_id: z.string(),
  id: z.string().nullable().meta({ description: 'The record it acts on; null where it does not exist yet.' }),
  name: z.string().meta({ description: 'What people call it.' }),
  currency: z.string().nullable().meta({ description: 'ISO 4217 code of its amounts.' }),
  action: z.enum(['create', 'update', 'replace', 'delete', 'adopt', 'move', 'forget']),
  cause,
  irreversible: z.boolean(),
  source: sourceSchema
    .nullable()
    .meta({ description: 'Where the document declares it; null where it no longer does.' }),
  before: values.meta({
    description: 'Live values by wire name: what changes, or all of a record that goes.',
  }),
  after: values.meta({
    description: 'Values to come, by wire name; an id known only after apply is { id_of: ADDRESS }.',
  }),
  patch: z.array(
    z.strictObject({ op: z.enum(['add', 'remove', 'replace']), path: z.string(), value: value.optional() }),
  ),
  precondition: z.union([z.literal('absent'), values]),
  fields: z
    .array(z.strictObject({ field: z.string(), cause, applied: value.optional() }))
    .meta({ description: 'Why each field changes, and the value that was last applied.' }),
  no_longer_managed: values
    .optional()
    .meta({ description: 'Live values of fields that the document dropped.' }),
  carried: values.optional().meta({
    description: 'Live values that the document does not declare, or ignores, which a new record takes over.',
  }),
  lost: values.optional().meta({
    description: 'Live values of the old record that the new one is not given; the platform chooses its own.',
  }),
  moved_from: z.string().optional(),
  stopped_by: z
    .string()
    .optional()
    .meta({ description: 'The id of the standing stop that paused it, where it is PAUSED still.' }),
  takes_along: z
    .array(z.string())
    .optional()
    .meta({ description: 'Addresses that go or are made anew with it.' }),
  others_along: z
    .array(z.strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable(), fields: values }))
    .optional()
    .meta({
      description:
        'What stands directly beneath the record that goes, goes with it, and is not managed by this plan, with its live values.',
    }),
  beneath: z
    .array(z.strictObject({ kind: z.string(), id: z.string() }))
    .optional()
    .meta({
      description:
        'Live records that stand beneath a record that goes, or refer to it, at any depth; those of others too.',
    }),
  reason: z.string().optional(),
});

const operationSchema = z.strictObject({
  operation: z.int().meta({ description: 'Its number in the plan.' }),
  operation_type: z.enum(['Create', 'Update', 'Delete']),
  address: z.string(),
  id: z.string().nullable().meta({ description: 'null: the id is known after its creation.' }),
  params: values,
  requires: z.array(z.int()).meta({ description: 'Operations without whose success it is skipped.' }),
  waits_for: z
    .array(z.string())
    .optional()
    .meta({ description: 'Addresses of what must be usable before it is sent.' }),
});

const stepSchema = z.strictObject({
  step: z.int(),
  host: z.enum(['ads', 'ads_sandbox']),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  account_id: z.string(),
  batch: z.boolean(),
  atomic: z
    .literal(true)
    .optional()
    .meta({ description: 'Its operations are only ever sent together: a refusal ends all of them.' }),
  effect: z
    .enum(['release', 'neutral', 'claim'])
    .meta({ description: 'Whether it frees room under a limit, or takes some.' }),
  operations: z.array(operationSchema),
  after: z.array(z.int()).meta({ description: 'Steps that must have ended before it is sent.' }),
});

const measureSchema = z.strictObject({ before: count, after: count, peak: count });

const day = z.iso.date().meta({ description: 'A day of UTC: YYYY-MM-DD.' });

/** What an account can spend day by day once the plan is carried out, in one currency; micro units a day. */
const calendarSchema = z.strictObject({
  today: count.meta({ description: 'What can be spent on the day of the plan.' }),
  highest: count.meta({ description: 'What can be spent on the highest day from now on.' }),
  highest_on: day
    .nullable()
    .meta({ description: 'The first day on which it is highest; null: nothing can be spent.' }),
  committed: count.nullable().meta({
    description:
      'Micro units in all from now on; null where something has neither an end nor a total, or where it is too large.',
  }),
  committed_too_large: z.literal(true).optional().meta({
    description: 'Set where committed is null because it is above 9007199254740991 micro units.',
  }),
  until: day.nullable().meta({ description: 'The last day of what is committed; null: none, or no end.' }),
  days: z
    .array(z.strictObject({ from: day, before: count, after: count }))
    .meta({ description: 'The figure before and after the plan, from each day on which either changes.' }),
});

const budgetSchema = z.strictObject({
  active_campaigns: measureSchema
    .extend({
      limit: count,
      counts: z.enum(['active', 'not_deleted']).optional().meta({
        description: 'What is counted: active campaigns where it is left out, or all that are not deleted.',
      }),
    })
    .nullable(),
  line_items: measureSchema.extend({ limit: count }).optional(),
  exposure: z
    .record(
      z.string(),
      measureSchema.extend({
        uncapped: count,
        uncapped_before: count.optional().meta({
          description: 'What has no daily bound before the plan; left out where that is the same afterwards.',
        }),
        uncapped_days: z
          .array(z.strictObject({ from: day, before: count, after: count }))
          .optional()
          .meta({
            description:
              'How many have no daily bound before and after the plan, from each day on which that changes; left out where no day changes.',
          }),
        too_large: count.optional().meta({
          description:
            'How many of the uncapped have a daily budget above 9007199254740991 micro units, which is not counted.',
        }),
        others: z.strictObject({ before: count, after: count }).optional().meta({
          description:
            'What of before and after is by records that neither the document nor the state knows; left out where it is nothing.',
        }),
        calendar: calendarSchema.optional(),
      }),
    )
    .nullable()
    .meta({
      description:
        'Micro units on the highest day from now on, by currency; uncapped counts what has no daily bound afterwards.',
    }),
});

const violationSchema = z.strictObject({
  code: z.string(),
  rule: z.string(),
  address: z.string(),
  number: z.number(),
  limit: z.number(),
  override: z.string().meta({ description: 'The option that accepts it; empty where nothing does.' }),
  message: z.string(),
  remedy: z.string(),
  platform_code: z.string().optional().meta({ description: 'The code that the platform refuses it with.' }),
});

/** What a plan is limited to. */
const selectionSchema = z.strictObject({
  account: z.string().optional().meta({ description: 'The only account that it is for, by its key.' }),
  targets: z.array(z.string()),
  excludes: z.array(z.string()),
  touched: z
    .array(z.string())
    .optional()
    .meta({ description: 'Addresses that `--changed-since` found; everything where it is left out.' }),
});

/** A live record that nobody declares, equal in its natural key to one that is ours. */
const twinSchema = z.strictObject({
  address: z.string().meta({ description: 'The address that the record of ours has.' }),
  own_id: z.string().meta({ description: 'The id of the record of ours.' }),
  kind: z.string(),
  id: z.string().meta({ description: 'The id of the record that nobody declares.' }),
});
export const twinsSchema = z.array(twinSchema).optional().meta({
  description:
    'Live records that nobody declares, with the name of one of ours, as a request makes them that arrives twice; left out where there are none.',
});

const stopSchema = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  patterns: z
    .array(z.string())
    .meta({ description: 'Addresses that are stopped; none: all that adsync owns.' }),
  all: z.boolean().meta({ description: 'Whether everything in the account is stopped.' }),
  reason: z.string(),
  by: z.string(),
  at: z.string().meta({ description: 'ISO 8601.' }),
  active: z.array(z.string()).optional().meta({
    description:
      'Addresses, or ids of what nobody declares, that are ACTIVE beneath it: somebody switched them on, or the stop was cut short; left out where there are none.',
  }),
  resuming: z.int().positive().optional().meta({
    description:
      'How many records a resume that has not ended has asked the platform to switch on without seeing the answer; left out where there are none.',
  }),
});
export const stopsSchema = z.array(stopSchema).optional().meta({
  description:
    'Stops that stand over the accounts: nothing beneath them is switched on; left out where there are none.',
});

/** Where an account is judged by other rules than its document says, or than it was applied with last. */
const policyNoteSchema = z.strictObject({
  account: z.string(),
  rule: z.string(),
  status: z.enum(['kept', 'loosened']).meta({
    description:
      'kept: the run read no policy, so that the rule of the last apply holds; loosened: the plan is judged by one that forbids less, or other things, than at the last apply.',
  }),
  was: value.meta({ description: 'The rule of the last apply, as the document gave it, or its default.' }),
  becomes: value.meta({ description: 'The rule that this plan is judged by; null: none.' }),
});

/** The plan as data: what `adsync plan --json` prints, and what a saved plan holds. */
export const planSchema = z
  .strictObject({
    format_version: z.string(),
    adsync_version: z.string(),
    created_at: z.string(),
    command: z.enum(['apply', 'destroy']),
    paths: z.array(z.string()).meta({ description: 'The files and folders it was made from.' }),
    selection: selectionSchema
      .optional()
      .meta({ description: 'What it is limited to; a plan of an older adsync does not say it.' }),
    basis: z.strictObject({
      document: z.string(),
      live: z.string(),
      state: count,
      spending: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'By account: a digest of what can spend before or after, by id and amounts.' }),
    }),
    effect: z
      .string()
      .meta({ description: 'SHA-256 of the canonical JSON of the steps and the values to come.' }),
    summary: z.strictObject({
      create: count,
      update: count,
      replace: count,
      delete: count,
      adopt: count,
      move: count,
      forget: count,
      unchanged: count,
      unmanaged: count.nullable().meta({
        description: 'null where not all of an account was read, so that they were not counted.',
      }),
      out_of_scope: count,
      unchecked: count,
    }),
    changes: z.array(changeSchema),
    steps: z.array(stepSchema),
    budget: z.record(z.string(), budgetSchema),
    consents: z.array(z.strictObject({ consent: z.string(), address: z.string() })),
    unused_consents: z
      .array(z.strictObject({ consent: z.string(), address: z.string() }))
      .optional()
      .meta({
        description:
          'Those of the consents that the plan does not need; left out where it needs all. An override of `lookup`, `promoted` or `max_member_removals` is never among them.',
      }),
    violations: z.array(violationSchema),
    left_out: z
      .array(z.strictObject({ address: z.string(), because: z.string() }))
      .optional()
      .meta({
        description:
          'Addresses that were asked for, each with the excluded one that it cannot be done without.',
      }),
    twins: twinsSchema,
    stops: stopsSchema,
    policies: z.array(policyNoteSchema).optional().meta({
      description: 'What is to be known of rules that the state remembers; left out where it is nothing.',
    }),
    resolved: z
      .array(
        z.strictObject({
          address: z.string(),
          outcome: z.enum(['took effect', 'did not take effect', 'still unknown']),
        }),
      )
      .meta({ description: 'What became of operations that an earlier run left open.' }),
    names: z
      .record(z.string(), z.string())
      .meta({ description: 'Names of the parents of what changes, by address.' }),
    places: z
      .record(z.string(), sourceSchema)
      .optional()
      .meta({ description: 'Where the parents of what changes are declared, by address.' }),
  })
  .meta({ id: 'Plan', title: 'adsync plan' });

export type Plan = z.infer<typeof planSchema>;
export type Change = Plan['changes'][number];
export type Twin = z.infer<typeof twinSchema>;
export type Step = Plan['steps'][number];
export type PlannedOperation = Step['operations'][number];
export type Calendar = z.infer<typeof calendarSchema>;
export type AccountBudget = z.infer<typeof budgetSchema>;
export type SpendingMeasure = NonNullable<AccountBudget['exposure']>[string];
export type PlanSelection = z.infer<typeof selectionSchema>;
export type PolicyNote = z.infer<typeof policyNoteSchema>;
export type Violation = Plan['violations'][number];
