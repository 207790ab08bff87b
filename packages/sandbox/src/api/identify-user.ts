import { ownerOf } from '../auth/apps.ts';
import { decodedBearer } from '../auth/bearer-token.ts';
import { bearerTokens, isExpired, withToken } from '../auth/tokens.ts';
import { keyringOf, userToken } from '../auth/user-tokens.ts';
import { type SigningRules, verifySignature } from '../oauth/verify-signature.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { refusal } from '../wire/api-error.ts';
import type { PlatformRequest } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';

/** Whose request it is, by which token, and whether that token may write. */
export interface Identified {
  readonly token: string;
  /** Undefined where the token's user is gone. */
  readonly user: StoredRecord | undefined;
  readonly mayWrite: boolean;
}

/**
 * Who sends a request to the advertising interface: by OAuth 1.0a signature, or by a user's OAuth 2.0 bearer token.
 * An application by itself stands for its owner where it may call (`takesApplication`). Throws ApiError 400 or 401.
 */
export function identifyUser(
  world: World,
  request: PlatformRequest,
  rules: SigningRules,
  takesApplication: boolean,
): Identified {
  const [, bearer] = /^\s*Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return byBearer(world, decodedBearer(bearer), takesApplication);
  const { token } = verifySignature(request, keyringOf(world), rules);
  const { user, access } = userToken(world, token) ?? {};
  return { token, user, mayWrite: access !== 'read' };
}

function byBearer(world: World, token: string, takesApplication: boolean): Identified {
  const bearer = withToken(world, bearerTokens.collection, token);
  if (bearer === undefined || bearer['revoked'] === true || isExpired(world, bearer))
    throw refusal(401, 89, 'Invalid or expired token.');
  const userId = textIn(bearer, 'user_id');
  if (userId !== null) return { token, user: world.store.get('users', userId), mayWrite: true };
  // An application by itself has no account to act in.
  if (!takesApplication) throw refusal(400, 215, 'Bad Authentication data');
  const app = world.store.get('apps', textIn(bearer, 'app_id') ?? '');
  return { token, user: app && ownerOf(world, app), mayWrite: false };
}
