import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../platform/secret.ts';

/** What proves that somebody has the secret of the application: the HMAC of a content under it (F-event-10, F-event-11). */
export function signatureOf(secret: Secret, content: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret.reveal()).update(content).digest('base64')}`;
}

/**
 * Whether a delivery has the signature of its body. It takes as long for a signature that is missing, of another length, or
 * wrong from the first or the last character.
 */
export function isSigned(secret: Secret, body: Uint8Array, given: string | undefined): boolean {
  const expected = signatureOf(secret, body);
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given ?? '', 'buffer'));
}
