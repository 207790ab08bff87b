import type { PushMembers } from '../appliers/push-members.ts';
import { membershipPeriod, membersValue } from '../audiences/members-value.ts';
import { createPartnerSeal, type PartnerSeal } from '../audiences/partner-seal.ts';
import { pushMembers } from '../audiences/push-members.ts';
import { type Removal, removalIn } from '../audiences/removal.ts';
import { describeDifference, surveyMembers } from '../audiences/survey-members.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { indexLive } from '../planner/match/live-index.ts';
import { matchAll } from '../planner/match/match.ts';
import { timeOf } from '../planner/match/match-state.ts';
import { decideOwnership } from '../planner/match/ownership.ts';
import { parentOf } from '../planner/match/subject.ts';
import { withDeclaredAgain } from '../schemas/declared-again.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { momentOf, timeAt } from '../schemas/times.ts';
import { sameValue, type Values } from '../schemas/values.ts';
import type { Member, StateSnapshot, StateStore } from '../state/store.ts';
import {
  membersField as field,
  fileOf,
  hasMembers,
  type MembersSource,
  readableFile,
} from './members-file.ts';
import type { Session } from './session.ts';

/** The document and the entries as planning takes them, with what each file of members would change. */
export interface MembersSurveyed {
  /** With digest, count and times in place of the files of members. */
  readonly document: DesiredDocument;
  /** Without what was applied where members are not as it says: a push that was left half-way. */
  readonly entries: readonly StateEntry[];
  /** What would be sent, for people, by address. */
  readonly members: ReadonlyMap<string, string>;
  /** Numbers of members that a push would remove, by address. */
  readonly removals: ReadonlyMap<string, Removal>;
}

/**
 * Reads the files of members that the document names, and compares them with what was pushed last to the same
 * audience, under whatever address the state knows it. Throws what is wrong with a file.
 */
export async function surveyAllMembers(
  session: PushedMembers,
  snapshot: StateSnapshot,
  document: DesiredDocument,
  live: readonly LiveAccount[],
): Promise<MembersSurveyed> {
  const entries = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const values = new Map<string, Values>();
  const members = new Map<string, string>();
  const removals = new Map<string, Removal>();
  const now = timeOf({ live, createdAt: timeAt(session.run.clock.now()) });
  const knownOf = pushedBefore(snapshot, document, live, now);
  for (const resource of document.resources.filter(hasMembers)) {
    const { address } = resource;
    const { pushed, compared } = knownOf(resource);
    const { value, difference } = await surveyMembers({
      file: await readableFile(session, resource),
      kept: pushed === undefined ? nobody() : session.membersAt(pushed.address),
      period: membershipPeriod(membersValue((pushed ?? compared)?.declared[field]), momentOf(now)),
      seal: sealOf(snapshot),
    });
    values.set(address, { [field]: { ...value } });
    members.set(address, describeDifference(difference));
    if (difference.add.length + difference.remove.length === 0) continue;
    removals.set(address, removalIn(difference));
    if (compared !== undefined && sameValue(compared.declared[field], { ...value }))
      entries.set(compared.address, { ...compared, declared: {}, answered: {} });
  }
  return { document: withFields(document, values), entries: [...entries.values()], members, removals };
}

/** What the state knows of the members of an audience; each entry under the address that the state has for it. */
interface KnownMembers {
  /** Of the audience that the declared address stands for: its members were pushed under this address. */
  readonly pushed: StateEntry | undefined;
  /** What the planner compares the declared members with; it may be of an audience that is no longer meant. */
  readonly compared: StateEntry | undefined;
}

/**
 * Finds what was pushed to the audience of a declared file of members. The planner's own pairing tells which audience
 * that is, so that what was moved, named by its id or let go of and adopted is found under its old address too.
 */
