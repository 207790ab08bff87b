import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { TextClient } from '../../platform/client.ts';
import type { PlatformError } from '../../platform/platform-error.ts';
import { Secret } from '../../platform/secret.ts';
import { readPairs } from './read-pairs.ts';

/** A token that a user has to approve (F-auth-06). */
export interface RequestToken {
  readonly token: string;
  readonly secret: Secret;
}

/** Where the answer of the user goes, and what the application asks for. */
export interface RequestedAccess {
  /** An address of this machine, or `oob` for a PIN (F-auth-07). */
  readonly callback: string;
  readonly access: 'read' | 'write';
}

const path = '/oauth/request_token';
const pairsSchema = z
  .object({
    oauth_token: z.string().min(1).max(500),
    oauth_token_secret: z.string().min(1).max(500),
    // Without it the answer could go to whoever made the token (RFC 5849, section 2.1).
    oauth_callback_confirmed: z.literal('true'),
  })
  .transform(({ oauth_token, oauth_token_secret }): RequestToken => {
    return { token: oauth_token, secret: new Secret(oauth_token_secret) };
  });

/**
 * Asks for a request token, signed by the application. Throws ADSYNC_LOGIN_FAILED where the platform does not take the
 * callback, ADSYNC_ANSWER_INVALID, and what the platform refuses.
 */
export async function askRequestToken(
  client: TextClient,
  { callback, access }: RequestedAccess,
): Promise<RequestToken> {
  const { text, failure } = await client.callForText({
    host: 'base',
    method: 'POST',
    path,
    signing: 'application',
    members: { oauth_callback: callback },
    // Both names of one parameter (F-auth-08); an application's own level is write unless it is less.
    ...(access === 'read' && { query: { svc_auth_access_type: access, x_auth_access_type: access } }),
    answers: 'text',
  });
  if (failure !== undefined) throw explained(failure, callback);
  return readPairs(pairsSchema, text, path);
}

function explained(failure: PlatformError, callback: string): AdsyncError {
  const isAboutCallback = failure.errors.some(
    ({ code, message, parameter }) =>
      parameter === 'oauth_callback' || code === '415' || /callback/i.test(message),
  );
  if (!isAboutCallback) return failure;
  return new AdsyncError('ADSYNC_LOGIN_FAILED', `the application does not take the callback ${callback}`, {
    ...failure.detail,
    remedy:
      callback === 'oob'
        ? 'Sign in without --oob, or let the settings of the application take oob.'
        : 'Add it to the callback addresses in the settings of the application, and sign in with --port and its port; or sign in with --oob.',
  });
}
