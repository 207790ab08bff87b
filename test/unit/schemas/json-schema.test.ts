import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Kind } from '../../../src/schemas/define-kind.ts';
import { documentJsonSchema, driftJsonSchema, planJsonSchema } from '../../../src/schemas/json-schema.ts';
import { allKinds, childKinds } from '../../../src/schemas/registry.ts';

const node: z.ZodType<Node> = z.looseObject({
  description: z.string().optional(),
  properties: z.lazy(() => z.record(z.string(), node)).optional(),
  additionalProperties: z.lazy(() => z.union([z.boolean(), node])).optional(),
  anyOf: z.lazy(() => z.array(node)).optional(),
  items: z.lazy(() => node).optional(),
});
const definition = z.object({ definitions: z.object({ Document: node }) });
interface Node {
  readonly [other: string]: unknown;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, Node>> | undefined;
  readonly additionalProperties?: boolean | Node | undefined;
  readonly anyOf?: readonly Node[] | undefined;
  readonly items?: Node | undefined;
}

/** The schema of what may be null or left out, without that. */
function given(schema: Node | undefined): Node | undefined {
  const options = schema?.anyOf?.filter(({ type }) => type !== 'null');
  return options?.length === 1 && schema?.properties === undefined ? options[0] : schema;
}

/** The schema of one entry of a kind's section, from the entry that it stands in. */
function entryOf(parent: Node | undefined, kind: Kind): Node | undefined {
  const section = given(parent?.properties?.[kind.section]);
  if (kind.form === 'only') return section;
  if (kind.form === 'set') return given(section?.items);
  const entries = section?.additionalProperties;
  const entry = typeof entries === 'object' ? given(entries) : undefined;
  // Beside the short form, which is the value of one field.
  return entry?.anyOf?.find(({ properties }) => properties !== undefined) ?? entry;
}

function schemaOf(kindName: string): Node | undefined {
  const document = definition.parse(documentJsonSchema()).definitions.Document;
  const kind = allKinds.find(({ name }) => name === kindName);
  if (kind === undefined) return undefined;
  return entryOf(kind.parent === undefined ? document : schemaOf(kind.parent), kind);
}

test.each(allKinds.map((kind) => [kind.name, kind] as const))(
  '%s: an editor completes and explains every field',
  (name, kind) => {
    const entry = schemaOf(name);
    const section = kind.parent === undefined ? undefined : schemaOf(kind.parent)?.properties?.[kind.section];

    expect(entry?.description ?? given(section)?.description).toBe(kind.description);
    // A member of a set that is one value stands there without the name of its field.
    if (kind.form === 'set' && kind.shorthand !== undefined) return;
    const shown = Object.keys(kind.fields).map((field) => entry?.properties?.[field]);
    for (const [index, { description }] of Object.values(kind.fields).entries())
      expect(shown[index]?.description ?? given(shown[index])?.description).toContain(description);
    expect(Object.keys(entry?.properties ?? {})).toEqual(
      expect.arrayContaining(childKinds(name).map(({ section }) => section)),
    );
    expect(entry?.additionalProperties).toBe(false);
  },
);

const dialects: readonly (readonly [string, () => object, string])[] = [
  ['document', documentJsonSchema, 'http://json-schema.org/draft-07/schema#'],
  ['plan', planJsonSchema, 'https://json-schema.org/draft/2020-12/schema'],
  ['drift report', driftJsonSchema, 'https://json-schema.org/draft/2020-12/schema'],
];

test.each(dialects)(
  'the schema of the %s says its dialect, and holds nothing of ours',
  (_, schema, dialect) => {
    const text = JSON.stringify(schema());

    expect(schema()).toMatchObject({ $schema: dialect });
    expect(text).not.toContain('"editor"');
    expect(JSON.stringify(schema())).toBe(text);
  },
);

test('what is read as source text accepts text and number, and everything accepts a template', () => {
  const campaign = schemaOf('campaign')?.properties;

  expect(campaign?.['daily_budget']).toMatchObject({
    type: ['number', 'string', 'null'],
    minimum: 0,
    pattern: '^\\d+(\\.\\d{1,6})?$|\\$\\{',
  });
  expect(campaign?.['id']).toMatchObject({ type: ['string', 'number'] });
  expect(campaign?.['status']?.anyOf).toEqual([
    { enum: ['ACTIVE', 'PAUSED'] },
    { type: 'string', pattern: '\\$\\{' },
  ]);
  expect(campaign?.['standard_delivery']).toMatchObject({ pattern: '\\$\\{' });
  expect(schemaOf('line_item')?.properties?.['placements']?.anyOf).toMatchObject([
    { type: 'array', minItems: 1 },
    { type: 'string', pattern: '\\$\\{' },
  ]);
});

test('the version is 1, with quotes or without', () => {
  const { definitions } = definition.parse(documentJsonSchema());

  expect(definitions.Document.properties?.['version']).toEqual({
    description: 'The version of the document: 1.',
    enum: [1, '1'],
  });
});

test('keys follow their pattern, or hold a template that does once it is filled in', () => {
  const campaigns = given(schemaOf('account')?.properties?.['campaigns']);

  expect(campaigns?.['propertyNames']).toEqual({
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9._-]*$|\\$\\{',
  });
});
