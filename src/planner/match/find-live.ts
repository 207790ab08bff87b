import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredResource } from '../../schemas/desired.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Values } from '../../schemas/values.ts';
import { compareIds } from './live-index.ts';
import type { Matching } from './match-state.ts';
import { parentOf } from './subject.ts';
import { canDelete } from './write-mode.ts';

/** A declared resource before it is paired with anything. */
export interface Lookup {
  readonly kind: Kind;
  readonly accountId: string;
  readonly desired: DesiredResource;
  /** The entry of the state at its address. */
  readonly entry: StateEntry | undefined;
  readonly wanted: Values;
}

/**
 * The live record that an address stands for. `exists`: only its fields are left to compare, and there is no record yet
 * for settings of something new; `expired`: the platform published it at its scheduled time; `ignored`: the document
 * leaves it to others whether it is there.
 */
export type Found =
  | {
      readonly verdict: 'exists';
      readonly live: LiveRecord | undefined;
      /** An entry of ours at an address that is declared no longer, which stands for this record. */
      readonly readdressed?: StateEntry;
    }
  | { readonly verdict: 'adopt'; readonly live: LiveRecord }
  | { readonly verdict: 'create' | 'absent' | 'expired' | 'ignored'; readonly live: undefined }
  | { readonly verdict: 'ambiguous'; readonly live: undefined; readonly candidates: readonly string[] };

/** Finds the live record of a declared resource: by what it exists with, by its id, by the state, by its natural key. */
export function findLive(matching: Matching, lookup: Lookup): Found {
  const { kind, accountId, desired, entry } = lookup;
  if (kind.parent === undefined) return exists(existing(matching, lookup, accountId));
  if (kind.form === 'only') return findOnly(matching, lookup);
  if (desired.id !== undefined) return findNamed(matching, lookup, desired.id);
  const remembered = entry === undefined ? undefined : matching.live.byId(accountId, kind.name, entry.id);
  if (remembered !== undefined) return exists(remembered);
  if (entry !== undefined && hasExpired(kind, entry, matching.now))
    return { live: undefined, verdict: 'expired' };
  if (entry !== undefined && isIgnored(matching, lookup)) return { live: undefined, verdict: 'ignored' };
  if (!kind.creatable) return { live: undefined, verdict: 'absent' };
  return kind.form === 'set' ? findMember(matching, lookup) : findUnowned(matching, lookup);
}

/** True where the platform published it at its scheduled time, so that no list shows it any more. */
export function hasExpired({ readiness: { expiresAt } = {} }: Kind, entry: StateEntry, now: string): boolean {
  const time = expiresAt === undefined ? undefined : entry.answered[expiresAt];
  return typeof time === 'string' && time <= now;
}

/**
 * A member that somebody removed from a set whose outside changes are left alone. What is made anew gets all that is
 * declared for it: nobody has removed anything from that.
 */
function isIgnored({ ignored, ids }: Matching, { kind, desired }: Lookup): boolean {
  const parent = parentOf(desired.address);
  return kind.form === 'set' && ignored.has(`${parent} ${kind.section}`) && ids.has(parent);
}

function exists(live: LiveRecord): Extract<Found, { verdict: 'exists' }> {
  return { live, verdict: 'exists' };
}

/** What is there with its account or parent, read or not: it goes by that one's id. */
function existing({ live }: Matching, { kind, accountId }: Lookup, id: string): LiveRecord {
  const unread = { kind: kind.name, accountId, id, fields: {}, deleted: false, updatedAt: undefined };
  return live.byId(accountId, kind.name, id) ?? unread;
}

function findOnly(matching: Matching, lookup: Lookup): Found {
  const parentId = matching.ids.get(parentOf(lookup.desired.address));
  if (parentId === undefined) return { live: undefined, verdict: 'exists' };
  return exists(existing(matching, lookup, parentId));
}

/** One that the document names by its id; it becomes ours where the document says so and the platform only deletes it. */
function findNamed(matching: Matching, lookup: Lookup, id: string): Found {
  const { kind, accountId, desired, entry } = lookup;
  const { list, read } = kind.operations;
  // What no read shows is taken at the document's word.
  const isReadable = list !== undefined || read !== undefined;
  const live = isReadable ? matching.live.byId(accountId, kind.name, id) : existing(matching, lookup, id);
  if (live === undefined) return { live, verdict: 'absent' };
  const adoptable = !kind.creatable && desired.lifecycle.adopt && canDelete(kind, live.fields);
  const owned = entry !== undefined && entry.origin !== 'external';
  return adoptable && !owned ? { live, verdict: 'adopt' } : exists(live);
}

/** A member of a set is taken over without a word: the set is all that may be live under its parent. */
function findMember(matching: Matching, { kind, accountId, wanted }: Lookup): Found {
  const free = matching.live
    .byNaturalKey(accountId, kind, wanted)
    .filter((record) => !matching.taken.has(recordKey(record)))
    .filter((record) => !matching.owned.has(recordKey(record)) || matching.released.has(recordKey(record)))
    .sort((a, b) => rank(matching, a) - rank(matching, b) || compareIds(a, b));
  const [first] = free;
  if (first === undefined) return { live: undefined, verdict: 'create' };
  const entry = matching.released.get(recordKey(first));
  return { ...exists(first), ...(entry === undefined ? {} : { readdressed: entry }) };
}

/** What is ours under another address comes before what is nobody's. */
function rank({ released }: Matching, record: LiveRecord): number {
  return released.has(recordKey(record)) ? 0 : 1;
}

function findUnowned(matching: Matching, { kind, accountId, desired, wanted }: Lookup): Found {
  const unowned = matching.live
    .byNaturalKey(accountId, kind, wanted)
    .filter((record) => !matching.owned.has(recordKey(record)));
  const chosen = matching.choices.get(desired.address);
  const fitting = chosen === undefined ? unowned : unowned.filter((record) => record.id === chosen);
  const [only, second] = fitting;
  if (only === undefined) {
    // A choice that names no live record that fits is never read as leave to create another.
    if (chosen !== undefined)
      return { live: undefined, verdict: 'ambiguous', candidates: unowned.map((record) => record.id) };
    return { live: undefined, verdict: 'create' };
  }
  if (second === undefined) return { live: only, verdict: 'adopt' };
  return { live: undefined, verdict: 'ambiguous', candidates: fitting.map((record) => record.id) };
}
