import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../../schemas/desired.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { allKinds, kindNamed } from '../../schemas/registry.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { keepsRecord, losesRecord } from '../match/outcome.ts';
import { namesOf, referredNames } from '../match/record-names.ts';
import type { Losing, Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { canDelete } from '../match/write-mode.ts';

/** What hangs on a record that goes, and does not go by the plan itself. */
export interface TakenAlong {
  readonly subject: Losing;
  /** What stands under the record, and is gone with it. */
  readonly beneath: readonly LiveRecord[];
  /** What refers to the record, as far as it was read. */
  readonly referring: readonly LiveRecord[];
  /** Kinds of which it is not known whether any stand under the record. */
  readonly unread: readonly Kind[];
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
  const referring = referringTo(losing, subjects, all, live, going);
  return losing.flatMap((subject) => {
    const kinds = allKinds.filter(
      ({ name, parent, parentField }) =>
        parent === subject.kind.name &&
        parentField !== undefined &&
        sets.get(subject.address)?.includes(name) !== true,
    );
    const found = {
      subject,
      beneath: kinds
        .flatMap((kind) => beneath(subject, kind, live))
        .filter((record) => !going.has(recordKey(record))),
      referring: referring.get(subject) ?? [],
      unread: kinds.filter((kind) => !isRead(subject, kind, live)),
    };
    return found.beneath.length + found.referring.length + found.unread.length > 0 ? [found] : [];
  });
}

/** A kind of which nobody has read whether any stand beneath a record that goes. */
export interface UnreadBeneath {
  readonly kind: Kind;
  readonly above: LiveRecord;
}

/** What is not known of what goes: kinds that were not read beneath its records. */
export function unreadBeneath(along: readonly TakenAlong[]): readonly UnreadBeneath[] {
  return along.flatMap(({ subject: { live: above }, unread }) => unread.map((kind) => ({ kind, above })));
}

function wholeSets({ sets, lifecycle }: DesiredResource): readonly string[] {
  return sets.filter((name) => !lifecycle.ignoreChanges.includes(kindNamed(name).section));
}

function beneath(subject: Subject, kind: Kind, live: LiveIndex): readonly LiveRecord[] {
  return recordsOf(subject).flatMap((record) =>
    live
      .beneath(kind, record)
      .filter(({ fields }) => kind.siblings?.madeByPlatform?.(fields, record.fields) !== true),
  );
}

function recordsOf({ live }: Subject): readonly LiveRecord[] {
  return live === undefined ? [] : [live];
}

function isRead({ accountId, live: record }: Subject, { name, operations }: Kind, live: LiveIndex): boolean {
  return operations.list === undefined || live.isComplete(accountId, name, record?.id);
}

/** The live records that stay and go on referring to what goes. */
function referringTo(
  losing: readonly Subject[],
  subjects: readonly Subject[],
  all: readonly Subject[],
  live: LiveIndex,
  going: ReadonlySet<string>,
): ReadonlyMap<Subject, readonly LiveRecord[]> {
  const byName = new Map(
    losing.flatMap((subject) => namesOf(subject).map((name) => [name, subject] as const)),
  );
  const kept = new Map(subjects.filter(keepsRecord).flatMap(keyed));
  // What was ours and cannot be deleted was let go of by the document.
  const letGo = new Map(all.filter(isUndeletable).flatMap(keyed));
  const referring = new Map<Subject, LiveRecord[]>();
  for (const record of live.all()) {
    const key = recordKey(record);
    if (going.has(key) || letGo.has(key)) continue;
    const subject = kept.get(key);
    const values = subject === undefined ? record.fields : valuesAfter(subject);
    for (const name of referredNames(kindNamed(record.kind), record.accountId, values)) {
      const lost = byName.get(name);
      if (lost !== undefined) referring.set(lost, [...(referring.get(lost) ?? []), record]);
    }
  }
  return referring;
}

function keyed(subject: Subject): readonly (readonly [string, Subject])[] {
  return recordsOf(subject).map((record) => [recordKey(record), subject]);
}

function isUndeletable({ verdict, desired, kind, live }: Subject): boolean {
  return verdict === 'forget' && desired === undefined && !canDelete(kind, { ...live?.fields });
}

/** Records named at most, before the others are counted. */
const mostNamed = 5;

/** What is taken along, in words. */
export function takenAlongText({ beneath: records, referring, unread }: Omit<TakenAlong, 'subject'>): string {
  return [
    ...(records.length > 0 ? [`beneath it: ${named(records)}`] : []),
    ...(referring.length > 0 ? [`referring to it: ${named(referring)}`] : []),
    ...(unread.length > 0
      ? [`not known, because it was not read: any ${unread.map(({ title }) => title).join(', ')} beneath it`]
      : []),
  ].join('; ');
}

function named(records: readonly LiveRecord[]): string {
  const shown = records.slice(0, mostNamed).map(({ kind, id, fields: { name } }) => {
    const title = `${kindNamed(kind).title} ${id}`;
    return typeof name === 'string' ? `${title} (${name})` : title;
  });
  const more = records.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
