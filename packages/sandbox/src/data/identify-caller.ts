import { hasGranted } from '../auth/access-token.ts';
import { appOfKey } from '../auth/apps.ts';
import { decodedBearer } from '../auth/bearer-token.ts';
import { bearerTokens, isExpired, withToken } from '../auth/tokens.ts';
import { keyringOf, userToken } from '../auth/user-tokens.ts';
import { type SigningRules, verifySignature } from '../oauth/verify-signature.ts';
import { textIn, textsIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import type { PlatformRequest } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';
import type { Caller } from './data-endpoint.ts';
import { DataProblem } from './data-problem.ts';

/** Who calls, by which token, and whether it may write. */
export interface Identity {
  readonly caller: Caller;
  readonly token: string;
  readonly mayWrite: boolean;
}

/**
 * Who sends a request to the data API: by bearer token (F-auth-17) or by OAuth 1.0a signature.
 * Throws DataProblem 401; for a token that is over it carries the code 89 (F-auth-15).
 */
export function identifyCaller(world: World, request: PlatformRequest, rules: SigningRules): Identity {
  const header = request.headers.authorization ?? '';
  const [, bearer] = /^\s*Bearer\s+(\S+)\s*$/i.exec(header) ?? [];
  if (bearer !== undefined) return byBearer(world, decodedBearer(bearer));
  if (!/^\s*OAuth\s/i.test(header)) throw unauthorized();
  return bySignature(world, request, rules);
}

function byBearer(world: World, token: string): Identity {
  const bearer = withToken(world, bearerTokens.collection, token);
  const app = bearer && world.store.get('apps', textIn(bearer, 'app_id') ?? '');
  if (bearer === undefined || app === undefined) throw unauthorized();
  if (bearer['revoked'] === true || isExpired(world, bearer)) throw over();
  const userId = textIn(bearer, 'user_id');
  if (userId === null) return { caller: { app }, token, mayWrite: true };
  const user = world.store.get('users', userId);
  if (user === undefined) throw unauthorized();
  // OAuth 1.0a permissions stand over the scopes of the token (F-auth-16).
  const scopes = hasGranted(world, app.id, userId) ? {} : { scopes: textsIn(bearer, 'scopes') };
  return { caller: { app, user, ...scopes }, token, mayWrite: true };
}

function bySignature(world: World, request: PlatformRequest, rules: SigningRules): Identity {
  const { consumerKey, token } = signed(world, request, rules);
  const app = appOfKey(world, consumerKey);
  const found = userToken(world, token);
  if (app === undefined || found === undefined) throw unauthorized();
  return { caller: { app, user: found.user }, token, mayWrite: found.access === 'write' };
}

function signed(
  world: World,
  request: PlatformRequest,
  rules: SigningRules,
): ReturnType<typeof verifySignature> {
  try {
    return verifySignature(request, keyringOf(world), rules);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.problems.some(({ code }) => code === 89) ? over() : unauthorized(error);
  }
}

function unauthorized(cause?: ApiError): DataProblem {
  const errors = cause?.problems.map(({ code, message }) => ({ code, message }));
  return new DataProblem(
    401,
    'Unauthorized',
    'Unauthorized',
    errors === undefined ? {} : { fields: { errors } },
  );
}

function over(): DataProblem {
  const errors = [{ code: 89, message: 'Invalid or expired token.' }];
  return new DataProblem(401, 'Unauthorized', 'Unauthorized', { fields: { errors } });
}
