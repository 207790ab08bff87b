import { resources } from '../catalog/registry.ts';
import type { BatchOperation } from '../engine/endpoint.ts';
import type { Params } from '../params/param.ts';
import { createState } from '../state/sandbox-state.ts';
import type { World } from '../world/world.ts';
import { controlPaths } from './control-operations.ts';
import { allOperations, type Operation, pathNames } from './operations.ts';
import { type Schema, SchemaBook } from './param-schema.ts';
import { recordSchema } from './record-schema.ts';
import { summaryOf } from './summary.ts';

const json = 'application/json';
const titles = {
  auth: 'Authentication',
  data: 'Data API',
  ads: 'Advertising API',
  control: 'Control of the sandbox',
} as const;

/**
 * The OpenAPI 3.1 document of everything that the sandbox serves, from the tables that its requests are checked by.
 * `hidesPublic` leaves out what the documentation leaves out.
 */
export function openApiDocument(hidesPublic: boolean): Schema {
  const book = new SchemaBook();
  const { world } = createState({});
  const shown = allOperations().filter(({ isPublicOnly }) => !hidesPublic || !isPublicOnly);
  const paths = Map.groupBy(shown, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  return {
    openapi: '3.1.0',
    info: { title: 'adsync sandbox', version: '12', description, contact: { name: 'adsync' }, license },
    servers: [{ url: '/' }],
    tags: Object.entries(titles).map(([name, summary]) => ({ name, description: summary })),
    security: [{ oauth1: [] }],
    paths: {
      ...Object.fromEntries(
        [...paths].map(([path, operations]) => [path, pathItem({ book, world }, operations)]),
      ),
      ...controlPaths(book.refer('errors', errorsSchema)),
    },
    components: { schemas: book.named, securitySchemes },
  };
}

const description =
  'The advertising platform as the sandbox emulates it. Parameters of a write are also taken as a form or as a JSON body; a list is joined by commas in a query or a form, and may be a list in JSON; an empty value unsets an optional field on PUT. Version 11 answers as version 12 does.';

const license = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

const securitySchemes = {
  oauth1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'OAuth 1.0a, HMAC-SHA1 (RFC 5849).',
  },
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic', description: 'The application: consumer key and secret.' },
};

/** What the parts of the document are made from: its named schemas, and a world for examples. */
interface Sources {
  readonly book: SchemaBook;
  readonly world: World;
}

function pathItem(sources: Sources, operations: readonly Operation[]): Schema {
  return Object.fromEntries(
    operations.map((operation) => [operation.method.toLowerCase(), operationObject(sources, operation)]),
  );
}

function operationObject(sources: Sources, operation: Operation): Schema {
  const { book } = sources;
  const { method, path, area, query, body, batch, takesBearer } = operation;
  const notes = [
    operation.sandboxOnly ? 'For sandbox accounts only.' : '',
    operation.isPublicOnly ? 'Public, and not in the documentation that the profile reference serves.' : '',
  ].filter((note) => note !== '');
  const content = requestSchema(book, body, batch);
  const summary = summaryOf(operation);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [area],
    summary,
    description: [`${summary}.`, ...notes].join(' '),
    ...(takesBearer ? { security: [{ oauth1: [] }, { bearer: [] }] } : {}),
    ...(operation.isOpen === true ? { security: [] } : {}),
    ...(path.startsWith('/oauth2/') ? { security: [{ basic: [] }] } : {}),
    parameters: [...pathNames(path).map(pathParameter), ...queryParameters(book, query)],
    ...(content === undefined
      ? {}
      : { requestBody: { required: true, content: { [json]: { schema: content } } } }),
    responses: responsesOf(sources, operation),
  };
}

function responsesOf(sources: Sources, operation: Operation): Schema {
  const { book } = sources;
  const { area, success } = operation;
  const errors = { schema: book.refer('errors', errorsSchema) };
  const refused = area === 'data' ? { schema: book.refer('problem', problemSchema) } : errors;
  // A browser is told in the form that it reads.
  const page = success.media === 'text/html' ? typed(success.media) : {};
  const done = { description: 'Done.', ...answerContent(sources, operation) };
  return {
    ...Object.fromEntries((success.statuses ?? [200]).map((status) => [status, done])),
    ...(success.redirects === true ? { '302': { description: 'Sent on, to the application.' } } : {}),
    '4XX': { description: 'Refused.', content: { [json]: refused, ...page } },
    '5XX': { description: 'Failed, by a fault that was asked for.', content: { [json]: errors } },
  };
}

function pathParameter(name: string): Schema {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function queryParameters(book: SchemaBook, query: Params): readonly Schema[] {
  return Object.entries(query).map(([name, { is, required, default: usual }]) => ({
    name,
    in: 'query',
    required: required === true,
    ...(is.type === 'list' ? { style: 'form', explode: false } : {}),
    schema: { ...book.schemaOf(is), ...(usual === undefined ? {} : { default: usual }) },
  }));
}

function requestSchema(
  book: SchemaBook,
  body: Params | undefined,
  batch: readonly BatchOperation[] | undefined,
): Schema | undefined {
  if (batch === undefined) return body === undefined ? undefined : book.membersSchema(body);
  const operations = batch.map(({ type, params }) => ({
    type: 'object',
    properties: { operation_type: { const: type }, params: book.membersSchema(params) },
    required: ['operation_type', 'params'],
  }));
  return { type: 'array', minItems: 1, items: { oneOf: operations } };
}

function answerContent({ book, world }: Sources, { answers, path, success }: Operation): Schema {
  if (success.media !== undefined) return { content: typed(success.media) };
  if (answers === undefined) return { content: { [json]: { schema: { type: 'object' } } } };
  const resource = resources.find(({ collection }) => collection === answers.collection);
  if (resource === undefined)
    throw new Error(`${path} answers with no kind of record: ${answers.collection}`);
  const { as } = answers;
  const record = book.refer(as?.name ?? resource.collection, () =>
    as === undefined ? recordSchema(resource, world) : recordSchema({ ...resource, ...as }, world, {}),
  );
  if (answers.envelope === 'bare') return { content: { [json]: { schema: record } } };
  const many = { type: 'array', items: record };
  const properties = {
    request: answers.envelope === 'batch' ? { type: 'array', items: { type: 'object' } } : { type: 'object' },
    data: answers.envelope === 'one' ? record : many,
    ...(answers.envelope === 'list' ? listMembers : {}),
  };
  return { content: { [json]: { schema: { type: 'object', properties, required: ['data', 'request'] } } } };
}

/** A body of another type than JSON. */
function typed(media: string): Schema {
  return { [media]: { schema: media.startsWith('text/') ? { type: 'string' } : {} } };
}

const listMembers = { next_cursor: { type: ['string', 'null'] }, total_count: { type: 'integer' } };

function errorsSchema(): Schema {
  const properties = {
    code: { type: ['string', 'integer'] },
    message: { type: 'string' },
    parameter: { type: 'string' },
    value: { type: 'string' },
  };
  const problem = { type: 'object', properties, required: ['code', 'message'] };
  return {
    type: 'object',
    properties: {
      errors: { type: 'array', items: problem },
      operation_errors: { type: 'array', items: { type: 'array', items: problem } },
      request: {},
    },
  };
}

/** A problem document (F-data-17). */
function problemSchema(): Schema {
  const text = { type: 'string' };
  const properties = {
    type: text,
    title: text,
    detail: text,
    status: { type: 'integer' },
    errors: { type: 'array', items: { type: 'object' } },
  };
  return { type: 'object', properties, required: ['type', 'title', 'detail', 'status'] };
}
