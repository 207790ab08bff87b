import type { Kind } from './define-kind.ts';
import { isKeyOf, plainText, type Value, type Values } from './values.ts';

/**
 * The address of what stands under an entry: `acme-us/campaigns/sale`; a member of a set by its encoded text, an only
 * one by its section alone.
 */
export function addressUnder(parent: string, kind: Kind, key: string): string {
  if (kind.form === 'only') return `${parent}/${kind.section}`;
  return `${parent}/${kind.section}/${kind.form === 'set' ? encodeMember(key) : key}`;
}

/** The key of the account that an address is in: `acme-us` for `acme-us/campaigns/sale`. */
export function accountKeyOf(address: string): string {
  return address.split('/', 1).join('');
}

/** True where an address is the other one, or stands beneath it. */
export function isWithin(address: string, ancestor: string): boolean {
  return address === ancestor || address.startsWith(`${ancestor}/`);
}

/** True where any of the addresses is the given one or an ancestor of it. */
export function isWithinAny(address: string, ancestors: readonly string[]): boolean {
  return ancestors.some((ancestor) => isWithin(address, ancestor));
}

/** The address of the entry that an address stands in: `a/campaigns/b` for `a/campaigns/b/line_items/c`. */
export function parentAddress(address: string): string | undefined {
  const parts = address.split('/');
  if (parts.length < 2) return undefined;
  return parts.slice(0, parts.length % 2 === 0 ? -1 : -2).join('/');
}

/**
 * The canonical text of a member of a set, such as `LOCATION:EQ:96683cc9126741d1` or `post:hero`, from its values by
 * wire name; `undefined` where a part of it is not known.
 */
export function memberText(kind: Kind, values: Values): string | undefined {
  const parts = (kind.memberKey ?? []).map((name) => {
    const field = kind.fields[name];
    const value = field === undefined ? undefined : (values[field.wire] ?? field.default);
    return value === undefined ? undefined : partText(value);
  });
  return parts.includes(undefined) ? undefined : parts.join(':');
}

function partText(value: Value): string {
  return isKeyOf(value) ? `${value.word}:${value.key}` : plainText(value);
}

function encodeMember(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%3A', ':');
}
