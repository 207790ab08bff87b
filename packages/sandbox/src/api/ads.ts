import { endpoints } from '../catalog/registry.ts';
import type { Refusals } from '../control/faults.ts';
import type { Call, Endpoint, Profile } from '../engine/endpoint.ts';
import { BatchRefusal } from '../engine/run-batch.ts';
import { printAnswer } from '../engine/shown-records.ts';
import { permissionsOn } from '../resources/users.ts';
import { type SandboxState, signingRules } from '../state/sandbox-state.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { isFields, isList, type Value } from '../value.ts';
import { ApiError, refusal } from '../wire/api-error.ts';
import { jsonBody, type PlatformRequest, type Reply, rawParameters } from '../wire/platform-request.ts';
import { countRequest } from './count-request.ts';
import { type Identified, identifyUser } from './identify-user.ts';
import { platformHeaders } from './platform-headers.ts';
import type { Noted, Route, Surface } from './surface.ts';

// Version 11 still answers (F-request-09).
const usualVersions = ['11', '12'];

/** The advertising interface: those of its endpoints that the profile has and `serves` says. */
export function adsSurface(profile: Profile, serves: (endpoint: Endpoint) => boolean): Surface<Endpoint> {
  const served = endpoints.filter(
    (endpoint) => serves(endpoint) && (endpoint.profile === undefined || profile !== 'reference'),
  );
  const versions = new Set(served.flatMap(versionsOf));
  const mounts = [...versions].map((version) => ({
    prefix: `/${version}`,
    operations: served
      .filter((endpoint) => versionsOf(endpoint).includes(version))
      .map((endpoint) => [endpoint.path, endpoint] as const),
  }));
  return { mounts, answer: answerAds };
}

function versionsOf({ versions = usualVersions }: Endpoint): readonly string[] {
  return versions;
}

/** The answer to a request: authenticated, allowed, carried out, or refused with the platform's errors. */
export function answerAds(
  state: SandboxState,
  route: Route<Endpoint> | undefined,
  request: PlatformRequest,
  noted: Noted,
): Reply {
  const limits: Record<string, string> = {};
  try {
    const endpoint = route?.operations.get(request.method);
    const takesApplication = endpoint?.takesApplication === true;
    const identified = identifyUser(state.world, request, signingRules(state), takesApplication);
    Object.assign(limits, countRequest(state, route, request, identified.token));
    return reply(state, 200, run(state, route, request, identified, noted), limits);
  } catch (error) {
    if (error instanceof BatchRefusal) return reply(state, 400, error.body, limits);
    if (error instanceof ApiError)
      return reply(state, error.status, errorBody(error), { ...limits, ...error.headers });
    throw error;
  }
}

function run(
  state: SandboxState,
  found: Route<Endpoint> | undefined,
  request: PlatformRequest,
  { user, mayWrite }: Identified,
  noted: Noted,
): Value {
  const route = operationAt(found, request);
  if (user === undefined) throw refusal(401, 89, 'Invalid or expired token.');
  if (!mayWrite && request.method !== 'GET')
    throw refusal(403, 'READONLY_CLIENT_APPLICATION', 'The token may only read');
  checkAccess(state, route, user);
  const raw = rawParameters(request);
  const json = jsonBody(request);
  const refusals = faultyOperations(state, request, { raw, json, path: route.path }, noted);
  if (refusals.whole !== undefined)
    throw new ApiError(refusals.whole.status, [refusals.whole.problem], { params: route.path });
  const { world } = state;
  const accountId = route.path['account_id'] ?? '';
  const origin = `${request.scheme}://${request.headers.host ?? ''}`;
  const call: Call = { world, user, path: route.path, origin, accountId, raw, json, refused: refusals.items };
  if (request.asOf === undefined) return route.endpoint.run(call);
  return world.store.past(request.asOf, () => route.endpoint.run(call));
}

/** An operation, with the values of the parameters in its path. */
interface Operation {
  readonly endpoint: Endpoint;
  readonly path: Readonly<Record<string, string>>;
}

function operationAt(found: Route<Endpoint> | undefined, { method, path }: PlatformRequest): Operation {
  if (found === undefined)
    throw refusal(404, 'ROUTE_NOT_FOUND', `The path ${path.slice(0, 200)} was not found`);
  const endpoint = found.operations.get(method);
  if (endpoint === undefined) throw refusal(405, 'METHOD_NOT_ALLOWED', `Method ${method} not allowed.`);
  return { endpoint, path: found.path };
}

function checkAccess({ world }: SandboxState, { endpoint, path }: Operation, user: StoredRecord): void {
  const accountId = path['account_id'];
  if (accountId === undefined) return;
  const account = world.store.get('accounts', accountId);
  const permissions = permissionsOn(user, accountId);
  const isGone = account === undefined || (isDeleted(account) && endpoint.deletedAccount !== true);
  // 403 with the code of a 404 is what the platform answers (F-error-06).
  if (isGone || permissions === undefined)
    throw refusal(403, 'NOT_FOUND', `Account ${accountId.slice(0, 200)} was not found`);
  if (endpoint.allowed === undefined || endpoint.allowed.some((each) => permissions.includes(each))) return;
  throw refusal(403, 'ACTION_NOT_ALLOWED', 'The authenticated user is not allowed to perform this action');
}

function faultyOperations(
  state: SandboxState,
  request: PlatformRequest,
  { raw, json, path }: Pick<Call, 'raw' | 'json' | 'path'>,
  noted: Noted,
): Refusals {
  const isBatch = isList(json);
  const operations = isBatch ? json.map(operationParams) : [new Map([...raw, ...Object.entries(path)])];
  const refusals = state.faults.refusalsOf(
    { method: request.method, path: request.path, isBatch },
    operations,
  );
  if (refusals.whole !== undefined || refusals.items.size > 0) noted.fault = 'refuse';
  return refusals;
}

function operationParams(operation: Value): ReadonlyMap<string, Value> {
  const params = isFields(operation) ? (operation['params'] ?? null) : null;
  return new Map(isFields(params) ? Object.entries(params) : []);
}

function errorBody({ problems, params }: ApiError): Value {
  const errors = problems.map((problem) => ({ ...problem }));
  // The gateway's numbered errors come without an echo (F-error-01).
  const isGateway = problems.some((problem) => typeof problem.code === 'number');
  return isGateway ? { errors } : { errors, request: { params } };
}

function reply(
  state: SandboxState,
  status: number,
  body: Value,
  headers: Readonly<Record<string, string>>,
): Reply {
  return { status, headers: { ...platformHeaders(state), ...headers }, body: printAnswer(body) };
}
