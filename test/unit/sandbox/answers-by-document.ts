import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { openApiDocument } from '../../../packages/sandbox/src/openapi/document.ts';

const contentSchema = z.object({ 'application/json': z.object({ schema: z.unknown() }).optional() });
const operationSchema = z.object({
  responses: z.record(z.string(), z.object({ content: contentSchema.optional() })),
});
const document = z
  .looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })
  .parse(JSON.parse(JSON.stringify(openApiDocument(false))));
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('int64', true);
ajv.addSchema(document, 'document');

const patterns = Object.keys(document.paths)
  .toSorted((a, b) => (a.match(/\{/g) ?? []).length - (b.match(/\{/g) ?? []).length)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
const validators = new Map<string, ValidateFunction>();

/** An answer of the sandbox. */
interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly json: unknown;
}

/** What of an answer the OpenAPI document does not say; empty for what it does not describe, such as an unknown path. */
export function unlikeDocument({ method, path, status, json }: Answered): readonly string[] {
  // Version 11 is an alias (F-request-09).
  const name = path.replace(/^\/11\//, '/12/');
  const described = patterns.find(({ pattern }) => pattern.test(name))?.path;
  const verb = method.toLowerCase();
  const operation = described === undefined ? undefined : document.paths[described]?.[verb];
  if (described === undefined || operation === undefined || status >= 500) return [];
  const range = status < 300 ? '200' : '4XX';
  if (operation.responses[range]?.content?.['application/json'] === undefined) return [];
  const validate = validatorOf(described, verb, range);
  if (validate(json)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${method} ${described} ${status}: ${instancePath} ${message}`,
  );
}

function validatorOf(path: string, verb: string, range: string): ValidateFunction {
  const parts = ['paths', path, verb, 'responses', range, 'content', 'application/json', 'schema'];
  const pointer = parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, known);
  return known;
}
