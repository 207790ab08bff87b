import { z } from 'zod';

/** A value that a parameter can be made of; no number beyond 2^53 - 1, which has become another one before. */
export const plainValue = z.union([
  z.string(),
  z.number().refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
  z.bigint(),
  z.boolean(),
]);

/** A parameter as a text: items joined by commas, and null as the empty value, which unsets a field (F-request-03). */
export function pairText(value: unknown): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.map(pairText).join(',') : String(plainValue.parse(value));
}

/** JSON in which a bigint stands as its digits. Throws TypeError for what is no value of JSON, RangeError for too deep a one. */
export function jsonOf(value: unknown): string {
  const text: unknown = JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'bigint' ? JSON.rawJSON(each.toString()) : each,
  );
  if (typeof text !== 'string') throw new TypeError('no value of JSON');
  return text;
}
