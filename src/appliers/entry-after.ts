import type { DesiredResource } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Value, Values } from '../schemas/values.ts';

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
  if (resource === undefined && applying.previous === undefined) return undefined;
  // What is made anew in place of an old one starts from nothing.
  const previous = type === 'Create' ? undefined : applying.previous;
  const origin = type === 'Create' ? 'created' : (previous?.origin ?? 'external');
  const sent = managedFields(kind, applying.params);
  const declared = { ...previous?.declared, ...sent };
  const answered = { ...previous?.answered, ...sent };
  const identity = { address, kind, accountKey, accountId, id, origin } as const;
  return { ...identity, declared, answered, ...handling(resource, applying.previous) };
}

/** Where it is declared and whether it is protected: as the document says, else as it was. */
function handling(
  resource: DesiredResource | undefined,
  previous: StateEntry | undefined,
): Pick<StateEntry, 'file' | 'preventDestroy'> {
  if (resource !== undefined)
    return { file: resource.source.file, preventDestroy: resource.lifecycle.preventDestroy };
  return { file: previous?.file ?? '', preventDestroy: previous?.preventDestroy ?? false };
}

/** The entry with its record's id, and the platform's normal form of all that was declared. */
export function withAnswer(entry: StateEntry, record: LiveRecord): StateEntry {
  const answered = Object.keys(entry.declared).map((wire): readonly [string, Value] => {
    // A field that this answer does not show (reference part 2, line 22) keeps what is known of it.
    const value = record.fields[wire] ?? (wire in record.fields ? null : entry.answered[wire]);
    return [wire, value ?? null];
  });
  return { ...entry, id: record.id, answered: Object.fromEntries(answered) };
}

/** The parameters that are the kind's own fields; the parent's id is the address's business. */
function managedFields(kind: string, params: Values): Values {
  const wires = new Set(Object.values(kindNamed(kind).fields).map((field) => field.wire));
  return Object.fromEntries(Object.entries(params).filter(([wire]) => wires.has(wire)));
}
