import { randomBytes } from 'node:crypto';
import type { ApplyEvent } from '../appliers/apply-event.ts';
import { resolveInMemory, resolveOpen } from '../appliers/resolve-open.ts';
import { startCount } from '../appliers/stopwatch.ts';
import type { Removal } from '../audiences/removal.ts';
import { needsOf } from '../live/account-needs.ts';
import { confirmAbsences } from '../live/confirm-absences.ts';
import { coversNeeds } from '../live/covers-needs.ts';
import { wholeNeeds } from '../live/needs.ts';
import { readLive } from '../live/read-live.ts';
import { createSeal, type Reveal, type Seal, sealDocument } from '../live/seal.ts';
import { staleEntries } from '../live/stale-entries.ts';
import type { LookupReport } from '../lookups/check-lookups.ts';
import type { Selection } from '../planner/graph/selection.ts';
import type { Consents } from '../planner/guards/consents.ts';
import { timeOf } from '../planner/match/match-state.ts';
import { createPlan, type PlanInput, type PlanResult } from '../planner/plan.ts';
import type { DesiredDocument, Policy } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { OtherFiles } from '../schemas/other-file.ts';
import type { Plan } from '../schemas/plan.ts';
import { timeAt } from '../schemas/times.ts';
import { newBindings } from '../state/bindings.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';
import { addressInState, type MovedAccount, movedAccounts, withNewKeys } from './account-keys.ts';
import { asStopped } from './as-stopped.ts';
import { explainAccount } from './explain-account.ts';
import { withRemovals } from './member-removals.ts';
import { findOtherFiles } from './other-files.ts';
import { withPolicyNotes } from './policy-notes.ts';
import { policiesFor } from './remember-policies.ts';
import { requireSameSandbox } from './same-sandbox.ts';
import { type Session, settleMs } from './session.ts';
import { surveyLookups, withLookups } from './survey-lookups.ts';
import { describeMembers, type PushedMembers, surveyAllMembers } from './survey-members.ts';
import { keepingStopped, withStops } from './with-stops.ts';

/** The state and the platform as they are now, with what became of the requests that an earlier run left open. */
export interface Survey {
  /** With the keys that the document gives to accounts. */
  readonly snapshot: StateSnapshot;
  /** The accounts that have other keys in the state still. */
  readonly movedAccounts: readonly MovedAccount[];
  readonly live: readonly LiveAccount[];
  readonly resolved: Plan['resolved'];
  /** The document with digests in place of its sensitive values, as everything but the requests sees it. */
  readonly document: DesiredDocument;
  readonly secrets: { readonly seal: Seal; readonly reveal: Reveal };
  /** What the platform's lists say; `undefined` where they are not asked. */
  readonly lookups: LookupReport | undefined;
  /** Files that the state names and that were not read. */
  readonly otherFiles: OtherFiles;
  /** What each file of members would change, for people, by address. */
  readonly members: ReadonlyMap<string, string>;
  /** Numbers of members that each push would remove, by address. */
  readonly removals: ReadonlyMap<string, Removal>;
  /** The policies that hold where the run reads none, by account id. */
  readonly policies: ReadonlyMap<string, Policy>;
}

/**
 * Reads the state and the platform, and resolves open requests in memory; writes nothing. Throws ADSYNC_STATE_MISMATCH
 * for a state of another platform.
 */
export async function survey(session: Session): Promise<Survey> {
  const stored = await session.readState();
  newBindings(stored.bindings, session.bindings(stored));
  const { snapshot, moved } = asDocumentNames(session, stored);
  const sealed = sealedBy(snapshot, session);
  const live = await readAll(session, snapshot, sealed);
  const settled = resolveInMemory(snapshot, live, settleMs);
  return await withMembers(session, { ...settled, live, movedAccounts: moved, ...sealed });
}

