import { createHmac } from 'node:crypto';

/** RFC 3986 encoding as RFC 5849 section 3.6 wants it: everything but letters, digits and `-._~`. */
export function percentEncode(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * The signature base string of RFC 5849 section 3.4.1.
 * Takes the base URI (scheme, host, non-default port, path as sent) and every decoded parameter, repeated ones too.
 */
export function signatureBase(
  method: string,
  baseUri: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const encoded = pairs.map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  // Sorted after encoding, by name and then by value (section 3.4.1.3.2).
  encoded.sort(([nameA, valueA], [nameB, valueB]) => order(nameA, nameB) || order(valueA, valueB));
  const parameters = encoded.map(([name, value]) => `${name}=${value}`).join('&');
  return [method.toUpperCase(), baseUri, parameters].map(percentEncode).join('&');
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The HMAC-SHA1 signature of a base string (RFC 5849 section 3.4.2), base64. */
export function hmacSha1(base: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return createHmac('sha1', key).update(base).digest('base64');
}

/** The base string URI (RFC 5849 section 3.4.1.2): lower-case scheme and host, the port only where it is not the default. */
export function baseUri(scheme: string, host: string, path: string): string {
  const authority = host.toLowerCase();
  const standard = scheme === 'https' ? ':443' : ':80';
  return `${scheme}://${authority.endsWith(standard) ? authority.slice(0, -standard.length) : authority}${path}`;
}
