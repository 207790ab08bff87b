import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { ownValue, plainText, type Value } from '../schemas/values.ts';

/** Every text in the fields of a record that may be what it refers to a resource of the kind by. */
export function valuesReferring(from: Kind, { fields }: LiveRecord, to: string): readonly string[] {
  return Object.values(from.fields).flatMap(({ wire, type }) =>
    type.refersTo?.includes(to) === true ? textsIn(ownValue(fields, wire) ?? null) : [],
  );
}

/** What others refer to a record by: its id, unless its kind names a field of it. */
export function referredValue({ referredBy }: Kind, { id, fields }: LiveRecord): string | undefined {
  if (referredBy === undefined) return id;
  const value = ownValue(fields, referredBy);
  return value === undefined || value === null ? undefined : plainText(value);
}

function textsIn(value: Value): readonly string[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap((member: Value) => textsIn(member));
}
