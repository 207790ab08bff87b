/** A value in normal form: money in micro units, times as `YYYY-MM-DDTHH:MM:SSZ`, sets sorted, ids as text. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Stands for the id of the resource at an address, where that id may be known only after it was created. */
export type IdOf = { readonly id_of: string };

/** Stands for the resource of one of the kinds with a key, until references are resolved; another account's is `ACCOUNT/KEY`. */
export type KeyOf = {
  readonly key_of: readonly string[];
  readonly key: string;
  /** The word that names it in an address: `post` of `post:hero`. */
  readonly word: string;
};

/** Stands for a value that is shown and kept nowhere: `hmac-sha256:…`, keyed by the state. */
export type Digest = { readonly digest: string };

/** Values by the platform's field names. */
export type Values = { readonly [wire: string]: Value };

/** True where a value stands for the id of a resource (`{ id_of: ADDRESS }`). */
export function isIdOf(value: Value | undefined): value is IdOf {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'id_of' in value && typeof value.id_of === 'string';
}

/** True where a value stands for a resource by its key. */
export function isKeyOf(value: Value | undefined): value is KeyOf {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'key_of' in value && Array.isArray(value.key_of) && 'key' in value && typeof value.key === 'string';
}

/** True where a value stands for one that is shown and kept nowhere. */
export function isDigest(value: Value | undefined): value is Digest {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'digest' in value && typeof value.digest === 'string' && value.digest.startsWith('hmac-sha256:');
}

/** The addresses whose ids a value waits for, at any depth. */
export function referencesIn(value: Value): readonly IdOf[] {
  if (isIdOf(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member: Value) => referencesIn(member));
}

/** The value with what `change` gives for each reference in it, at any depth; `undefined` where it gives that for one. */
export function mapReferences(
  value: Value,
  change: (reference: IdOf | KeyOf) => Value | undefined,
): Value | undefined {
  if (isIdOf(value) || isKeyOf(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const members = value.map((member) => mapReferences(member, change));
    return members.includes(undefined) ? undefined : members.filter((member) => member !== undefined);
  }
  const changed: [string, Value][] = [];
  for (const [name, member] of Object.entries(value)) {
    const mapped = mapReferences(member, change);
    if (mapped === undefined) return undefined;
    changed.push([name, mapped]);
  }
  return Object.fromEntries(changed);
}

/** True for a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** True for anything that is a value. */
export function isValue(given: unknown): given is Value {
  if (typeof given !== 'object' || given === null)
    return (
      given === null || typeof given === 'string' || typeof given === 'boolean' || Number.isFinite(given)
    );
  return Array.isArray(given) ? given.every(isValue) : isValues(given);
}

/** True for values by name. */
export function isValues(given: unknown): given is Values {
  return (
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    Object.values(given).every(isValue)
  );
}

/** True for a value that is known and not null. */
export function isGiven(value: Value | undefined): value is NonNullable<Value> {
  return value !== undefined && value !== null;
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
