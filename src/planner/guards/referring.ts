import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { allKinds, kindNamed } from '../../schemas/registry.ts';
import { ownValue, plainText, type Values } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { keepsRecord } from '../match/outcome.ts';
import { namesOf, referredNames } from '../match/record-names.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { canDelete } from '../match/write-mode.ts';

/** A record that refers to one that goes, with what it is a member of, where that was read. */
export interface Referring {
  readonly record: LiveRecord;
  readonly owner: LiveRecord | undefined;
}

/** What refers to records that go, by their subjects. */
export interface Referrers {
  readonly known: ReadonlyMap<Subject, readonly Referring[]>;
  /** Records of which the platform does not show what they refer to. */
  readonly hidden: ReadonlyMap<Subject, readonly LiveRecord[]>;
}

/** The subjects of a plan, of the whole document, and those of the plan whose records go. */
interface Subjects {
  readonly subjects: readonly Subject[];
  readonly all: readonly Subject[];
  readonly losing: readonly Subject[];
}

/** The live records that stay and go on referring to what goes; `going` are the keys of all that goes. */
export function referrersOf(
  { subjects, all, losing }: Subjects,
  live: LiveIndex,
  going: ReadonlySet<string>,
): Referrers {
  const byName = new Map(
    losing.flatMap((subject) => namesOf(subject).map((name) => [name, subject] as const)),
  );
  const kept = new Map(subjects.filter(keepsRecord).flatMap(keyed));
  // What was ours and cannot be deleted was let go of by the document.
  const letGo = new Map(all.filter(isUndeletable).flatMap(keyed));
  const records = live.allReferring();
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  const known = new Map<Subject, Referring[]>();
  const hidden = new Map<Subject, LiveRecord[]>();
  for (const record of records) {
    const key = recordKey(record);
    // A member goes with what it is a member of.
    if (going.has(key) || going.has(ownerKey(record)) || letGo.has(key)) continue;
    const subject = kept.get(key);
    const values = subject === undefined ? record.fields : valuesAfter(subject);
    for (const name of referredNames(kindNamed(record.kind), record.accountId, values)) {
      const lost = byName.get(name);
      if (lost !== undefined) add(known, lost, { record, owner: byKey.get(ownerKey(record)) });
    }
    for (const lost of losing) if (mayReferTo(record, values, lost)) add(hidden, lost, record);
  }
  return { known, hidden };
}

/** True where a record has a field that could name the one that goes, and that nobody can read. */
function mayReferTo({ kind, accountId, fields }: LiveRecord, values: Values, lost: Subject): boolean {
  return (
    accountId === lost.accountId &&
    Object.values(kindNamed(kind).fields).some(
      ({ type: { refersTo = [] }, wire, hiddenIn }) =>
        hiddenIn?.(fields) === true &&
        refersTo.includes(lost.kind.name) &&
        (ownValue(values, wire) ?? null) === null,
    )
  );
}

function add<T>(found: Map<Subject, T[]>, subject: Subject, one: T): void {
  const known = found.get(subject);
  if (known === undefined) found.set(subject, [one]);
  else known.push(one);
}

/** The key of the record that a member of a set belongs to; of no record for what is no member. */
function ownerKey({ accountId, kind: name, fields }: LiveRecord): string {
  const { form, parent = '', parentField = '' } = kindNamed(name);
  return form === 'set' ? recordKey({ accountId, kind: parent, id: plainText(fields[parentField]) }) : '';
}

/** The live record of a subject with its key; nothing where there is none. */
export function keyed(subject: Subject): readonly (readonly [string, Subject])[] {
  return subject.live === undefined ? [] : [[recordKey(subject.live), subject]];
}

function isUndeletable({ verdict, desired, kind, live }: Subject): boolean {
  return verdict === 'forget' && desired === undefined && !canDelete(kind, { ...live?.fields });
}

/** A kind of members of sets, and the kind that the sets belong to. */
interface MemberKind {
  readonly kind: Kind;
  readonly owner: string;
}

/**
 * Gives for a record that goes the kinds of members of sets that may refer to it and were not all read: of the account,
 * or beneath each of all that they may stand beneath. A set is a part of what it belongs to: whom a line item reaches
 * changes with what its targeting names, so that other people's members count too, read for this alone.
 */
export function createUnreadMembers(live: LiveIndex): (subject: Subject) => readonly Kind[] {
  const known = new Map<string, boolean>();
  const ask = (accountId: string, { kind: { name }, owner }: MemberKind): boolean => {
    if (live.isReferringRead(accountId, name)) return true;
    const owners = live.all().filter((record) => record.accountId === accountId && record.kind === owner);
    return (
      live.isComplete(accountId, owner) && owners.every(({ id }) => live.isComplete(accountId, name, id))
    );
  };
  const isRead = (accountId: string, member: MemberKind): boolean => {
    const at = `${accountId} ${member.kind.name}`;
    const answer = known.get(at) ?? ask(accountId, member);
    known.set(at, answer);
    return answer;
  };
  return ({ accountId, kind }) =>
    membersReferringTo(kind)
      .filter((member) => !isRead(accountId, member))
      .map((member) => member.kind);
}

function membersReferringTo({ name }: Kind): readonly MemberKind[] {
  return allKinds.flatMap((kind) => {
    const types = Object.values(kind.fields).map(({ type }) => type);
    const isMember = kind.form === 'set' && kind.parent !== undefined;
    return isMember && types.some(({ refersTo = [] }) => refersTo.includes(name))
      ? [{ kind, owner: kind.parent }]
      : [];
  });
}