/** The state with the keys that the document gives to accounts, and what has other keys in it still. */
function asDocumentNames(
  { document }: Session,
  stored: StateSnapshot,
): { readonly snapshot: StateSnapshot; readonly moved: readonly MovedAccount[] } {
  const moved = movedAccounts(document, stored);
  return { snapshot: withNewKeys(stored, moved), moved };
}

/** The same under the lock: what became of open requests is recorded, and waited for where it may still come. */
export async function surveyLocked(
  session: Session,
  lease: Lease,
  emit: (event: ApplyEvent) => void,
): Promise<Survey> {
  const stored = await session.readState();
  const { snapshot } = asDocumentNames(session, stored);
  const accountIds = session.bindings(stored).map(({ accountId }) => accountId);
  const {
    client,
    run: { clock },
  } = session;
  const sealed = sealedBy(snapshot, session);
  const { seal } = sealed.secrets;
  const hidden = hiddenAfterOutcome(session, snapshot);
  const look = async (state: StateSnapshot): Promise<Reading> => {
    const hiddenMs = hidden();
    return { hiddenMs, live: await readAll(session, state, sealed) };
  };
  let last: Reading | undefined;
  const read = async (): Promise<readonly LiveAccount[]> => {
    last = await look(snapshot);
    return last.live;
  };
  const leastPauseMs = hidden();
  // What became of open requests is recorded under the addresses that the state has for them.
  const open = { snapshot: stored, accountIds, settleMs, leastPauseMs, read };
  const { resolved } = await resolveOpen({ client, seal, lease, clock, emit, ...open });
  const { snapshot: settled, moved } = asDocumentNames(session, await session.readState());
  const covers =
    last !== undefined &&
    coversNeeds({ ...last, needs: needsFor(session, sealed, snapshot) }, needsFor(session, sealed, settled));
  const reading = last !== undefined && covers ? last : await look(settled);
  const waitMs = await waitUntilShown(session, { settled, reading, hidden, emit });
  const { live } = waitMs === undefined ? reading : await look(settled);
  return await withMembers(session, { snapshot: settled, movedAccounts: moved, resolved, live, ...sealed });
}

interface Reading {
  readonly live: readonly LiveAccount[];
  /** For how long from its beginning on the latest outcomes need not be shown yet, in milliseconds. */
  readonly hiddenMs: number;
}

/**
 * A list may not show yet what was written a moment ago. Where a reading contradicts what the platform answered to the
 * latest requests, waits until it must show that, and returns how long, in milliseconds; `undefined` elsewhere.
 */
async function waitUntilShown(
  { run: { clock } }: Session,
  {
    settled,
    reading,
    hidden,
    emit,
  }: {
    readonly settled: StateSnapshot;
    readonly reading: Reading;
    readonly hidden: () => number;
    readonly emit: (event: ApplyEvent) => void;
  },
): Promise<number | undefined> {
  const { live, hiddenMs } = reading;
  const entries = asStopped(settled.entries, settled.stopped, live);
  const addresses = hiddenMs > 0 ? staleEntries(entries, live) : [];
  if (addresses.length === 0) return undefined;
  const waitMs = Math.max(0, hidden());
  const until = new Date(Math.max(...live.map(({ readAt }) => readAt)) + waitMs).toISOString();
  emit({ type: 'waiting', reason: 'the platform may not show yet what was just written', addresses, until });
  await clock.sleep(waitMs);
  return waitMs;
}

/** For how long reading may still not show the latest outcome, in milliseconds, from when the lock was taken. */
function hiddenAfterOutcome(
  { run: { clock } }: Session,
  { sinceOutcomeMs = settleMs }: StateSnapshot,
): () => number {
  // A clock that is set forward meanwhile must not end it early.
  const passedMs = startCount(clock);
  return () => Math.min(settleMs, settleMs - sinceOutcomeMs) - passedMs();
}

