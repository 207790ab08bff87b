import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** `sha256:…` of the canonical JSON (RFC 8785) of a value. */
export function digestOf(value: unknown): string {
  return `sha256:${hash('sha256', canonicalize(value) ?? '')}`;
}
