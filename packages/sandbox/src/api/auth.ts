import type { AuthEndpoint } from '../auth/auth-endpoint.ts';
import { countBearerCall } from '../auth/call-counter.ts';
import { authEndpoints } from '../auth/registry.ts';
import { parseAuthorization } from '../oauth/authorization-header.ts';
import { type SandboxState, signingRules } from '../state/sandbox-state.ts';
import { ApiError, refusal } from '../wire/api-error.ts';
import { isLoopback } from '../wire/is-loopback.ts';
import { printJson } from '../wire/lossless-json.ts';
import { formPairs, type PlatformRequest, pairsOf, type Reply } from '../wire/platform-request.ts';
import { platformHeaders } from './platform-headers.ts';
import type { Route, Surface } from './surface.ts';

/** The paths of authentication: those without a version, and the revocation under 1.1 (F-auth-23). */
const prefixes = ['/oauth', '/oauth2', '/1.1/oauth'];

/** The operations of authentication. */
export const authSurface: Surface<AuthEndpoint> = {
  mounts: prefixes.map((prefix) => ({
    prefix,
    operations: authEndpoints
      .filter(({ path }) => path.startsWith(`${prefix}/`))
      .map((endpoint) => [endpoint.path.slice(prefix.length), endpoint] as const),
  })),
  answer: answerAuth,
};

/** The answer of an authentication endpoint, or its refusal as `errors` with codes. */
function answerAuth(
  state: SandboxState,
  route: Route<AuthEndpoint> | undefined,
  request: PlatformRequest,
): Reply {
  try {
    const endpoint = operationAt(route, request);
    if (endpoint.isStep) checkScheme(state, request);
    const header = parseAuthorization(request.headers.authorization) ?? [];
    const given = new Map([...header, ...pairsOf(request.query), ...formPairs(request)]);
    const { world } = state;
    const counted = state.rates.take(world, {
      method: request.method,
      pattern: endpoint.path,
      withTotalCount: false,
      token: given.get('oauth_consumer_key') ?? request.clientIp,
      accountId: '',
    });
    const answer = endpoint.run({
      world,
      request,
      given,
      rules: signingRules(state),
      countBearer: ({ id }) => countBearerCall(world, state.authCalls, id),
    });
    return {
      ...answer,
      headers: { date: platformHeaders(state)['date'] ?? '', ...counted, ...answer.headers },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      status: error.status,
      headers: { ...platformHeaders(state), ...error.headers },
      body: printJson({ errors: error.problems }),
    };
  }
}

function operationAt(
  found: Route<AuthEndpoint> | undefined,
  { method, path }: PlatformRequest,
): AuthEndpoint {
  if (found === undefined)
    throw refusal(404, 'ROUTE_NOT_FOUND', `The path ${path.slice(0, 200)} was not found`);
  const endpoint = found.operations.get(method);
  if (endpoint === undefined) throw refusal(405, 'METHOD_NOT_ALLOWED', `Method ${method} not allowed.`);
  return endpoint;
}

// HTTPS is required for every authorization step (F-auth-02); on this machine there is nobody to listen in.
function checkScheme({ world }: SandboxState, { scheme, headers }: PlatformRequest): void {
  if (scheme === 'https' || world.limits.oauth.https === 'never') return;
  if (isLoopback(headers.host ?? '')) return;
  throw refusal(400, 'INVALID_PARAMETER', 'SSL is required');
}
