import { rememberedOf } from '../schemas/declared-again.ts';
import type { DesiredResource } from '../schemas/desired.ts';
import { homeOf } from '../schemas/home.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { momentOf, timeAt } from '../schemas/times.ts';
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
  /** Of a creation in place of a record that is deleted: the entry of that one. */
  readonly replaced?: StateEntry | undefined;
  readonly resource: DesiredResource | undefined;
  /** True where the plan switches on what stands at the address, so that a pause is only on the way. */
  readonly isSwitchedOn: boolean;
  /** Until when the request can take effect: platform time in milliseconds since 1970. */
  readonly latestMs: number;
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
  const origin = originOf(applying);
  const managed = managedFields(kind, applying.params);
  const sent =
    type === 'Create'
      ? createdWith(applying, managed)
      : declaredIn(resource, withoutPause(applying, managed), kindNamed(kind).spending?.activation.field);
  const alone = type === 'Create' ? leftAlone(resource, applying.params) : {};
  const declared = { ...previous?.declared, ...sent, ...alone };
  const answered = { ...previous?.answered, ...sent, ...alone };
  const identity = { address, kind, accountKey, accountId, id, origin } as const;
  const { preventDestroy } = handling;
  const values = { declared, answered, ...stillRemembered(applying, declared) };
  return { ...identity, ...values, ...homeOf(handling), preventDestroy, ...markOf(applying) };
}

/**
 * What is remembered of fields that the document leaves out. A new record is a copy of the old one: of a value that it
 * takes over, what was applied stays known, so that what people made of it still differs from that. What adsync itself
 * sends of such a field, as a pause on the way, is what was last applied.
 */
function stillRemembered(applying: Applying, declared: Values): Pick<StateEntry, 'noLongerManaged'> {
  const { type, kind, previous, replaced, params, isSwitchedOn } = applying;
  const remembered = (type === 'Create' ? replaced : previous)?.noLongerManaged;
  if (remembered === undefined) return {};
  const status = kindNamed(kind).spending?.activation.field;
  const isOwn = (wire: string): boolean => type === 'Update' || (wire === status && isSwitchedOn);
  const own = Object.fromEntries(Object.entries(params).filter(([wire]) => isOwn(wire)));
  const isKept = (wire: string): boolean =>
    Object.hasOwn(remembered.declared, wire) &&
    !Object.hasOwn(declared, wire) &&
    (type === 'Update' || Object.hasOwn(params, wire));
  return rememberedOf(
    { declared: { ...remembered.declared, ...own }, answered: { ...remembered.answered, ...own } },
    isKept,
  );
}

/** What is declared by its id exists already, whoever made it. */
function originOf({ type, kind, previous, resource }: Applying): StateEntry['origin'] {
  if (type === 'Create') return 'created';
  if (kindNamed(kind).creatable && resource?.id !== undefined) return 'external';
  return previous?.origin ?? 'external';
}

/**
 * What a creation makes ours: the declared fields, those that must be unset included, and defaults. What a replacement
 * takes over from the old record stays what the document does not manage, also where it is the default.
 */
function createdWith({ kind, resource, replaced }: Applying, sent: Values): Values {
  if (resource === undefined) return sent;
  const leftOut = replaced?.noLongerManaged?.declared ?? {};
  const defaults = Object.values(kindNamed(kind).fields).flatMap(
    ({ wire, default: standard }): readonly (readonly [string, Value])[] =>
      standard !== undefined && !Object.hasOwn(leftOut, wire) && sameValue(sent[wire], standard)
        ? [[wire, standard]]
        : [],
  );
  const own = Object.entries(managedFields(kind, resource.fields)).map(
    ([wire, value]) => [wire, sent[wire] ?? value] as const,
  );
  return Object.fromEntries([...defaults, ...own]);
}

/** Recorded before the pause is sent, so that a run after this one knows whatever becomes of the rest. */
function markOf(applying: Applying): Pick<StateEntry, 'pausedOnTheWay' | 'ownChangeAt'> {
  return isPausedOnTheWay(applying) ? { pausedOnTheWay: true, ownChangeAt: timeAt(applying.latestMs) } : {};
}

function isPausedOnTheWay({ kind, params, previous, isSwitchedOn }: Applying): boolean {
  const activation = kindNamed(kind).spending?.activation;
  if (activation === undefined) return false;
  const status = ownValue(params, activation.field);
  if (status === undefined) return previous?.pausedOnTheWay === true;
  return status === activation.paused && isSwitchedOn;
}

/** A pause on the way is nothing that the document says: the status that was applied before it stays known. */
function withoutPause(applying: Applying, sent: Values): Values {
  if (!isPausedOnTheWay(applying)) return sent;
  const status = kindNamed(applying.kind).spending?.activation.field;
  return Object.fromEntries(Object.entries(sent).filter(([wire]) => wire !== status));
}

/** True where the document says what the status is, and keeps to it. */
function managesStatus(resource: DesiredResource | undefined, wire: string): boolean {
  return (
    resource !== undefined &&
    Object.hasOwn(resource.fields, wire) &&
    !resource.lifecycle.ignoreChanges.includes(wire)
  );
}

/**
 * Fields whose outside changes the document ignores, where a new record takes the values that others made of them: the
 * document's own values stand as applied, so that those of others still differ from them, and a change of the document
 * is told from both.
 */
function leftAlone(resource: DesiredResource | undefined, sent: Values): Values {
  const ignored = (resource?.lifecycle.ignoreChanges ?? []).flatMap(
    (wire): readonly (readonly [string, Value])[] => {
      const value = ownValue(resource?.fields, wire);
      const isDeclared = value !== undefined && referencesIn(value).length === 0;
      return isDeclared && !sameValue(sent[wire] ?? null, value) ? [[wire, value]] : [];
    },
  );
  return Object.fromEntries(ignored);
}

/**
 * An update may send more than the document says: a line item is paused while what restricts it changes. A status that
 * the document leaves to others is no more than that.
 */
function declaredIn(resource: DesiredResource | undefined, sent: Values, status: string | undefined): Values {
  if (resource === undefined) return sent;
  const { fields } = resource;
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([wire, value]) =>
        Object.hasOwn(fields, wire) &&
        (wire !== status || managesStatus(resource, wire) || sameValue(value, fields[wire])),
    ),
  );
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
 * doing since. So may the time that it shows, where it is after all times at which the request can have taken effect.
 */
export function withAnswer(entry: StateEntry, record: LiveRecord, sent: Values): StateEntry {
  const answered = Object.keys(entry.declared).map((wire): readonly [string, Value] => {
    if (!(wire in sent)) return [wire, entry.answered[wire] ?? null];
    // A field that this answer does not show (F-account-03) keeps what is known of it.
    const value = record.fields[wire] ?? (wire in record.fields ? null : entry.answered[wire]);
    return [wire, value ?? null];
  });
  return {
    ...entry,
    id: record.id,
    answered: { ...Object.fromEntries(answered), ...referred(entry, record) },
    ...ownChange(entry, record),
  };
}

/** When it was changed by what was sent, as the platform shows it. */
function ownChange({ ownChangeAt }: StateEntry, { updatedAt }: LiveRecord): Pick<StateEntry, 'ownChangeAt'> {
  if (ownChangeAt === undefined || updatedAt === undefined) return {};
  return momentOf(updatedAt) < momentOf(ownChangeAt) ? { ownChangeAt: updatedAt } : {};
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
