import { z } from 'zod';
import type { Field } from './define-field.ts';
import type { Kind } from './define-kind.ts';
import { editorFacts } from './field-notes.ts';
import { choice, flag, id, template, text, whole } from './field-types/index.ts';
import { keyPattern } from './key-pattern.ts';
import { policySchema } from './policy.ts';
import { allKinds, childKinds, rootKind } from './registry.ts';

const keyMessage =
  'is not a key: lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit';
const key = z
  .string()
  .regex(keyPattern, keyMessage)
  .meta({ editor: { anyOf: [{ type: 'string', pattern: keyPattern.source }, template] } });
const address = z.string().meta({
  description:
    'The path of keys, such as acme-us/campaigns/spring-sale; one * stands for a part of a key, the same on both sides of a move.',
});

const lifecycle = z
  .strictObject({
    prevent_destroy: flag()
      .document.optional()
      .meta({ description: 'Refuse every plan that would delete it.' }),
    adopt: flag()
      .document.optional()
      .meta({ description: 'Take over the live record with the same natural key.' }),
    allow_replace: flag()
      .document.optional()
      .meta({ description: 'Let a new one take its place although that loses something for good.' }),
    ignore_changes: z
      .array(text(64).document)
      .optional()
      .meta({ description: 'Fields, and lists such as targeting, whose outside changes are left alone.' }),
  })
  .meta({ description: 'What a plan may do to the resource, and which outside changes it leaves alone.' });

/** Described twice where null is allowed: editors complete with the outer description, and show the inner one. */
const combination = z.record(z.string(), z.unknown());
const matrixSchema = z
  .object({
    exclude: z.array(combination).optional().meta({
      description: 'Combinations to leave out, each as a map of axes to values: { market: us, tier: low }.',
    }),
    include: z.array(combination).optional().meta({
      description:
        'Combinations more, or other values for those that an item fits: { market: us, budget: 30 } for ${matrix.budget}.',
    }),
  })
  .catchall(z.unknown());

/** What a schema is made for. */
export interface DocumentParts {
  /** Whether it says to editors what each part means, which takes most of the time that making it takes. */
  readonly described: boolean;
  /** Whether this key stands anywhere in what is checked: what stands under others is neither met nor made. */
  readonly has: (key: string) => boolean;
}

/** Stands for what no key of the checked document leads to. */
const unmet = z.unknown().optional();

function fieldSchema(
  { described, has }: DocumentParts,
  kind: Kind,
  name: string,
  { type, nullable, nullWhereLiveHasNone }: Field,
): z.ZodType {
  if (!has(name)) return unmet;
  const isNullable = nullable === true || nullWhereLiveHasNone === true;
  if (!described) return (isNullable ? type.document.nullable() : type.document).optional();
  const facts = editorFacts(kind, name);
  const inner = type.document.meta(facts);
  return (isNullable ? inner.nullable() : inner).optional().meta(facts);
}

function fieldSchemas(parts: DocumentParts, kind: Kind): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, fieldSchema(parts, kind, name, field)]),
  );
}

function sections(parts: DocumentParts, parent: Kind): Record<string, z.ZodType> {
  const section = (kind: Kind, schema: () => z.ZodType) =>
    [kind.section, parts.has(kind.section) ? schema() : unmet] as const;
  const owned = childKinds(parent.name).map((kind) => section(kind, () => sectionSchema(parts, kind)));
  const external = allKinds
    .filter((kind) => kind.externalUnder === parent.name)
    .map((kind) => section(kind, () => z.record(key, externalSchema(parts, kind)).nullish()));
  return Object.fromEntries([...owned, ...external]);
}

function sectionSchema(parts: DocumentParts, kind: Kind): z.ZodType {
  const described = (schema: z.ZodType): z.ZodType => schema.meta({ description: kind.description });
  if (kind.form === 'only') return described(z.strictObject(bodyShape(parts, kind))).nullish();
  const { shorthand = '' } = kind;
  const short = kind.fields[shorthand];
  if (kind.form === 'set')
    return described(z.array(short?.type.document ?? z.strictObject(bodyShape(parts, kind)))).nullish();
  const entry = entrySchema(parts, kind);
  return z
    .record(
      key,
      short === undefined
        ? entry
        : z.union([fieldSchema({ ...parts, has: always }, kind, shorthand, short), entry]),
    )
    .nullish();
}

function bodyShape(parts: DocumentParts, kind: Kind): Record<string, z.ZodType> {
  return { ...fieldSchemas(parts, kind), lifecycle: lifecycle.optional(), ...sections(parts, kind) };
}

