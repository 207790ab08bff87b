import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** `sha256:…` of the canonical JSON (RFC 8785) of a value. */
export function digestOf(value: unknown): string {
  const hash = createHash('sha256');
  for (const part of canonicalParts(value)) hash.update(part);
  return `sha256:${hash.digest('hex')}`;
}

/** The parts of the text, member by member of a list, which may be that of all live records. */
function* canonicalParts(value: unknown): Generator<string> {
  if (!Array.isArray(value)) {
    yield canonicalize(value) ?? '';
    return;
  }
  yield '[';
  for (const [index, member] of value.entries())
    yield `${index === 0 ? '' : ','}${canonicalize(member) ?? 'null'}`;
  yield ']';
}
