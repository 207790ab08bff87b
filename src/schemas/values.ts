/** A value in normal form: money in micro units, times as `YYYY-MM-DDTHH:MM:SSZ`, sets sorted, ids as text. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Stands for the id of the resource at an address, where that id may be known only after it was created. */
export type IdOf = { readonly id_of: string };

/** Values by the platform's field names. */
export type Values = { readonly [wire: string]: Value };

/** True where a value stands for the id of a resource (`{ id_of: ADDRESS }`). */
export function isIdOf(value: Value | undefined): value is IdOf {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'id_of' in value && typeof value.id_of === 'string';
}

/** The value of a wire name, never of what every object inherits (`constructor`, `__proto__`). */
export function ownValue(values: Values | undefined, wire: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, wire) ? values[wire] : undefined;
}

/** A value as plain text: a text as it is, anything else as JSON. */
export function plainText(value: Value | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Equality of normal forms; the order of the members of an object does not count, that of a list does. */
export function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const leftMembers = Object.entries(left);
  const rightMembers = new Map<string, Value>(Object.entries(right));
  if (Array.isArray(left) !== Array.isArray(right) || leftMembers.length !== rightMembers.size) return false;
  return leftMembers.every(
    ([name, value]) => rightMembers.has(name) && sameValue(value, rightMembers.get(name)),
  );
}
