import type { Plain } from '../config/plain.ts';
import { documentValue, type KnownIds } from '../edit/document-value.ts';
import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { ownValue, plainText, sameValue, type Value } from '../schemas/values.ts';
import type { Faults } from './faults.ts';
import type { Branch } from './tree.ts';

/** What can be referred to, and what is known not to go. */
export interface Outlining {
  readonly ids: KnownIds;
  readonly faults: Faults;
}

/** The fields of one record in the document. */
export interface DocumentFields {
  readonly fields: readonly (readonly [name: string, Plain])[];
  readonly notes: readonly string[];
  /** Required fields that are not set, or cannot be said. */
  readonly lacking: readonly string[];
}

/** What the document says of a record, in its order; less what is unset, taken for granted, or known not to go. */
export function documentFields({ ids, faults }: Outlining, { kind, record, key }: Branch): DocumentFields {
  const fields: [string, Plain][] = [];
  const notes: string[] = [];
  const lacking: string[] = [];
  const faulty = new Set((faults.get(record) ?? []).map(({ field }) => field));
  for (const [name, field] of fieldsInOrder(kind)) {
    const value = valueToWrite(field, ownValue(record.fields, field.wire));
    if (value === undefined) {
      if (!isUnset(ownValue(record.fields, field.wire))) continue;
      if (field.nullWhereLiveHasNone === true) fields.push([name, null]);
      else if (field.required === true) lacking.push(name);
      continue;
    }
    const plain = faulty.has(name) ? undefined : documentValue(field, value, undefined, ids);
    if (plain === undefined) {
      notes.push(`${name} is ${plainText(value)} on the platform, and not managed here.`);
      if (field.required === true) lacking.push(name);
    } else if (name !== kind.keyField || plain !== key) fields.push([name, plain]);
  }
  return { fields, notes, lacking };
}

/** The name comes first. */
function fieldsInOrder({ fields: { name, ...others } }: Kind): readonly (readonly [string, Field])[] {
  return [...(name === undefined ? [] : [['name', name] as const]), ...Object.entries(others)];
}

/** Nothing for what is unset, what cannot be read, and what everybody takes for granted: but spending is always said. */
function valueToWrite(field: Field, value: Value | undefined): Value | undefined {
  if (value === undefined || isUnset(value)) return undefined;
  if (field.readable === false || field.sensitive === true) return undefined;
  const usual = field.default !== undefined && sameValue(field.default, value);
  return usual && field.spending === undefined ? undefined : value;
}

/** Nothing, in any of the ways in which answers say it. */
function isUnset(value: Value | undefined): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
