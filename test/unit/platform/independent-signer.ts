import { createHmac } from 'node:crypto';

/** A signer written from RFC 5849 alone, to judge the one of the product. */
export interface SignerInput {
  readonly method: string;
  /** Scheme, host, port and path, as in RFC 5849 section 3.4.1.2. */
  readonly baseUri: string;
  /** Every decoded parameter: query, form body and header (without realm and signature). */
  readonly parameters: readonly (readonly [string, string])[];
}

/** Section 3.6: bytes of UTF-8; unreserved characters stay, all others become `%XX`. */
export function percentEncode(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._~-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Section 3.4.1. */
export function baseString({ method, baseUri, parameters }: SignerInput): string {
  const normalized = parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map((pair) => pair.join('='))
    .join('&');
  return `${method}&${percentEncode(baseUri)}&${percentEncode(normalized)}`;
}

/** Section 3.4.2. */
export function hmacSha1Signature(input: SignerInput, consumerSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return createHmac('sha1', key).update(baseString(input)).digest('base64');
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
