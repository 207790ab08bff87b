import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The four secrets of a signed request. */
export interface Secrets {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
}

export interface SignOptions {
  /** The body's parameters, where it is a form. */
  readonly form?: readonly (readonly [string, string])[];
  /** A body whose hash is to be sent along. */
  readonly hashedBody?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
}

/** An `Authorization: OAuth …` header for a request, by HMAC-SHA1. Written apart from the sandbox's own verification. */
export function sign(method: string, address: string, secrets: Secrets, options: SignOptions = {}): string {
  const url = new URL(address);
  const oauth: [string, string][] = [
    ['oauth_consumer_key', secrets.consumer_key],
    ['oauth_nonce', randomBytes(12).toString('hex')],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(options.timestamp ?? Math.floor(Date.now() / 1000))],
    ['oauth_token', secrets.access_token],
    ['oauth_version', '1.0'],
  ];
  if (options.hashedBody !== undefined) {
    oauth.push(['oauth_body_hash', createHash('sha1').update(options.hashedBody).digest('base64')]);
  }
  const signed = [...url.searchParams, ...(options.form ?? []), ...oauth].map(
    ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`,
  );
  // Sorting the joined pairs is sorting by name and value, as "=" must not sort into the names: hence the replacement.
  signed.sort((a, b) => (a.replace('=', '\0') < b.replace('=', '\0') ? -1 : 1));
  const base = `${method}&${percentEncode(url.origin + url.pathname)}&${percentEncode(signed.join('&'))}`;
  const key = `${percentEncode(secrets.consumer_secret)}&${percentEncode(secrets.access_token_secret)}`;
  oauth.push(['oauth_signature', createHmac('sha1', key).update(base).digest('base64')]);
  return `OAuth ${oauth.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`).join(', ')}`;
}

const unreserved = /[\w.~-]/;
const encodedBytes = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const isKept = byte < 128 && unreserved.test(character);
  return isKept ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

function percentEncode(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) encoded += encodedBytes[byte] ?? '';
  return encoded;
}
