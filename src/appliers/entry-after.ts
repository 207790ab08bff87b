import type { DesiredResource } from '../schemas/desired.ts';
import { homeOf } from '../schemas/home.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { ownValue, referencesIn, sameValue, type Value, type Values } from '../schemas/values.ts';

/** What an entry is made from, before the answer is known. */
export interface Applying {
  readonly type: 'Create' | 'Update';
  readonly address: string;
  readonly kind: string;
  readonly accountKey: string;
  readonly accountId: string;
  /** The record's id, `''` where it is created. */
  readonly id: string;
  /** The parameters sent, ids resolved. */
  readonly params: Values;
  readonly previous: StateEntry | undefined;
  readonly resource: DesiredResource | undefined;
}

/**
 * The entry that the state holds once the operation has taken effect, with what was sent standing in for the answer.
 * `undefined` where neither document nor state know the address: what is not ours gets no entry by being changed.
 */
export function entryAfter(applying: Applying): StateEntry | undefined {
  const { type, address, kind, accountKey, accountId, id, resource } = applying;
  const handling = handlingOf(resource) ?? applying.previous;
  if (handling === undefined) return undefined;
  // What is made anew in place of an old one starts from nothing.
  const previous = type === 'Create' ? undefined : applying.previous;
  const origin = type === 'Create' ? 'created' : (previous?.origin ?? 'external');
  const managed = managedFields(kind, applying.params);
  const sent = type === 'Create' ? createdWith(kind, resource, managed) : declaredIn(resource, managed);
  const alone = type === 'Create' ? leftAlone(applying) : undefined;
  const declared = { ...previous?.declared, ...sent, ...alone?.declared };
  const answered = { ...previous?.answered, ...sent, ...alone?.answered };
  const identity = { address, kind, accountKey, accountId, id, origin } as const;
  const { preventDestroy } = handling;
  return { ...identity, declared, answered, ...homeOf(handling), preventDestroy };
}

/**
 * What a creation makes ours: the declared fields, those that must be unset included, and defaults. What a replacement
 * takes over from the old record stays what the document does not manage.
 */
function createdWith(kind: string, resource: DesiredResource | undefined, sent: Values): Values {
  if (resource === undefined) return sent;
  const fields = Object.values(kindNamed(kind).fields);
  const kept = fields.filter(
    ({ wire, default: standard }) =>
      Object.hasOwn(resource.fields, wire) || (standard !== undefined && sameValue(sent[wire], standard)),
  );
  return Object.fromEntries(
    kept.flatMap(({ wire }): readonly (readonly [string, Value])[] => {
      const value = sent[wire] ?? ownValue(resource.fields, wire);
      return value === undefined ? [] : [[wire, value]];
    }),
  );
}

/**
 * What stays known of fields whose outside changes the document ignores, where a new record takes the values that others
 * made of them: the values as last applied, so that they are still told from a change of the document.
 */
function leftAlone({ resource, previous, params }: Applying): Pick<StateEntry, 'declared' | 'answered'> {
  const wires = (resource?.lifecycle.ignoreChanges ?? []).filter((wire) => {
    const value = ownValue(resource?.fields, wire);
    const isKnown = ownValue(previous?.declared, wire) !== undefined;
    return (
      value !== undefined &&
      isKnown &&
      referencesIn(value).length === 0 &&
      !sameValue(params[wire] ?? null, value)
    );
  });
  const known = (values: Values | undefined): Values =>
    Object.fromEntries(wires.map((wire) => [wire, ownValue(values, wire) ?? null]));
  return { declared: known(previous?.declared), answered: known(previous?.answered) };
}

/** An update may send more than the document says: a line item is paused while what restricts it changes. */
function declaredIn(resource: DesiredResource | undefined, sent: Values): Values {
  if (resource === undefined) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([wire]) => Object.hasOwn(resource.fields, wire)));
}

/** Where it is declared and whether it is protected, as the document says; what that no longer declares stays as it was. */
function handlingOf(
  resource: DesiredResource | undefined,
): Pick<StateEntry, 'project' | 'file' | 'preventDestroy'> | undefined {
  if (resource === undefined) return undefined;
  return { ...resource.home, preventDestroy: resource.lifecycle.preventDestroy };
}

/**
 * The entry with its record's id, the platform's normal form of what was sent, and what others refer to the record by,
 * where that is not its id. What was not sent keeps its own: what the answer shows of that may be somebody else's
 * doing since.
 */
export function withAnswer(entry: StateEntry, record: LiveRecord, sent: Values): StateEntry {
  const answered = Object.keys(entry.declared).map((wire): readonly [string, Value] => {
    // What the document ignores was sent as others made it: what was applied stays known.
    const isSent = wire in sent && sameValue(sent[wire], entry.declared[wire]);
    if (!isSent) return [wire, entry.answered[wire] ?? null];
    // A field that this answer does not show (reference part 2, line 22) keeps what is known of it.
    const value = record.fields[wire] ?? (wire in record.fields ? null : entry.answered[wire]);
    return [wire, value ?? null];
  });
  return {
    ...entry,
    id: record.id,
    answered: { ...Object.fromEntries(answered), ...referred(entry, record) },
  };
}

function referred({ kind, answered }: StateEntry, { fields }: LiveRecord): Values {
  const field = kindNamed(kind).referredBy;
  if (field === undefined) return {};
  const value = ownValue(fields, field) ?? ownValue(answered, field);
  return value === undefined ? {} : { [field]: value };
}

/** The parameters that are the kind's own fields; the parent's id is the address's business. */
function managedFields(kind: string, params: Values): Values {
  const wires = new Set(Object.values(kindNamed(kind).fields).map((field) => field.wire));
  return Object.fromEntries(Object.entries(params).filter(([wire]) => wires.has(wire)));
}
