import { keyringOf, userToken } from './auth/user-tokens.ts';
import type { Refusals } from './control/faults.ts';
import { countRequest } from './count-request.ts';
import type { Call } from './engine/endpoint.ts';
import type { Route, Router } from './engine/find-endpoint.ts';
import { BatchRefusal } from './engine/run-batch.ts';
import { printAnswer } from './engine/shown-records.ts';
import { verifySignature } from './oauth/verify-signature.ts';
import { permissionsOn } from './resources/users.ts';
import { type SandboxState, signingRules } from './sandbox-state.ts';
import { isDeleted, type StoredRecord } from './store/stored-record.ts';
import { isFields, isList, type Value } from './value.ts';
import { ApiError, refusal } from './wire/api-error.ts';
import { jsonBody, type PlatformRequest, type Reply, rawParameters } from './wire/platform-request.ts';

/** Where the answer leaves word of a fault that it met. */
export interface Noted {
  fault: string | null;
}

/** The platform's answer to a request: authenticated, allowed, carried out, or refused with the platform's errors. */
export function answerRequest(
  state: SandboxState,
  router: Router,
  request: PlatformRequest,
  noted: Noted,
): Reply {
  const limits: Record<string, string> = {};
  try {
    const accessToken = verifySignature(request, keyringOf(state.world), signingRules(state)).token;
    Object.assign(limits, countRequest(state, router, request, accessToken));
    return reply(state, 200, run(state, router, request, accessToken, noted), limits);
  } catch (error) {
    if (error instanceof BatchRefusal) return reply(state, 400, error.body, limits);
    if (error instanceof ApiError)
      return reply(state, error.status, errorBody(error), { ...limits, ...error.headers });
    throw error;
  }
}

function run(
  state: SandboxState,
  router: Router,
  request: PlatformRequest,
  accessToken: string,
  noted: Noted,
): Value {
  const { user, access } = userToken(state.world, accessToken) ?? {};
  const route = router(request.method, request.path);
  if (user === undefined) throw refusal(401, 89, 'Invalid or expired token.');
  if (access === 'read' && request.method !== 'GET')
    throw refusal(403, 'READONLY_CLIENT_APPLICATION', 'The token may only read');
  checkAccess(state, route, user);
  const raw = rawParameters(request);
  const json = jsonBody(request);
  const refusals = faultyOperations(state, request, { raw, json, path: route.path }, noted);
  if (refusals.whole !== undefined)
    throw new ApiError(refusals.whole.status, [refusals.whole.problem], { params: route.path });
  const { world } = state;
  const accountId = route.path['account_id'] ?? '';
  const call: Call = { world, user, path: route.path, accountId, raw, json, refused: refusals.items };
  if (request.asOf === undefined) return route.endpoint.run(call);
  return world.store.past(request.asOf, () => route.endpoint.run(call));
}

function checkAccess({ world }: SandboxState, { endpoint, path }: Route, user: StoredRecord): void {
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

/** The headers of every answer; `date` is the sandbox's time (F-request-11). */
export function platformHeaders({ world }: SandboxState): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-current-api-version': '12',
    date: new Date(world.clock.now()).toUTCString(),
  };
}
