import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { ownValue, sameValue, type Value, type Values } from '../schemas/values.ts';

/** The parameters that are fields of the record: those of the kind that answers show, and its parent's id. */
function sentFields(kind: Kind, params: Values): Values {
  const fields = fieldsByWire(kind);
  const isShown = (wire: string): boolean => fields.has(wire) && fields.get(wire)?.readable !== false;
  return Object.fromEntries(
    Object.entries(params).filter(([wire]) => isShown(wire) || wire === kind.parentField),
  );
}

/** True where a record holds every sent field, in normal form; an unset field may be null or left out. */
export function holdsSent(kind: Kind, record: LiveRecord, params: Values): boolean {
  const fields = fieldsByWire(kind);
  return Object.entries(sentFields(kind, params)).every(([wire, sent]) =>
    holds(fields.get(wire), record.fields[wire] ?? null, sent),
  );
}

/**
 * True where a record may be what a creation made although the platform put another value in the place of one that
 * was sent: it holds all others. False for kinds where that does not happen.
 */
export function holdsRest(kind: Kind, record: LiveRecord, params: Values): boolean {
  const substituted = new Set(substitutedWires(kind));
  if (substituted.size === 0) return false;
  const rest = Object.entries(params).filter(([wire]) => !substituted.has(wire));
  return holdsSent(kind, record, Object.fromEntries(rest));
}

/**
 * A record that was read, as the answer to the request that sent the parameters: without the sent fields that hold
 * another value by now, which somebody else has changed since. What the platform itself puts in the place of a sent value
 * stays.
 */
export function asAnswered(kind: Kind, record: LiveRecord, params: Values): LiveRecord {
  const fields = fieldsByWire(kind);
  const isAnswer = ([wire, live]: [string, Value]): boolean => {
    const sent = ownValue(params, wire);
    return (
      sent === undefined || fields.get(wire)?.substituted === true || holds(fields.get(wire), live, sent)
    );
  };
  return { ...record, fields: Object.fromEntries(Object.entries(record.fields).filter(isAnswer)) };
}

/** True where a record holds every sent field that no update can change, its parent's id among them. */
export function holdsLasting(kind: Kind, record: LiveRecord, params: Values): boolean {
  const fields = fieldsByWire(kind);
  const lasting = Object.entries(params).filter(([wire]) => fields.get(wire)?.change !== 'in-place');
  return holdsSent(kind, record, Object.fromEntries(lasting));
}

/** True where a record has the natural key that the parameters would give it; false for kinds without one. */
export function hasNaturalKey(kind: Kind, record: LiveRecord, params: Values): boolean {
  if (kind.naturalKey.length === 0) return false;
  return kind.naturalKey.every((wire) => sameValue(record.fields[wire] ?? null, params[wire] ?? null));
}

/** The wire fields of the natural key that the platform leaves as they are sent. */
export function ownKey(kind: Kind): readonly string[] {
  const substituted = substitutedWires(kind);
  return kind.naturalKey.filter((wire) => !substituted.includes(wire));
}

/** The wire fields in whose place the platform may put another value. */
export function substitutedWires(kind: Kind): readonly string[] {
  return Object.values(kind.fields)
    .filter(({ substituted }) => substituted === true)
    .map(({ wire }) => wire);
}

function holds(field: Field | undefined, live: Value, sent: Value): boolean {
  if (sameValue(live, sent)) return true;
  // What the platform adds to a set by itself does not make it another one.
  return field?.widened === true && Array.isArray(live) && Array.isArray(sent) && includesAll(live, sent);
}

function includesAll(all: readonly Value[], some: readonly Value[]): boolean {
  return some.every((value) => all.some((each) => sameValue(each, value)));
}

function fieldsByWire(kind: Kind): ReadonlyMap<string, Field> {
  return new Map(Object.values(kind.fields).map((field) => [field.wire, field]));
}
