import type { DataAnswer, DataCall, DataEndpoint, Family } from '../data/data-endpoint.ts';
import { DataProblem, forbidden, invalidRequest, problemBody } from '../data/data-problem.ts';
import { familyOf, inFamily } from '../data/families.ts';
import { type Identity, identifyCaller } from '../data/identify-caller.ts';
import { dataEndpoints } from '../data/registry.ts';
import type { Profile } from '../engine/endpoint.ts';
import { readQuery } from '../engine/read-params.ts';
import type { Params } from '../params/param.ts';
import { type SandboxState, signingRules } from '../state/sandbox-state.ts';
import { type Fields, isFields, type Value } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { parseJson, printJson } from '../wire/lossless-json.ts';
import { formPairs, type PlatformRequest, pairsOf, type Reply } from '../wire/platform-request.ts';
import { platformHeaders } from './platform-headers.ts';
import type { Noted, Route, Surface } from './surface.ts';

const prefix = '/2';

/** The version 2 data API (F-request-10): those of its endpoints that the profile has. */
export function dataSurface(profile: Profile): Surface<DataEndpoint> {
  const served = dataEndpoints.filter((endpoint) => endpoint.profile === undefined || profile === 'public');
  const operations = served.map((endpoint) => [endpoint.path.slice(prefix.length), endpoint] as const);
  return { mounts: [{ prefix, operations }], answer: answerData };
}

/** The answer of the data API, or its refusal as a problem document (F-data-17). */
async function answerData(
  state: SandboxState,
  found: Route<DataEndpoint> | undefined,
  request: PlatformRequest,
  noted: Noted,
): Promise<Reply> {
  const query = new Map([...pairsOf(request.query)].filter(([, value]) => value !== ''));
  const family = familyOf(query.keys(), (query.get('expansions') ?? '').split(','));
  const headers: Record<string, string> = {};
  try {
    const identity = identifyCaller(state.world, request, signingRules(state));
    const route = operationAt(found, request);
    Object.assign(headers, count(state, request, route, identity));
    checkCaller(route, identity, request);
    const call = understood(state, request, { route, identity, family, query });
    refuseByFault(state, request, call, noted);
    const { status = 200, body, stream } = await run(state, route, call);
    const shown = reply(state, status, inFamily(body, family), headers);
    return stream === undefined ? shown : { ...shown, body: '', stream };
  } catch (error) {
    if (error instanceof DataProblem) return reply(state, error.status, problemBody(error, family), headers);
    if (error instanceof ApiError) return tooMany(state, error, family);
    throw error;
  }
}

/** An operation, with the values of the parameters in its path. */
interface Operation {
  readonly endpoint: DataEndpoint;
  readonly path: Readonly<Record<string, string>>;
}

function operationAt(found: Route<DataEndpoint> | undefined, { method }: PlatformRequest): Operation {
  if (found === undefined) throw new DataProblem(404, 'Not Found', 'Not Found');
  const endpoint = found.operations.get(method);
  if (endpoint === undefined)
    throw new DataProblem(405, 'Method Not Allowed', `Method ${method} not allowed.`);
  return { endpoint, path: found.path };
}

function run(
  { world }: SandboxState,
  { endpoint }: Operation,
  call: DataCall,
): DataAnswer | Promise<DataAnswer> {
  const { asOf } = call.request;
  return asOf === undefined ? endpoint.run(call) : world.store.past(asOf, () => endpoint.run(call));
}

// Everything that is counted throws one sort of error; the data API says it in its own form.
function tooMany(state: SandboxState, error: ApiError, family: Family): Reply {
  const problem = new DataProblem(error.status, 'Too Many Requests', 'Too Many Requests', {
    kind: 'rate-limit-exceeded',
  });
  return reply(state, error.status, problemBody(problem, family), error.headers);
}

function count(
  { world, rates }: SandboxState,
  { method }: PlatformRequest,
  { endpoint }: Operation,
  { token }: Identity,
): Readonly<Record<string, string>> {
  const counted = { method, pattern: endpoint.path, withTotalCount: false, token, accountId: '' };
  return rates.take(world, counted) ?? {};
}

function checkCaller(
  { endpoint }: Operation,
  { caller, mayWrite }: Identity,
  { method }: PlatformRequest,
): void {
  if (!endpoint.callers.includes(caller.user === undefined ? 'app' : 'user'))
    throw new DataProblem(
      403,
      'Unsupported Authentication',
      'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      { kind: 'unsupported-authentication' },
    );
  if (method !== 'GET' && !mayWrite) throw forbidden('The token may only read.', 'client-forbidden');
}

function understood(
  { world, streams }: SandboxState,
  request: PlatformRequest,
  about: {
    readonly route: Operation;
    readonly identity: Identity;
    readonly family: Family;
    readonly query: ReadonlyMap<string, string>;
  },
): DataCall {
  const { route, identity, family } = about;
  const { endpoint, path } = route;
  const query = read(endpoint.query, about.query);
  const body = endpoint.body === undefined ? {} : read(endpoint.body, bodyOf(request));
  return { world, hub: streams, request, caller: identity.caller, family, path, query, body };
}

function read(params: Params, raw: ReadonlyMap<string, Value>): Fields {
  const { given, problems } = readQuery(params, raw);
  if (problems.length > 0) throw invalidRequest(problems);
  return Object.fromEntries(given);
}

// JSON, whatever the client calls it; a form is taken too.
function bodyOf(request: PlatformRequest): ReadonlyMap<string, Value> {
  const form = formPairs(request);
  if (form.length > 0 || request.body.length === 0) return new Map(form);
  const body = parsed(request.body.toString('utf8'));
  if (!isFields(body))
    throw invalidRequest([{ code: 'INVALID_PARAMETER', message: 'The request body is no JSON object' }]);
  return new Map(Object.entries(body).filter(([, value]) => value !== null));
}

function parsed(text: string): Value {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refuseByFault(
  { faults }: SandboxState,
  { method, path }: PlatformRequest,
  call: DataCall,
  noted: Noted,
): void {
  const params = new Map<string, Value>([
    ...Object.entries(call.query),
    ...Object.entries(call.body),
    ...Object.entries(call.path),
  ]);
  const { whole } = faults.refusalsOf({ method, path, isBatch: false }, [params]);
  if (whole === undefined) return;
  noted.fault = 'refuse';
  const { code, message, parameter = '' } = whole.problem;
  throw new DataProblem(whole.status, 'Invalid Request', message, {
    kind: 'invalid-request',
    fields: { errors: [{ code, message, parameters: { [parameter]: [] } }] },
  });
}

function reply(
  state: SandboxState,
  status: number,
  body: Value,
  headers: Readonly<Record<string, string>>,
): Reply {
  const { 'content-type': type = '', date = '' } = platformHeaders(state);
  const kind = status < 400 ? type : 'application/problem+json; charset=utf-8';
  return { status, headers: { 'content-type': kind, date, ...headers }, body: printJson(body) };
}
