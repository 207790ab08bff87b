import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { openApiDocument } from '../../packages/sandbox/src/openapi/document.ts';

const contentSchema = z.record(z.string(), z.object({ schema: z.unknown() }));
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
  /** Undefined for a body that is no JSON. */
  readonly json: unknown;
}

/**
 * What of an answer the OpenAPI document does not say; empty where it says all. What it does not describe, such as an
 * unknown path, may only be refused, in the form of its part of the platform.
 */
export function unlikeDocument({ method, path, status, json }: Answered): readonly string[] {
  // Version 11 is an alias (F-request-09).
  const name = path.replace(/^\/11\//, '/12/').replace(/(?<=.)\/$/, '');
  const described = patterns.find(({ pattern }) => pattern.test(name))?.path;
  const verb = method.toLowerCase();
  const operation = described === undefined ? undefined : document.paths[described]?.[verb];
  const range = `${String(status).charAt(0)}XX`;
  if (described === undefined || operation === undefined) {
    if (status < 400) return [`${method} ${path} ${status}: is not described`];
    const form = range === '4XX' && name.startsWith('/2/') ? 'problem' : 'errors';
    return violations(`${method} ${path} ${status}`, ['components', 'schemas', form], json);
  }
  const of = `${method} ${described} ${status}`;
  const key = [String(status), range].find((each) => operation.responses[each] !== undefined);
  if (key === undefined) return [`${of}: is not described`];
  const types = Object.keys(operation.responses[key]?.content ?? {});
  const isOther = types.length === 0 || types.some((media) => media !== 'application/json');
  if (json === undefined && isOther) return [];
  if (!types.includes('application/json')) return [`${of}: is no JSON by the document`];
  const place = ['paths', described, verb, 'responses', key, 'content', 'application/json', 'schema'];
  return violations(of, place, json);
}

/** Throws an Error that tells all of it, where there is anything. */
export function refuseUnlike(unlike: readonly string[]): void {
  if (unlike.length > 0) throw new Error(`unlike the OpenAPI document: ${unlike.join('; ')}`);
}

function violations(of: string, place: readonly string[], json: unknown): readonly string[] {
  const validate = validatorAt(place);
  if (validate(json)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${of}: ${instancePath} ${message}`);
}

function validatorAt(place: readonly string[]): ValidateFunction {
  const pointer = place
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, known);
  return known;
}
