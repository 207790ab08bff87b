import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { SigningKeys } from './secret.ts';

/** What of a request is signed. A JSON body is not (F-auth-20). */
export interface SignableRequest {
  readonly method: string;
  /** With its query. */
  readonly url: URL;
  /** The parameters of a form body. */
  readonly form?: URLSearchParams;
}

/** Further members of the header by name, such as `oauth_callback`. */
export type HeaderMembers = Readonly<Record<`oauth_${string}`, string>>;

/** What makes two signatures of one request differ. */
export interface Moment {
  /** ASCII only (F-auth-05). */
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/**
 * The `Authorization` header of a request: OAuth 1.0a, HMAC-SHA1 (RFC 5849). Without an access token it is the application
 * that signs, as where it asks for one (F-auth-06).
 * Throws ADSYNC_INTERNAL for a parameter that has the name of a member of the header, or `__proto__`.
 */
export function authorizationHeader(
  request: SignableRequest,
  credentials: SigningKeys,
  moment: Moment,
  further: HeaderMembers = {},
): string {
  const oauth = new OAuth({
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret.reveal() },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });
  // The members of a signed request (F-auth-04).
  const members = {
    ...further,
    oauth_consumer_key: credentials.consumerKey,
    oauth_nonce: moment.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: moment.timestamp,
    ...(credentials.accessToken !== undefined && { oauth_token: credentials.accessToken.reveal() }),
    oauth_version: '1.0',
  };
  const data = parametersOf(request, new Set([...Object.keys(members), 'oauth_signature', '__proto__']));
  // The library misreads many a query string, so that it gets none: only decoded values, each name with a list.
  const url = request.url.origin + request.url.pathname;
  const tokenSecret = credentials.accessTokenSecret?.reveal() ?? '';
  // It writes the parameters into the members that it is given, which is why they are copied.
  const signature = oauth.getSignature({ method: request.method, url, data }, tokenSecret, { ...members });
  return oauth.toHeader({ ...members, oauth_signature: signature }).Authorization;
}

/** Every parameter with all its values. The library would overwrite a member, or lose a parameter, by a reserved name. */
function parametersOf(
  { url, form }: SignableRequest,
  reserved: ReadonlySet<string>,
): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of [...url.searchParams, ...(form ?? [])]) {
    if (reserved.has(name)) throw new AdsyncError('ADSYNC_INTERNAL', `no parameter can be called ${name}`);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}
