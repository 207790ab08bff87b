import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type ApiMethod, apiEndpoint, apiMethods } from '../platform/api-endpoint.ts';
import { pairsOf } from '../platform/api-fields.ts';
import { accountPlaceholder, parseApiPath } from '../platform/api-path.ts';
import type { AnywhereRequest, Host } from '../platform/client.ts';
import { sensitiveIn } from '../platform/sensitive-parameters.ts';
import { callFault } from './call-fault.ts';
import { says } from './says.ts';
import { jsonOf, pairText, plainValue } from './wire-values.ts';

/** A call of any endpoint. */
export interface PlainCall {
  readonly method: ApiMethod;
  /** From the version on, percent-encoded: `/12/accounts/18ce54d4x5t/line_items`. */
  readonly path: string;
  /** Parameters of the query; undefined is as good as absent, null an empty value, and a list is joined by commas. */
  readonly query?:
    | Readonly<Record<string, PlainValue | readonly PlainValue[] | null | undefined>>
    | undefined;
  /** The value of a JSON body. */
  readonly json?: unknown;
}

type PlainValue = string | number | bigint | boolean;

const parameter = z.union([plainValue, z.array(plainValue).min(1), z.null(), z.undefined()], {
  error: 'is no text, whole number, true, false, or list of these that is not empty',
});
const schema = z.strictObject({
  method: z.enum(apiMethods, { error: `is none of ${apiMethods.join(', ')}` }),
  path: z.string({ error: says('is no text') }),
  query: z.record(z.string(), parameter, { error: says('is no object') }).optional(),
  json: z.unknown().optional(),
});
const facts = {
  name: 'call',
  takes: { method: 'text', path: 'text', 'query?': 'object', 'json?': 'unknown' },
};

/**
 * The request of a call. Throws ADSYNC_CALL_INVALID for what is no call, and ADSYNC_USAGE for a path or a parameter that is
 * none of the platform's.
 */
export function plainRequest(call: PlainCall, bases: Readonly<Record<Host, URL>>): AnywhereRequest {
  const checked = schema.safeParse(call);
  if (!checked.success) throw callFault(facts, checked.error);
  const { method, path, query = {}, json } = checked.data;
  const parsed = parseApiPath(method, path, bases);
  if (parsed.path.split('/').includes(accountPlaceholder))
    throw invalid(`${accountPlaceholder} in the path is no id`);
  const { signing, answers } = apiEndpoint(method, parsed.path);
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, pairText(value)] as const],
  );
  const fields = [...parsed.query, ...given].map(([name, value]) => ({ name, value, isLiteral: false }));
  return {
    host: parsed.host,
    method,
    path: parsed.path,
    signing,
    ...(answers === 'text' && { answers }),
    query: pairsOf(fields, signing === 'user'),
    ...(json !== undefined && { jsonText: bodyOf(method, json) }),
    sensitive: [...sensitiveIn(Object.fromEntries(given)), ...sensitiveIn(json)],
  };
}

function bodyOf(method: ApiMethod, json: unknown): string {
  if (method === 'GET') throw invalid('a GET has no body');
  try {
    return jsonOf(json);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw invalid('json is no value of JSON');
    throw error;
  }
}

function invalid(fault: string): AdsyncError {
  return new AdsyncError('ADSYNC_CALL_INVALID', 'client.call was given 1 thing that it does not take', {
    lines: [fault],
    remedy: 'Nothing was sent.',
  });
}
