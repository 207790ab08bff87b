import { keep } from '../engine/kept-records.ts';
import { invalid } from '../engine/resource.ts';
import { verifySignature } from '../oauth/verify-signature.ts';
import { wholeSeconds } from '../params/normal-time.ts';
import { oneOf, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { ApiError } from '../wire/api-error.ts';
import { pathPattern } from '../wire/path-pattern.ts';
import type { Reply } from '../wire/platform-request.ts';
import { appOfKey, callbacksOf } from './apps.ts';
import { type AuthCall, type AuthEndpoint, pairsForm, pairsReply, readTexts } from './auth-endpoint.ts';
import { requestTokens, tokenText } from './tokens.ts';
import { keyringOf } from './user-tokens.ts';

const params: Params = {
  oauth_callback: { is: text(2000), required: true },
  svc_auth_access_type: { is: oneOf(['read', 'write']) },
  // The public name of the same parameter (F-auth-08).
  x_auth_access_type: { is: oneOf(['read', 'write']) },
};

/** The first step of the three-legged flow (F-auth-06, F-auth-07). */
export const requestToken: AuthEndpoint = {
  method: 'POST',
  path: '/oauth/request_token',
  params,
  isStep: true,
  success: pairsForm,
  run: (call) => {
    const app = signingApp(call);
    const given = readTexts(params, call.given);
    const callback = given['oauth_callback'] ?? '';
    if (!isConfigured(app, callback)) {
      const message = 'Callback URL not approved for this client application';
      throw new ApiError(400, [{ ...invalid('oauth_callback', message), value: callback }]);
    }
    return issue(call, app, callback, given['svc_auth_access_type'] ?? given['x_auth_access_type'] ?? null);
  },
};

/** The application that signed the request, with a user's token or without one. Throws ApiError 400 or 401. */
function signingApp({ world, request, rules }: AuthCall): StoredRecord {
  const { consumerKey } = verifySignature(request, keyringOf(world), { ...rules, tokenless: true });
  const app = appOfKey(world, consumerKey);
  if (app === undefined) throw new Error('signed by an application that is not there');
  return app;
}

// Custom schemes of desktop and mobile programs are callbacks like any other (F-auth-07).
function isConfigured(app: StoredRecord, callback: string): boolean {
  if (callback === 'oob') return true;
  if (!URL.canParse(callback) || /^(javascript|data|vbscript):/i.test(callback)) return false;
  return callbacksOf(app).some((pattern) => pathPattern(pattern)(callback));
}

function issue({ world }: AuthCall, app: StoredRecord, callback: string, access: string | null): Reply {
  const id = world.ids.next(requestTokens.collection);
  const lasts = world.limits.oauth.request_token_seconds;
  const token = tokenText('request', id);
  const secret = tokenText('request secret', id);
  const expires = lasts === null ? null : wholeSeconds(world.clock.now() + lasts * 1000);
  keep(world, requestTokens, { token, secret, app_id: app.id, callback, access, expires_at: expires }, id);
  return pairsReply({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' });
}
