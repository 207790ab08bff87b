import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { TextClient } from '../../platform/client.ts';
import type { PlatformError } from '../../platform/platform-error.ts';
import { Secret } from '../../platform/secret.ts';
import { readPairs } from './read-pairs.ts';

/** A user's token, and who that user is (F-auth-03). */
export interface SignedInUser {
  readonly accessToken: Secret;
  readonly accessTokenSecret: Secret;
  readonly userId: string;
  readonly screenName: string;
}

const path = '/oauth/access_token';
const pairsSchema = z
  .object({
    oauth_token: z.string().min(1).max(500),
    oauth_token_secret: z.string().min(1).max(500),
    user_id: z.string().regex(/^\d{1,20}$/),
    screen_name: z.string().regex(/^\w{1,50}$/),
  })
  .transform((pairs): SignedInUser => {
    return {
      accessToken: new Secret(pairs.oauth_token),
      accessTokenSecret: new Secret(pairs.oauth_token_secret),
      userId: pairs.user_id,
      screenName: pairs.screen_name,
    };
  });

/**
 * Exchanges a verifier for the token of the user who approved (F-auth-10), by a client that signs with the request token;
 * `undefined` where the platform does not take this verifier, and may take another. Throws ADSYNC_LOGIN_FAILED where the
 * sign-in is over (F-auth-06) or no answer came, ADSYNC_ANSWER_INVALID, and what the platform refuses otherwise.
 */
export async function exchangeVerifier(
  client: TextClient,
  verifier: string,
): Promise<SignedInUser | undefined> {
  const { text, failure } = await client.callForText({
    host: 'base',
    method: 'POST',
    path,
    signing: 'user',
    form: { oauth_verifier: verifier },
    sensitive: [verifier],
    answers: 'text',
  });
  if (failure === undefined) return readPairs(pairsSchema, text, path);
  if (isWrongVerifier(failure)) return undefined;
  throw explained(failure);
}

function isWrongVerifier({ outcome, status, errors }: PlatformError): boolean {
  if (outcome !== 'refused' || (status !== 400 && status !== 401 && status !== 403)) return false;
  return errors.every(({ code }) => !['89', '135', '215', '99'].includes(code));
}

function explained(failure: PlatformError): AdsyncError {
  const { outcome, errors, detail, message } = failure;
  const again = 'Sign in again; no profile was changed.';
  if (errors.some(({ code }) => code === '89'))
    return new AdsyncError(
      'ADSYNC_LOGIN_FAILED',
      'the sign-in is over: it was not approved, took too long, or was used already',
      {
        ...detail,
        remedy: again,
      },
    );
  if (outcome !== 'unknown') return failure;
  return new AdsyncError('ADSYNC_LOGIN_FAILED', message, { ...detail, remedy: again });
}
