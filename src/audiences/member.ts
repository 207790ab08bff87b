import { hash } from 'node:crypto';
import type { Column } from './columns.ts';

/** A member as the platform takes it: the attributes it goes by, each with one value or several, hashed. */
export type MemberUser = Readonly<Record<string, readonly string[]>>;

const alreadyHashed = /^[0-9a-f]{64}$/i;

/**
 * A value as it is sent: normalised and hashed with SHA-256, but for columns that are not hashed; what is a SHA-256
 * already is not hashed again (F-audience-11). `undefined` for what is no value of the column.
 */
export function sentValue(column: Column, text: string): string | undefined {
  if (!column.hashed) return column.normal(text);
  if (alreadyHashed.test(text)) return text.toLowerCase();
  const normal = column.normal(text);
  return normal === undefined ? undefined : hash('sha256', normal, 'hex');
}

/** The canonical text of a member: the same attributes give the same text, whatever their order. */
export function memberText(attributes: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...attributes]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, values]) => `${name}=${[...values].toSorted().map(encodeURIComponent).join(',')}`)
    .join('&');
}

/** The member of a canonical text. */
export function memberUser(text: string): MemberUser {
  const attributes = text.split('&').map((attribute) => {
    const [name = '', values = ''] = attribute.split('=', 2);
    return [name, values.split(',').map(decodeURIComponent)] as const;
  });
  return Object.fromEntries(attributes);
}