function pushedBefore(
  { entries }: StateSnapshot,
  document: DesiredDocument,
  live: readonly LiveAccount[],
  now: string,
): (resource: DesiredResource) => KnownMembers {
  if (!document.resources.some(hasMembers)) return () => ({ pushed: undefined, compared: undefined });
  const ownership = decideOwnership(document, entries);
  // The platform takes no two audiences of one name, so that no choice of a record is needed.
  const choices = new Map<string, string>();
  const subjects = new Map(
    matchAll(document, ownership, indexLive(live), choices, now).map((subject) => [subject.address, subject]),
  );
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const byRecord = new Map(entries.map((entry) => [recordKey(entry), entry]));
  return ({ address, kind, fields }) => {
    const declaredAgain = (entry: StateEntry | undefined): StateEntry | undefined =>
      entry === undefined ? undefined : withDeclaredAgain(entry, fields);
    // What was pushed to an audience that is gone is in no audience.
    const audience = subjects.get(parentOf(address))?.live;
    return {
      pushed:
        audience === undefined ? undefined : declaredAgain(byRecord.get(recordKey({ ...audience, kind }))),
      compared: declaredAgain(byAddress.get(ownership.movedFrom.get(address) ?? address)),
    };
  };
}

/** The plan with a word on what its files of members change. */
export function describeMembers(plan: Plan, members: MembersSurveyed['members']): Plan {
  if (members.size === 0) return plan;
  const changes = plan.changes.map((change) => {
    const reason = members.get(change.address);
    return reason === undefined ? change : { ...change, reason };
  });
  return { ...plan, changes };
}

/** The document with the times of a saved plan for members that are the same: a later day is no reason to refuse it. */
export function withSavedPeriods(document: DesiredDocument, saved: Plan): DesiredDocument {
  const planned = new Map(saved.changes.map(({ address, after }) => [address, membersValue(after[field])]));
  const values = new Map<string, Values>();
  for (const { address, fields } of document.resources.filter(hasMembers)) {
    const [then, now] = [planned.get(address), membersValue(fields[field])];
    if (then !== undefined && then.digest === now?.digest) values.set(address, { [field]: { ...then } });
  }
  return withFields(document, values);
}

/** The files of members that hold others than before, a line each, for people; both documents as they were surveyed. */
export function changedMembers(
  session: MembersSource,
  then: DesiredDocument,
  now: DesiredDocument,
): readonly string[] {
  const before = new Map(then.resources.map(({ address, fields }) => [address, membersValue(fields[field])]));
  return session.document.resources.filter(hasMembers).flatMap((resource) => {
    const { address } = resource;
    const after = now.resources.find((each) => each.address === address);
    const isSame = membersValue(after?.fields[field])?.digest === before.get(address)?.digest;
    return isSame ? [] : [`${fileOf(session, resource).name} has changed: the members of ${address}`];
  });
}

/** Pushes the members of an address of the session's document, as they were planned. */
export function membersPusher(session: Session, snapshot: StateSnapshot): PushMembers {
  const resources = new Map(session.document.resources.map((resource) => [resource.address, resource]));
  return async ({ address, planned, ...push }) => {
    const resource = resources.get(address);
    const period = membersValue(planned[field]);
    if (resource === undefined || period === undefined)
      throw new AdsyncError('ADSYNC_INTERNAL', 'the plan does not say which members', { address });
    const seal = sealOf(snapshot);
    const file = await readableFile(session, resource);
    const kept = session.store.members(address);
    const { value, difference } = await surveyMembers({ file, kept, period, seal });
    if (value.digest !== period.digest)
      throw new AdsyncError('ADSYNC_PLAN_STALE', `${file.name} has changed since the plan was made`, {
        address,
      });
    return await pushMembers({ ...push, difference, period, seal });
  };
}

/** A document, and the members that were pushed last, by the addresses that it gives to audiences. */
export interface PushedMembers extends Pick<Session, 'document' | 'run'> {
  readonly membersAt: StateStore['members'];
}

// A state that was never written keeps no members, so that no key is needed to compare with them.
function sealOf({ digestKey }: StateSnapshot): PartnerSeal {
  return createPartnerSeal(digestKey ?? new Uint8Array());
}

async function* nobody(): AsyncGenerator<Member> {
  // No members.
}

function withFields(document: DesiredDocument, values: ReadonlyMap<string, Values>): DesiredDocument {
  if (values.size === 0) return document;
  const resources = document.resources.map((resource) => {
    const changed = values.get(resource.address);
    return changed === undefined ? resource : { ...resource, fields: { ...resource.fields, ...changed } };
  });
  return { ...document, resources };
}
