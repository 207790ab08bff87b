/** What a JSON text can hold, integers beyond 2^53 as bigint. */
export type Value = null | boolean | number | bigint | string | readonly Value[] | Fields;

/** Named values: a record's fields, a request's parameters, a JSON object. */
export interface Fields {
  readonly [name: string]: Value;
}

/** Whether a value is a JSON object (not null, not a list). */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. */
export function isList(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

/** The text in a field, or null where there is none. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** The texts in a list field; everything else in it is left out. */
export function textsIn(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The object in a field; one without members where there is none. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** The whole number in a field (micro units, for money), or null where there is none. */
export function longIn(fields: Fields, name: string): bigint | null {
  const value = fields[name];
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : null;
}

/** A whole number in its plain form: a number up to 2^53 - 1, a bigint beyond. */
export function plainLong(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
