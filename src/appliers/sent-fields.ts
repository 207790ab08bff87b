import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { sameValue, type Values } from '../schemas/values.ts';

/** The parameters that are fields of the record: those of the kind, and its parent's id. */
export function sentFields(kind: Kind, params: Values): Values {
  const wires = new Set(Object.values(kind.fields).map((field) => field.wire));
  const isField = (wire: string): boolean => wires.has(wire) || wire === kind.parentField;
  return Object.fromEntries(Object.entries(params).filter(([wire]) => isField(wire)));
}

/** True where a record holds every sent field, in normal form; an unset field may be null or left out. */
export function holdsSent(kind: Kind, record: LiveRecord, params: Values): boolean {
  return Object.entries(sentFields(kind, params)).every(([wire, sent]) =>
    sameValue(record.fields[wire] ?? null, sent),
  );
}

/** True where a record has the natural key that the parameters would give it; false for kinds without one. */
export function hasNaturalKey(kind: Kind, record: LiveRecord, params: Values): boolean {
  if (kind.naturalKey.length === 0) return false;
  return kind.naturalKey.every((wire) => sameValue(record.fields[wire] ?? null, params[wire] ?? null));
}
