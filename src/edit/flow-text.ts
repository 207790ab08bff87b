import type { Plain } from '../config/plain.ts';
import { scalarText } from './scalar-text.ts';

/** A value in one line: `text`, `[a, b]` or `{ key: value }`. */
export function flowText(plain: Plain, inFlow: boolean): string {
  if (typeof plain === 'string' || plain === null) {
    // Other readers of YAML would round an id of so many digits.
    const quoting = plain !== null && /^\d{16,}$/.test(plain) ? 'double' : 'plain';
    return scalarText(plain, { quoting, inFlow });
  }
  if (isList(plain)) return `[${plain.map((member) => flowText(member, true)).join(', ')}]`;
  const members = Object.entries(plain).map(([key, value]) => pairText(key, value, true));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** `key: value` in one line. */
export function pairText(key: string, value: Plain, inFlow: boolean): string {
  return `${keyOf(key, inFlow)}: ${flowText(value, inFlow)}`;
}

/** True for a list of values. */
export function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}

/** True for a map of values. */
export function isPlainMap(plain: Plain): plain is { readonly [key: string]: Plain } {
  return typeof plain === 'object' && plain !== null && !isList(plain);
}

/** A text that two values have in common only where they are the same text by text; the order of keys does not count. */
export function plainName(plain: Plain): string {
  if (isList(plain)) return `[${plain.map(plainName).join()}]`;
  if (!isPlainMap(plain)) return JSON.stringify(plain);
  const members = Object.entries(plain).map(([key, value]) => `${JSON.stringify(key)}:${plainName(value)}`);
  return `{${members.sort().join()}}`;
}

// A key that begins with `?`, or is `<<`, would be something else without quotes.
function keyOf(key: string, inFlow: boolean): string {
  return scalarText(key, { quoting: key === '<<' ? 'double' : 'plain', inFlow });
}
