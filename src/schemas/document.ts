import { z } from 'zod';
import type { Field } from './define-field.ts';
import type { Kind } from './define-kind.ts';
import { choice, flag, id, money, template, text, whole } from './field-types.ts';
import { allKinds, childKinds, rootKind } from './registry.ts';

/** Keys are the user's own names; they make up addresses, so no `/` (contract, section 1). */
export const keyPattern = /^[a-z0-9][a-z0-9._-]*$/;
const keyMessage =
  'is not a key: lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit';
const key = z
  .string()
  .regex(keyPattern, keyMessage)
  .meta({ editor: { anyOf: [{ type: 'string', pattern: keyPattern.source }, template] } });
const numberOrText = { type: ['number', 'string'] };
const address = z.string().meta({ description: 'The path of keys, such as acme-us/campaigns/spring-sale.' });

const lifecycle = z.strictObject({
  prevent_destroy: flag()
    .document.optional()
    .meta({ description: 'Refuse every plan that would delete it.' }),
  adopt: flag()
    .document.optional()
    .meta({ description: 'Take over the live record with the same natural key.' }),
  ignore_changes: z
    .array(text(64).document)
    .optional()
    .meta({ description: 'Fields whose outside changes are left alone.' }),
});

function fieldSchema(field: Field): z.ZodType {
  const described = field.type.document.meta({ description: field.description });
  return (field.nullable === true ? described.nullable() : described).optional();
}

function fieldSchemas(kind: Kind): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, fieldSchema(field)]));
}

function sections(parent: Kind): Record<string, z.ZodType> {
  const owned = childKinds(parent.name).map(
    (kind) => [kind.section, z.record(key, entrySchema(kind)).nullish()] as const,
  );
  const external = allKinds
    .filter((kind) => kind.externalUnder === parent.name)
    .map((kind) => [kind.section, z.record(key, externalSchema(kind)).nullish()] as const);
  return Object.fromEntries([...owned, ...external]);
}

function entrySchema(kind: Kind): z.ZodType {
  return z
    .strictObject({
      id: id()
        .document.optional()
        .meta({ description: 'The id of one that exists already: never created or deleted.' }),
      ...fieldSchemas(kind),
      matrix: z.record(z.string(), z.unknown()).optional().meta({
        description:
          'Lists of values by axis: the entry stands for every combination, less those under exclude.',
      }),
      lifecycle: lifecycle.optional(),
      ...sections(kind),
    })
    .meta({ description: kind.description });
}

function externalSchema(kind: Kind): z.ZodType {
  return z
    .strictObject({ id: id().document, ...sections(kind) })
    .meta({ description: `A ${kind.title} that is managed elsewhere, as a place to attach things to.` });
}

function accountSchema(): z.ZodType {
  const kind = rootKind;
  const batchSize = whole({ min: 1, max: 500 }).document.optional();
  const batches = allKinds.flatMap((candidate) => candidate.operations.batch?.limit ?? []);
  return z
    .strictObject({
      id: id().document.meta({ description: "The platform's account id." }),
      ...fieldSchemas(kind),
      limits: z
        .strictObject({
          active_campaigns: whole({ min: 0, max: 1_000_000 }).document.optional(),
          count: choice(['active', 'not_deleted']).document.optional(),
          line_items: whole({ min: 0, max: 1_000_000 }).document.optional(),
          batch: z.strictObject(Object.fromEntries(batches.map((name) => [name, batchSize]))).optional(),
        })
        .optional()
        .meta({ description: "The platform's limits for this account." }),
      ...sections(kind),
    })
    .meta({ description: kind.description });
}

function defaultsSchema(): z.ZodType {
  return z.strictObject(
    Object.fromEntries(allKinds.map((kind) => [kind.name, z.strictObject(fieldSchemas(kind)).optional()])),
  );
}

function policySchema() {
  const share = z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?%?$/, 'is neither a number nor a share such as 30%')
    .meta({ editor: numberOrText })
    .optional();
  return z.strictObject({
    max_deletes: share.meta({
      description:
        'Deletions a plan may hold: a number, or a share of what is managed; 30% by default, and never less than 3.',
    }),
    max_updates: share.meta({
      description: 'Updates a plan may hold: a number, or a share of what is managed.',
    }),
    max_daily_budget: money()
      .document.optional()
      .meta({ description: 'The most the account may spend a day, per currency.' }),
    max_daily_budget_increase: share.meta({
      description: 'How much the daily spending may rise over what is live.',
    }),
    max_budget_factor: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, 'is not a factor such as 10')
      .meta({ editor: numberOrText })
      .optional()
      .meta({ description: 'Refuses one budget raised by more than this factor; 10 by default.' }),
    undo_drift: choice(['ask', 'allow'])
      .document.optional()
      .meta({ description: 'Whether outside changes that lowered spending may be undone without consent.' }),
  });
}

/**
 * The document after variables are filled in, every scalar as its source text; what it gives is in normal form.
 * Accounts, their sections and what stands in them follow from the registry of kinds.
 */
export const documentSchema = z
  .strictObject({
    version: z
      .literal('1', 'must be 1, the only version of the document there is')
      .meta({ editor: { enum: [1, '1'] }, description: 'The version of the document: 1.' }),
    variables: z.record(z.string(), z.unknown()).nullish().meta({ description: 'Values for ${var.NAME}.' }),
    defaults: defaultsSchema()
      .nullish()
      .meta({ description: 'Fields merged under every resource of the kind.' }),
    policy: policySchema()
      .nullish()
      .meta({ description: 'Guards, checked when planning, counted per account.' }),
    accounts: z.record(key, accountSchema()).meta({ description: 'The ad accounts by key.' }),
    moved: z
      .array(z.strictObject({ from: address, to: address }))
      .nullish()
      .meta({ description: 'Resources that have a new address.' }),
    removed: z
      .array(z.strictObject({ from: address, destroy: flag().document }))
      .nullish()
      .meta({ description: 'Resources to forget (destroy: false) or to delete (destroy: true).' }),
  })
  .meta({ id: 'Document', title: 'adsync document' });

/** What the document gives, in normal form. */
export type ParsedDocument = z.infer<typeof documentSchema>;
