import { hash, timingSafeEqual } from 'node:crypto';
import { type ApiError, refusal } from '../wire/api-error.ts';
import { formPairs, type PlatformRequest, pairsOf } from '../wire/platform-request.ts';
import { parseAuthorization } from './authorization-header.ts';
import type { NonceBook } from './nonce-book.ts';
import { baseUri, hmacSha1, signatureBase } from './signature.ts';

/** The secrets that belong to the public halves which a request names; undefined where the half is unknown. */
export interface Keyring {
  consumerSecret(consumerKey: string): string | undefined;
  token(
    token: string,
    consumerKey: string,
  ): { readonly secret: string; readonly revoked: boolean } | undefined;
}

/** What a request is held against beside its signature. */
export interface SigningRules {
  /** Real time, milliseconds since 1970. */
  readonly nowMs: number;
  readonly windowSeconds: number;
  /** Refuses nonces that came before, where it is given. */
  readonly nonces?: NonceBook;
  /** Whether a request without a token will do: one that asks for a request token. */
  readonly tokenless?: true;
}

/** Who signed a request. */
export interface Signed {
  readonly consumerKey: string;
  /** The token, empty for a request without one. */
  readonly token: string;
  /** The decoded members of the header. */
  readonly members: ReadonlyMap<string, string>;
}

const needed = [
  'oauth_consumer_key',
  'oauth_signature_method',
  'oauth_signature',
  'oauth_timestamp',
  'oauth_nonce',
];

/**
 * Checks the OAuth 1.0a signature of a request (RFC 5849, HMAC-SHA1) and returns who signed it.
 * Throws ApiError: 400 code 215 for a header that is missing or malformed, 401 for one that is refused, code 135 for a
 * timestamp outside the window, code 89 for a token that is over (F-auth-15).
 */
export function verifySignature(request: PlatformRequest, keys: Keyring, rules: SigningRules): Signed {
  const members = parseAuthorization(request.headers.authorization);
  const wanted = rules.tokenless === true ? needed : [...needed, 'oauth_token'];
  if (members === undefined || wanted.some((name) => !members.has(name))) {
    throw refusal(400, 215, 'Bad Authentication data');
  }
  const consumerKey = members.get('oauth_consumer_key') ?? '';
  const text = members.get('oauth_token') ?? '';
  const token =
    text === '' && rules.tokenless === true ? { secret: '', revoked: false } : keys.token(text, consumerKey);
  const consumerSecret = keys.consumerSecret(consumerKey);
  if (token === undefined || consumerSecret === undefined || !formIsSupported(members))
    throw unauthenticated();
  if (!signatureHolds(request, members, consumerSecret, token.secret)) throw unauthenticated();
  if (!bodyHashHolds(request, members)) throw unauthenticated();
  if (token.revoked) throw refusal(401, 89, 'Invalid or expired token.');
  checkFreshness(members, rules);
  return { consumerKey, token: text, members };
}

function checkFreshness(
  members: ReadonlyMap<string, string>,
  { nowMs, windowSeconds, nonces }: SigningRules,
): void {
  const timestamp = Number(members.get('oauth_timestamp'));
  const now = nowMs / 1000;
  if (!(Math.abs(now - timestamp) <= windowSeconds)) throw refusal(401, 135, 'Timestamp out of bounds.');
  const names = ['oauth_consumer_key', 'oauth_token', 'oauth_timestamp', 'oauth_nonce'];
  const key = JSON.stringify(names.map((name) => members.get(name) ?? ''));
  if (nonces?.isNew(key, timestamp, now - windowSeconds) === false)
    throw refusal(401, 'UNAUTHORIZED_ACCESS', 'The nonce was used before');
}

function unauthenticated(): ApiError {
  return refusal(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated');
}

function formIsSupported(members: ReadonlyMap<string, string>): boolean {
  const version = members.get('oauth_version') ?? '1.0';
  const nonce = members.get('oauth_nonce') ?? '';
  // Only ASCII values are accepted for oauth_nonce (F-auth-05).
  return (
    members.get('oauth_signature_method') === 'HMAC-SHA1' && version === '1.0' && /^[\x20-\x7e]+$/.test(nonce)
  );
}

function signatureHolds(
  request: PlatformRequest,
  members: ReadonlyMap<string, string>,
  consumerSecret: string,
  tokenSecret: string,
): boolean {
  const signed = [...members].filter(([name]) => name !== 'oauth_signature');
  const sent = [...pairsOf(request.query), ...formPairs(request)];
  const uri = baseUri(request.scheme, request.headers.host ?? '', request.path);
  const given = Buffer.from(members.get('oauth_signature') ?? '');
  const holds = (pairs: readonly (readonly [string, string])[]): boolean => {
    const base = signatureBase(request.method, uri, pairs);
    const right = Buffer.from(hmacSha1(base, consumerSecret, tokenSecret));
    return right.length === given.length && timingSafeEqual(right, given);
  };
  if (holds([...sent, ...signed])) return true;
  // Clients that send their token both in the header and as a parameter of the access-token step sign it once.
  const once = sent.filter(([name, value]) => !name.startsWith('oauth_') || members.get(name) !== value);
  return once.length < sent.length && holds([...once, ...signed]);
}

// Some clients send the hash of the body with every write (F-auth-21).
function bodyHashHolds(request: PlatformRequest, members: ReadonlyMap<string, string>): boolean {
  const given = members.get('oauth_body_hash');
  return given === undefined || given === hash('sha1', request.body, 'base64');
}
