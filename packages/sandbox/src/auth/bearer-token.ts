import { change, keep } from '../engine/kept-records.ts';
import { invalid } from '../engine/resource.ts';
import { verifySignature } from '../oauth/verify-signature.ts';
import { oneOf, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { ApiError, refusal } from '../wire/api-error.ts';
import { formPairs } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';
import { appOfKey, ownerOf } from './apps.ts';
import { type AuthEndpoint, jsonReply, readTexts } from './auth-endpoint.ts';
import { bearerText, bearerTokens, isExpired, withToken } from './tokens.ts';
import { keyringOf, userToken } from './user-tokens.ts';

const grantParams: Params = { grant_type: { is: oneOf(['client_credentials']), required: true } };
const revokeParams: Params = { access_token: { is: text(500), required: true } };

/** An application's bearer token: one at a time, the same until it is invalidated (F-auth-12). */
export const bearerToken: AuthEndpoint = {
  method: 'POST',
  path: '/oauth2/token',
  params: grantParams,
  isStep: false,
  run: ({ world, request, countBearer }) => {
    const app = basicApp(world, request.headers.authorization);
    countBearer(app);
    // Its parameters come in a form body only.
    readTexts(grantParams, new Map(formPairs(request)));
    const live = liveBearer(world, app.id) ?? newBearer(world, app.id);
    return jsonReply({ token_type: 'bearer', access_token: encodeURIComponent(textIn(live, 'token') ?? '') });
  },
};

/** Takes an application's bearer token back, signed by the application's owner (F-auth-13). */
export const invalidateBearer: AuthEndpoint = {
  method: 'POST',
  path: '/oauth2/invalidate_token',
  params: revokeParams,
  isStep: false,
  run: ({ world, request, rules, given }) => {
    const { consumerKey, token } = verifySignature(request, keyringOf(world), rules);
    const app = appOfKey(world, consumerKey);
    if (app === undefined || userToken(world, token)?.user.id !== ownerOf(world, app)?.id)
      throw refusal(403, 'ACTION_NOT_ALLOWED', 'Only the owner of the application may invalidate its token');
    const wanted = decodedBearer(readTexts(revokeParams, given)['access_token'] ?? '');
    const bearer = withToken(world, bearerTokens.collection, wanted);
    if (bearer === undefined || bearer['app_id'] !== app.id)
      throw new ApiError(400, [invalid('access_token', 'No bearer token of this application')]);
    if (bearer['revoked'] === true) throw refusal(401, 89, 'Invalid or expired token.');
    change(world, bearerTokens, bearer, { revoked: true });
    return jsonReply({ access_token: encodeURIComponent(wanted) });
  },
};

/** A bearer token as it is kept, from the encoded or the decoded form that a client sends. */
export function decodedBearer(token: string): string {
  try {
    return token.includes('%') ? decodeURIComponent(token) : token;
  } catch {
    return token;
  }
}

function basicApp(world: World, header: string | undefined): StoredRecord {
  const [, credentials] = /^\s*Basic\s+([A-Za-z0-9+/_-]+=*)\s*$/i.exec(header ?? '') ?? [];
  if (credentials === undefined) throw refusal(400, 215, 'Bad Authentication data');
  // Key and secret are URL-encoded before they are joined; the sandbox's hold nothing that this would change.
  const [key = '', ...secret] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  const app = appOfKey(world, decodedBearer(key));
  if (app === undefined || app['consumer_secret'] !== decodedBearer(secret.join(':')))
    throw refusal(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated');
  return app;
}

function liveBearer(world: World, appId: string): StoredRecord | undefined {
  for (const bearer of world.store.in(bearerTokens.collection, 'app_id', appId)) {
    const isApps = (bearer['user_id'] ?? null) === null;
    if (isApps && bearer['revoked'] !== true && !isExpired(world, bearer)) return bearer;
  }
  return undefined;
}

function newBearer(world: World, appId: string): StoredRecord {
  const id = world.ids.next(bearerTokens.collection);
  return keep(world, bearerTokens, { token: bearerText(id), app_id: appId }, id);
}
