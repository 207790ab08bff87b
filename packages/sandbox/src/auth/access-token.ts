import { timingSafeEqual } from 'node:crypto';
import { change, keep } from '../engine/kept-records.ts';
import { invalid } from '../engine/resource.ts';
import { type Keyring, verifySignature } from '../oauth/verify-signature.ts';
import { type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { ApiError, refusal } from '../wire/api-error.ts';
import type { Reply } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';
import { appOfKey } from './apps.ts';
import { type AuthCall, type AuthEndpoint, pairsForm, pairsReply, readTexts } from './auth-endpoint.ts';
import { accessTokens, isExpired, requestTokens, tokenText, withToken } from './tokens.ts';
import { keyringOf } from './user-tokens.ts';

const params: Params = {
  oauth_token: { is: text(200), required: true },
  oauth_verifier: { is: text(200), required: true },
};

/** The last step of the three-legged flow: the verifier against a user access token (F-auth-10). */
export const accessToken: AuthEndpoint = {
  method: 'POST',
  path: '/oauth/access_token',
  params,
  isStep: true,
  success: pairsForm,
  run: (call) => {
    const { world } = call;
    const signed = verifySignature(call.request, requestKeys(world), { ...call.rules, tokenless: true });
    const app = appOfKey(world, signed.consumerKey);
    if (app === undefined) throw new Error('signed by an application that is not there');
    const given = readTexts(params, call.given);
    const request = usableRequest(call, app, given['oauth_token'] ?? '');
    if (signed.token !== '' && signed.token !== request['token']) throw over();
    if (!equal(textIn(request, 'verifier') ?? '', given['oauth_verifier'] ?? '')) {
      throw new ApiError(400, [invalid('oauth_verifier', 'Invalid oauth_verifier parameter')]);
    }
    return grant(world, request, app);
  },
};

// This step is signed with the request token; a client that signs with the application's keys alone names it as a parameter.
function requestKeys(world: World): Keyring {
  return {
    consumerSecret: (key) => keyringOf(world).consumerSecret(key),
    token: (text) => {
      const request = withToken(world, requestTokens.collection, text);
      return request === undefined
        ? undefined
        : { secret: textIn(request, 'secret') ?? '', revoked: isExpired(world, request) };
    },
  };
}

function usableRequest({ world }: AuthCall, app: StoredRecord, token: string): StoredRecord {
  const request = withToken(world, requestTokens.collection, token);
  if (request === undefined || request['app_id'] !== app.id) throw over();
  if (request['status'] !== 'approved' || isExpired(world, request)) throw over();
  return request;
}

function over(): ApiError {
  return refusal(401, 89, 'Invalid or expired token.');
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function grant(world: World, request: StoredRecord, app: StoredRecord): Reply {
  const user = world.store.get('users', textIn(request, 'user_id') ?? '');
  if (user === undefined) throw over();
  const access = textIn(request, 'access') ?? textIn(app, 'access') ?? 'write';
  const token = world.store.transaction(() => {
    change(world, requestTokens, request, { status: 'used' });
    return liveToken(world, app.id, user.id, access) ?? newToken(world, app.id, user.id, access);
  });
  return pairsReply({
    oauth_token: textIn(token, 'token') ?? '',
    oauth_token_secret: textIn(token, 'secret') ?? '',
    user_id: user.id,
    screen_name: textIn(user, 'screen_name') ?? '',
  });
}

// The platform gives the same token again until it is invalidated; then a different one (F-auth-11).
function liveToken(world: World, appId: string, userId: string, access: string): StoredRecord | undefined {
  for (const token of world.store.in(accessTokens.collection, 'user_id', userId)) {
    const isLive = token['revoked'] !== true && !isExpired(world, token);
    if (isLive && token['app_id'] === appId && token['access'] === access) return token;
  }
  return undefined;
}

function newToken(world: World, appId: string, userId: string, access: string): StoredRecord {
  const id = world.ids.next(accessTokens.collection);
  const token = `${userId}-${tokenText('access', id)}`;
  const secret = tokenText('access secret', id);
  return keep(world, accessTokens, { token, secret, app_id: appId, user_id: userId, access }, id);
}

/** Whether the user has let the application in, and has not taken that back. */
export function hasGranted(world: World, appId: string, userId: string): boolean {
  return ['read', 'write'].some((access) => liveToken(world, appId, userId, access) !== undefined);
}