async function withMembers(
  session: Session,
  surveyed: Omit<Survey, 'members' | 'removals' | 'lookups' | 'policies' | 'otherFiles'>,
): Promise<Survey> {
  const { snapshot, movedAccounts: moved, live } = surveyed;
  const membersAt: PushedMembers['membersAt'] = (address) =>
    session.store.members(addressInState(moved, address));
  const { document, entries, ...members } = await surveyAllMembers(
    { ...session, membersAt },
    snapshot,
    surveyed.document,
    live,
  );
  const lookups = await surveyLookups(session, document, live);
  const policies = policiesFor(document, snapshot);
  const otherFiles = await findOtherFiles(document, entries, session.run.cwd);
  return {
    ...surveyed,
    snapshot: { ...snapshot, entries },
    document,
    ...members,
    lookups,
    policies,
    otherFiles,
  };
}

/** A state that was never written has no key yet: one for this run alone tells what is equal just as well. */
function sealedBy({ digestKey }: StateSnapshot, { document }: Session): Pick<Survey, 'document' | 'secrets'> {
  const seal = createSeal(digestKey ?? randomBytes(32));
  const { document: sealed, reveal } = sealDocument(document, seal);
  return { document: sealed, secrets: { seal, reveal } };
}

function needsFor(
  { destroys, refresh }: Pick<Session, 'destroys' | 'refresh'>,
  { document }: Pick<Survey, 'document'>,
  { entries, openIntents, stops }: StateSnapshot,
): ReturnType<typeof needsOf> {
  const needs = needsOf(document, entries, openIntents, undefined, destroys);
  // What a stop stands over may be anybody's.
  const stopped = new Set(stops.map(({ accountId }) => accountId));
  return needs.map((account) =>
    refresh === 'full' || stopped.has(account.accountId) ? wholeNeeds(account) : account,
  );
}

async function readAll(
  session: Session,
  snapshot: StateSnapshot,
  { document, secrets }: Pick<Survey, 'document' | 'secrets'>,
): Promise<readonly LiveAccount[]> {
  const { run, client } = session;
  // What became of an open request is told by what is read now.
  const kept = snapshot.openIntents.length === 0 ? session.kept : undefined;
  const needs = needsFor(session, { document }, snapshot);
  return await run.frontend.progress('Reading what is live', async () => {
    const live = await readLive(client, needs, secrets.seal, kept).catch(async (error: unknown) => {
      throw await explainAccount(client, document, error);
    });
    requireSameSandbox(client, snapshot, run.stateUrl);
    return await confirmAbsences(client, live, snapshot.entries, secrets.seal);
  });
}

/** What to plan for, in full. */
export interface Planning extends Selection, Pick<PlanInput, 'countedFrom'> {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  readonly consents: Consents;
}

/** Compares the document with what was surveyed. */
export function planFrom(
  session: Session,
  {
    snapshot,
    movedAccounts: moved,
    live,
    resolved,
    document,
    members,
    removals,
    lookups,
    policies,
    otherFiles,
  }: Survey,
  request: Planning,
): PlanResult {
  const planned = request.consents.keepStopped ? keepingStopped(document, snapshot, live) : document;
  const { plan, ...made } = createPlan({
    ...request,
    account: session.run.account,
    adsyncVersion: session.run.version,
    createdAt: timeOf({ live, createdAt: timeAt(session.run.clock.now()) }),
    document: planned,
    live,
    entries: snapshot.entries,
    movedAccounts: new Map(moved.map(({ from, to }) => [to, from])),
    journal: snapshot.journal,
    resolved,
    policies,
    otherFiles,
  });
  const policyOf = (accountId: string): Policy => policies.get(accountId) ?? document.policy;
  const guarded = withRemovals(describeMembers(plan, members), removals, policyOf);
  const noted = withPolicyNotes(withLookups(guarded, lookups), document, snapshot);
  return { ...made, plan: withStops(noted, document, snapshot, live, request.consents) };
}
