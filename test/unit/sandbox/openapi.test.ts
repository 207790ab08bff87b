import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { controls } from '../../../packages/sandbox/src/api/control-routes.ts';
import { controlOperations } from '../../../packages/sandbox/src/openapi/control-operations.ts';
import { openApiDocument } from '../../../packages/sandbox/src/openapi/document.ts';
import { allOperations } from '../../../packages/sandbox/src/openapi/operations.ts';
import { writtenSummaries } from '../../../packages/sandbox/src/openapi/summary.ts';
import { unlikeDocument } from '../../support/answers-by-document.ts';
import { type SandboxClient, us, useSandbox } from './sandbox-client.ts';

const client: SandboxClient = useSandbox();

const schema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  style: z.literal('form').optional(),
  explode: z.literal(false).optional(),
  schema,
});
const content = z.record(z.string(), z.strictObject({ schema }));
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]\w+$/),
  tags: z.array(z.enum(['auth', 'data', 'ads', 'control'])).length(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.strictObject({ description: z.string(), content: content.optional() })),
});
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string() }),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
  }),
});

const document = documentSchema.parse(JSON.parse(JSON.stringify(openApiDocument(false))));

test('it is served, and is an OpenAPI 3.1 document by its structure', async () => {
  const { status, json, headers } = await client.control('GET', '/openapi.json');

  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(documentSchema.parse(json)).toEqual(document);
});

test('two public linters have nothing against it by their recommended rules', async () => {
  const source = JSON.stringify(document);

  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);

  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(rulesets.oas));
  const results = await linter.run(source);
  expect(results.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([]);
});

test('every answer that a test gets, or that is logged of it, is held against it, with its types', async () => {
  const campaigns = { method: 'GET', path: `/11/accounts/${us}/campaigns`, status: 200 };
  const record = { id: 'a', name: 7, entity_status: 'ACTIVE', start_time: 'soon' };
  const unlike = unlikeDocument({ ...campaigns, json: { data: [record], request: {}, next_cursor: 3 } });

  expect(unlike.map((each) => each.replace(/^.* 200: /, ''))).toEqual([
    '/data/0/name must be string',
    '/next_cursor must be string,null',
  ]);
  expect(unlikeDocument({ ...campaigns, status: 400, json: { errors: [{}] } })).toHaveLength(2);
  expect(unlikeDocument({ ...campaigns, status: 503, json: { errors: [{}] } })).toHaveLength(2);
  expect(unlikeDocument({ ...campaigns, status: 204, json: undefined })).toHaveLength(1);
  expect(unlikeDocument({ ...campaigns, json: undefined })).toHaveLength(1);
  expect(unlikeDocument({ ...campaigns, path: '/12/nothing', json: {} })).toHaveLength(1);
  expect(unlikeDocument({ ...campaigns, path: '/2/nothing', status: 404, json: {} })).toHaveLength(4);
  const user = { method: 'GET', path: '/1.1/users/show.json', status: 200 };
  expect(unlikeDocument({ ...user, json: { id: 'one', followers_count: 'many' } })).toHaveLength(2);
  const posts = { method: 'GET', path: `/12/accounts/${us}/tweets`, status: 200 };
  expect(unlikeDocument({ ...posts, json: { data: [{ lang: 3 }], request: {} } })).toHaveLength(1);
  const clock = { method: 'PUT', path: '/_sandbox/clock', status: 200, json: { now: 'soon', frozen: 1 } };
  expect(unlikeDocument(clock)).toHaveLength(2);

  const odd = { effect: 'status', path: '/12/accounts', status: 500, body: { errors: 'none' } };
  await client.control('PUT', '/faults', [odd]);
  await client.send('GET', '/12/accounts');
  await expect(client.checkLog()).rejects.toThrow('GET /12/accounts 500: /errors must be array');
});

test('the control calls are those that are served, and each summary belongs to an operation', () => {
  expect(Object.keys(controlOperations).toSorted()).toEqual([...controls.keys()].toSorted());
  const served = new Set(allOperations().map(({ method, path }) => `${method} ${path}`));
  expect(writtenSummaries.filter((name) => !served.has(name))).toEqual([]);
});

function everyOperation() {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({ path, method, ...each })),
  );
}

test('operation ids are unique, path parameters are those of the path, names stand once', () => {
  const all = everyOperation();

  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  for (const { path, method, parameters } of all) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const keys = parameters.map((each) => `${each.in} ${each.name}`);
    expect([method, path, declared]).toEqual([method, path, inPath]);
    expect([path, new Set(keys).size]).toEqual([path, keys.length]);
  }
});

test('every reference leads somewhere, and every security scheme exists', () => {
  const text = JSON.stringify(document);
  const targets = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
  );
  const schemes = everyOperation().flatMap(({ security = [] }) => security.flatMap(Object.keys));

  expect(targets.size).toBeGreaterThan(10);
  expect([...targets].filter((name) => !Object.hasOwn(document.components.schemas, name ?? ''))).toEqual([]);
  expect(schemes.filter((name) => !Object.hasOwn(document.components.securitySchemes, name))).toEqual([]);
});

test('bounds and enumerations are those that requests are held against', async () => {
  const list = document.paths['/12/accounts/{account_id}/campaigns']?.get;
  const bounds = list?.parameters.find(({ name }) => name === 'count')?.schema;
  const create = document.paths['/12/accounts/{account_id}/campaigns']?.post;
  const statuses = create?.parameters.find(({ name }) => name === 'entity_status')?.schema;
  const batch = document.paths['/12/batch/accounts/{account_id}/campaigns']?.post;

  const [above, below] = [
    await client.send('GET', `/12/accounts/${us}/campaigns`, { query: { count: '1001' } }),
    await client.send('GET', `/12/accounts/${us}/campaigns`, { query: { count: '1000' } }),
  ];

  expect(bounds).toEqual({ type: 'integer', minimum: 1, maximum: 1000 });
  expect([above.status, below.status]).toEqual([400, 200]);
  expect(statuses).toEqual({ type: 'string', enum: ['ACTIVE', 'PAUSED', 'DRAFT'] });
  expect(create?.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    'account_id',
    'funding_instrument_id',
    'name',
  ]);
  expect(JSON.stringify(batch?.requestBody)).toMatch(/"const":"Create".*"const":"Update".*"const":"Delete"/);
});

test('records that are answered have no field that their schema leaves out', async () => {
  const lists = everyOperation().filter(
    ({ path, method, responses }) =>
      method === 'get' &&
      /^\/12\/accounts\/\{account_id\}\/[a-z_]+$/.test(path) &&
      JSON.stringify(responses).includes('next_cursor'),
  );
  const strays: string[] = [];
  for (const { path, responses } of lists) {
    const name = /schemas\/(\w+)/.exec(JSON.stringify(responses['200']))?.[1] ?? '';
    const { properties } = z
      .object({ properties: z.record(z.string(), z.unknown()) })
      .parse(document.components.schemas[name]);
    const { records } = await client.send('GET', path.replace('{account_id}', us));
    for (const field of records.flatMap((record) => Object.keys(record)))
      if (!Object.hasOwn(properties, field)) strays.push(`${name}.${field}`);
  }

  expect(lists.length).toBeGreaterThan(5);
  expect(strays).toEqual([]);
});

test('the profile reference leaves out what the documentation leaves out', () => {
  const reference = Object.keys(
    documentSchema.parse(JSON.parse(JSON.stringify(openApiDocument(true)))).paths,
  );

  expect(reference.length).toBeLessThan(Object.keys(document.paths).length);
  expect(reference).not.toContain('/12/accounts/{account_id}/promotable_users');
});
