import { dirname, join, resolve } from 'node:path';
import type { PushMembers } from '../appliers/push-members.ts';
import { membershipPeriod, membersValue } from '../audiences/members-value.ts';
import { createPartnerSeal, type PartnerSeal } from '../audiences/partner-seal.ts';
import { pushMembers } from '../audiences/push-members.ts';
import { type MembersFile, readMembers } from '../audiences/read-members.ts';
import { type Removal, removalIn } from '../audiences/removal.ts';
import { describeDifference, surveyMembers } from '../audiences/survey-members.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { withDeclaredAgain } from '../schemas/declared-again.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { sameValue, type Values } from '../schemas/values.ts';
import type { Member, StateSnapshot } from '../state/store.ts';
import type { Session } from './session.ts';

// The platform's name of the field that names the file, and of what is planned in its place.
const field = 'users';

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
 * Reads the files of members that the document names, and compares them with what was pushed last. Throws what is wrong
 * with a file.
 */
export async function surveyAllMembers(
  session: Session,
  snapshot: StateSnapshot,
  document: DesiredDocument,
  live: readonly LiveAccount[],
): Promise<MembersSurveyed> {
  const entries = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const values = new Map<string, Values>();
  const members = new Map<string, string>();
  const removals = new Map<string, Removal>();
  for (const resource of document.resources.filter(hasMembers)) {
    const { address } = resource;
    const known = entries.get(address);
    const entry = known === undefined ? undefined : withDeclaredAgain(known, resource.fields);
    // What was pushed to an audience that is gone is in no audience.
    const isThere = entry !== undefined && isLive(live, entry);
    const { value, difference } = await surveyMembers({
      file: fileOf(session, resource),
      kept: isThere ? session.store.members(address) : nobody(),
      period: membershipPeriod(membersValue(entry?.declared[field]), session.run.clock.now()),
      seal: sealOf(snapshot),
    });
    values.set(address, { [field]: { ...value } });
    if (difference.add.length + difference.remove.length === 0) continue;
    members.set(address, describeDifference(difference));
    removals.set(address, removalIn(difference));
    if (entry !== undefined && sameValue(entry.declared[field], { ...value }))
      entries.set(address, { ...entry, declared: {}, answered: {} });
  }
  return { document: withFields(document, values), entries: [...entries.values()], members, removals };
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

/** Reads every file of members that the document names. Throws what is wrong with the first that has problems. */
export async function checkMembers(session: MembersSource): Promise<void> {
  for (const resource of session.document.resources.filter(hasMembers))
    await readMembers(fileOf(session, resource));
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
    const file = fileOf(session, resource);
    const kept = session.store.members(address);
    const { value, difference } = await surveyMembers({ file, kept, period, seal });
    if (value.digest !== period.digest)
      throw new AdsyncError('ADSYNC_PLAN_STALE', `${file.name} has changed since the plan was made`, {
        address,
      });
    return await pushMembers({ ...push, difference, period, seal });
  };
}

function hasMembers({ kind, fields }: DesiredResource): boolean {
  return kindNamed(kind).members === true && fields[field] !== undefined;
}

function isLive(live: readonly LiveAccount[], { accountId, kind, id }: StateEntry): boolean {
  const audiences = kindNamed(kind).parent;
  return live.some(
    (account) =>
      account.accountId === accountId &&
      account.records.some((record) => record.kind === audiences && record.id === id && !record.deleted),
  );
}

/** A document, and the folder that its paths are relative to. */
interface MembersSource extends Pick<Session, 'document'> {
  readonly run: Pick<Session['run'], 'cwd'>;
}

/** The file is named relative to the file that names it. */
function fileOf({ run: { cwd }, document }: MembersSource, { address }: DesiredResource): MembersFile {
  const resource = document.resources.find((each) => each.address === address);
  const text = resource?.fields[field];
  const from = resource?.fieldSources[field]?.file ?? '';
  if (typeof text !== 'string') throw new AdsyncError('ADSYNC_INTERNAL', 'no file of members', { address });
  const path = resolve(cwd, dirname(from), text);
  return { path, name: join(dirname(from), text).replaceAll('\\', '/') };
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