function entrySchema(parts: DocumentParts, kind: Kind): z.ZodType {
  return z
    .strictObject({
      id: id()
        .document.optional()
        .meta({ description: 'The id of one that exists already: never created or deleted.' }),
      matrix: matrixSchema.optional().meta({
        description:
          'Lists of values by axis: the entry stands for every combination, less those under exclude, and with what stands under include: combinations more, or values for some.',
      }),
      ...bodyShape(parts, kind),
    })
    .meta({ description: kind.description });
}

function externalSchema(parts: DocumentParts, kind: Kind): z.ZodType {
  return z
    .strictObject({ id: id().document, ...sections(parts, kind) })
    .meta({ description: `A ${kind.title} that is managed elsewhere, as a place to attach things to.` });
}

function accountSchema(parts: DocumentParts): z.ZodType {
  const kind = rootKind;
  const batchSize = whole({ min: 1, max: 500 }).document.optional();
  const batches = allKinds.flatMap((candidate) => candidate.operations.batch?.limit ?? []);
  return z
    .strictObject({
      id: id().document.meta({ description: "The platform's account id." }),
      ...fieldSchemas(parts, kind),
      limits: z
        .strictObject({
          active_campaigns: whole({ min: 0, max: 1_000_000 }).document.optional().meta({
            description: 'How many campaigns may count at a time; 200 unless the platform has raised it.',
          }),
          count: choice(['active', 'not_deleted'])
            .document.optional()
            .meta({ description: 'Which campaigns count: those that are ACTIVE, or paused ones too.' }),
          line_items: whole({ min: 0, max: 1_000_000 })
            .document.optional()
            .meta({ description: 'How many line items may be ACTIVE at a time; no limit unless given.' }),
          batch: z
            .strictObject(Object.fromEntries(batches.map((name) => [name, batchSize])))
            .optional()
            .meta({ description: 'How many operations one batch may hold, by what it is about.' }),
        })
        .optional()
        .meta({ description: "The platform's limits for this account." }),
      ...sections(parts, kind),
    })
    .meta({ description: kind.description, inAnyFile: ['id'] });
}

function defaultsSchema(parts: DocumentParts): z.ZodType {
  return z.strictObject(
    Object.fromEntries(
      allKinds.map((kind) => [
        kind.name,
        parts.has(kind.name) ? z.strictObject(fieldSchemas(parts, kind)).optional() : unmet,
      ]),
    ),
  );
}

/** The keys that `has` is asked for. */
export const documentKeys: ReadonlySet<string> = new Set([
  'defaults',
  ...allKinds.flatMap(({ name, section, fields }) => [name, section, ...Object.keys(fields)]),
]);

function always(): boolean {
  return true;
}

const projectName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/, 'is not a name of letters, digits and . _ / -');

/**
 * A schema of the document after variables are filled in, every scalar as its source text; what it gives is in normal
 * form. Accounts, their sections and what stands in them follow from the registry of kinds. Without `described` and
 * with `has` it judges a document of these keys just as the whole schema does.
 */
export function createDocumentSchema(parts: DocumentParts) {
  return z
    .strictObject({
      version: z
        .literal('1', 'must be 1, the only version of the document there is')
        .meta({ editor: { enum: [1, '1'] }, description: 'The version of the document: 1.' }),
      project: projectName.optional().meta({
        description:
          'What the document belongs to in a state that holds several; the repository unless said.',
      }),
      variables: z.record(z.string(), z.unknown()).nullish().meta({
        description:
          'Values for ${var.NAME}, by name; --var-file, ADSYNC_VAR_NAME and --var NAME=VALUE go before them.',
      }),
      defaults: (parts.has('defaults') ? defaultsSchema(parts) : unmet)
        .nullish()
        .meta({ description: 'Fields merged under every resource of the kind.' }),
      policy: policySchema
        .nullish()
        .meta({ description: 'Guards, checked when planning, counted per account.' }),
      accounts: z.record(key, accountSchema(parts)).meta({ description: 'The ad accounts by key.' }),
      moved: z
        .array(z.strictObject({ from: address, to: address }))
        .nullish()
        .meta({ description: 'Resources that have a new address, and accounts that have a new key.' }),
      removed: z
        .array(
          z.strictObject({
            from: address,
            destroy: flag().document.meta({
              description:
                'true deletes what adsync made; false lets go of it, and it stays on the platform.',
            }),
          }),
        )
        .nullish()
        .meta({ description: 'Resources to forget (destroy: false) or to delete (destroy: true).' }),
    })
    .meta({ id: 'Document', inAnyFile: ['accounts'] });
}
