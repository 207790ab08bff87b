import type { Field } from '../../schemas/define-field.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { isList, ownValue, sameValue, type Value, type Values } from '../../schemas/values.ts';
import type { Cause, FieldChange } from './subject.ts';

export interface Difference {
  readonly fields: readonly FieldChange[];
  readonly dropped: Values;
  readonly unchecked: readonly string[];
}

/**
 * Three-way comparison of one resource: desired, live, and as last applied. The pair (declared, answered) of the
 * last apply is a normal form: while neither side has changed, it is not a difference.
 */
export function diff(
  kind: Kind,
  wanted: Values,
  live: LiveRecord,
  entry: StateEntry | undefined,
  ignored: readonly string[],
): Difference {
  const fields: FieldChange[] = [];
  const unchecked: string[] = [];
  for (const [wire, after] of Object.entries(wanted)) {
    const field = fieldByWire(kind, wire);
    const seen = field?.readable === false ? undefined : ownValue(live.fields, wire);
    const answered = ownValue(entry?.answered, wire);
    if (seen === undefined) unchecked.push(wire);
    const before = seen === undefined ? (answered ?? null) : seen;
    const applied = ownValue(entry?.declared, wire);
    if (isTakenAsSaid(field, entry, after, seen)) continue;
    const cause = compare(after, before, applied, answered);
    if (cause === undefined || (cause === 'drift' && ignored.includes(wire))) continue;
    fields.push({ wire, before, after, cause, applied });
  }
  return { fields, dropped: droppedFields(kind, wanted, live, entry), unchecked };
}

/**
 * Of a record that adsync did not write: what cannot be read, and could be changed by a new one only. Of a value that
 * was never applied: a set that the platform has added to.
 */
function isTakenAsSaid(
  field: Field | undefined,
  entry: StateEntry | undefined,
  wanted: Value,
  seen: Value | undefined,
): boolean {
  if (field === undefined || ownValue(entry?.declared, field.wire) !== undefined) return false;
  if (seen === undefined) return entry === undefined && field.change === 'replace';
  return (
    field.widened === true && isList(wanted) && isList(seen) && wanted.every((each) => seen.includes(each))
  );
}

/** Why the live value is not the wanted one; `undefined` where it is. */
function compare(
  wanted: Value,
  live: Value,
  applied: Value | undefined,
  answered: Value | undefined,
): Cause | undefined {
  if (sameValue(wanted, live)) return undefined;
  const documentChanged = applied === undefined || !sameValue(wanted, applied);
  const platformChanged = answered !== undefined && !sameValue(live, answered);
  if (documentChanged) return platformChanged ? 'both' : 'config';
  return platformChanged ? 'drift' : undefined;
}

function droppedFields(kind: Kind, wanted: Values, live: LiveRecord, entry: StateEntry | undefined): Values {
  if (entry === undefined) return {};
  const managed = new Set(Object.values(kind.fields).map((field) => field.wire));
  const names = Object.keys(entry.declared).filter((wire) => managed.has(wire) && !(wire in wanted));
  // A default that was sent at creation was never in the document, so that its absence says nothing.
  const dropped = names.filter((wire) => !isUntouchedDefault(kind, wire, entry));
  return Object.fromEntries(dropped.map((wire) => [wire, live.fields[wire] ?? null]));
}

function isUntouchedDefault(kind: Kind, wire: string, entry: StateEntry): boolean {
  const standard = fieldByWire(kind, wire)?.default;
  return standard !== undefined && sameValue(standard, entry.declared[wire]);
}
