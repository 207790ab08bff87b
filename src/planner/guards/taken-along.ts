import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../../schemas/desired.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { allKinds, kindNamed } from '../../schemas/registry.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { losesRecord } from '../match/outcome.ts';
import type { Losing, Subject } from '../match/subject.ts';
import { canDelete } from '../match/write-mode.ts';
import { createUnreadMembers, keyed, type Referring, referrersOf } from './referring.ts';

/** What hangs on a record that goes, and does not go by the plan itself. */
export interface TakenAlong {
  readonly subject: Losing;
  /** What stands under the record, and is gone with it. */
  readonly beneath: readonly LiveRecord[];
  /** What refers to the record, as far as it was read. */
  readonly referring: readonly Referring[];
  /** Kinds of which it is not known whether any stand under the record. */
  readonly unread: readonly Kind[];
  /** Kinds of which it is not known whether any refer to the record. */
  readonly unreadReferring: readonly Kind[];
  /** What may refer to the record, in a field that the platform does not show. */
  readonly hidden: readonly LiveRecord[];
}

/** What would have to be read to know all that goes along, and all that a bound or a new record depends on. */
export interface Unread {
  /** Kinds of accounts that were read in part, and have to be read completely. */
  readonly whole: readonly { readonly accountId: string; readonly kind: string }[];
  /** Kinds of which nobody knows whether any stand beneath a record that goes. */
  readonly beneath: readonly { readonly kind: Kind; readonly above: LiveRecord }[];
  /** Kinds of which every record of an account may refer to what goes, wherever it stands; each once. */
  readonly referring: readonly { readonly accountId: string; readonly kind: string }[];
}

/** What is not known of what goes. */
export function unreadIn(along: readonly TakenAlong[]): Omit<Unread, 'whole'> {
  const referring = along.flatMap(({ subject: { accountId }, unreadReferring }) =>
    unreadReferring.map(({ name: kind }) => [`${accountId} ${kind}`, { accountId, kind }] as const),
  );
  return {
    beneath: along.flatMap(({ subject: { live: above }, unread }) => unread.map((kind) => ({ kind, above }))),
    referring: [...new Map(referring).values()],
  };
}

/**
 * What goes with the records that the plan deletes or makes anew although nobody asked for that. `subjects` are those
 * of the plan, `all` those of the whole document. What the platform makes by itself does not count, nor do members of
 * a set that the document gives as a whole; members of one whose outside changes it leaves alone do.
 */
export function takenAlong(
  subjects: readonly Subject[],
  all: readonly Subject[],
  document: DesiredDocument,
  live: LiveIndex,
): readonly TakenAlong[] {
  const decided = subjects.filter(losesRecord);
  const losing = decided.filter(({ kind, live: record }) => canDelete(kind, { ...record?.fields }));
  if (losing.length === 0) return [];
  // What cannot be deleted stays, and that was decided too.
  const going = new Set(decided.flatMap(keyed).map(([key]) => key));
  const sets = new Map(document.resources.map((resource) => [resource.address, wholeSets(resource)]));
  const referrers = referrersOf({ subjects, all, losing }, live, going);
  const unreadMembers = createUnreadMembers(live);
  return losing.flatMap((subject) => {
    const kinds = allKinds.filter(
      ({ name, parent, parentField }) =>
        parent === subject.kind.name &&
        parentField !== undefined &&
        sets.get(subject.address)?.includes(name) !== true,
    );
    const found = {
      beneath: kinds
        .flatMap((kind) => beneath(subject, kind, live))
        .filter((record) => !going.has(recordKey(record))),
      referring: referrers.known.get(subject) ?? [],
      unread: kinds.filter((kind) => !isRead(subject, kind, live)),
      unreadReferring: unreadMembers(subject),
      hidden: referrers.hidden.get(subject) ?? [],
    };
    return Object.values(found).some(({ length }) => length > 0) ? [{ subject, ...found }] : [];
  });
}

function wholeSets({ sets, lifecycle }: DesiredResource): readonly string[] {
  return sets.filter((name) => !lifecycle.ignoreChanges.includes(kindNamed(name).section));
}

function beneath({ live: record }: Losing, kind: Kind, live: LiveIndex): readonly LiveRecord[] {
  return live
    .beneath(kind, record)
    .filter(({ fields }) => kind.siblings?.madeByPlatform?.(fields, record.fields) !== true);
}

function isRead({ accountId, live: record }: Losing, { name, operations }: Kind, live: LiveIndex): boolean {
  return operations.list === undefined || live.isComplete(accountId, name, record.id);
}
