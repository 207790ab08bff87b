import { applyPlan } from '../appliers/apply.ts';
import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { ApplyResult } from '../appliers/apply-result.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { isWithin } from '../schemas/address.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { Plan } from '../schemas/plan.ts';
import type { Lease } from '../state/store.ts';
import { recordAccountKeys } from './account-keys.ts';
import type { ReadDocument } from './document-inputs.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import type { PlanMaker } from './plan.ts';
import type { Planned } from './plan-fully.ts';
import { refusal } from './refusal.ts';
import { rememberPolicies } from './remember-policies.ts';
import { replan, stalePlan } from './replan.ts';
import type { Run } from './run.ts';
import { rememberSandbox } from './same-sandbox.ts';
import { type Refresh, requestTimeoutMs, type Session, settleMs, withSession } from './session.ts';
import { underLock } from './state/edit-state.ts';
import { surveyLocked } from './survey.ts';
import { changedMembers, membersPusher } from './survey-members.ts';

/** What is applied or destroyed. */
export interface ApplyRequest {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  /** Makes the plan to carry out. */
  readonly makePlan: PlanMaker;
  /** The plan as it was saved, where there is one. */
  readonly saved?: Plan;
  readonly refresh?: Refresh | undefined;
}

/** Who is shown a plan, approves it, and follows how it is carried out. */
export interface ApplyFrontend {
  /** Shows a plan that is about to be approved, carried out or refused; `saved` is the plan as it was saved. */
  showPlan(plan: Plan, saved: Plan | undefined): void;
  /**
   * Returns when the plan may be carried out; `undefined`: it may without being asked. Throws ADSYNC_DECLINED where the
   * plan may not be carried out, Interrupted.
   */
  readonly approve: ((plan: Plan) => Promise<void>) | undefined;
  /** Is told that carrying out the plan begins; events of its changes follow. */
  begin(plan: Plan): void;
  /** Is told of every wait, and of everything that happens while the plan is carried out. */
  emit(event: ApplyEvent): void;
}

/** A plan that was carried out, and what became of it. */
export interface Applied {
  readonly plan: Plan;
  readonly result: ApplyResult;
}

/**
 * Locks, reads, plans, shows, asks, applies, and lets go of the lock whatever happens. Throws Interrupted where the run
 * was interrupted before anything was sent, ADSYNC_PLAN_REFUSED, ADSYNC_PLAN_STALE, ADSYNC_DECLINED, ADSYNC_LOCK_HELD.
 */
export async function apply(run: Run, request: ApplyRequest, frontend: ApplyFrontend): Promise<Applied> {
  const { paths, command, refresh } = request;
  return await withSession(run, { paths, mode: 'write', command, refresh }, async (session, inputs) => {
    const { store, document } = session;
    const accounts = session.bindings(await session.readState());
    const locking = { store, accounts, document: document.digest, command };
    return await underLock(run, locking, async (lease) =>
      underLease({ session, inputs, lease }, request, frontend),
    );
  });
}

/** What a run that writes works with once it holds the locks. */
interface Locked {
  readonly session: Session;
  /** The document as it was read at first. */
  readonly inputs: ReadDocument;
  readonly lease: Lease;
}

async function underLease(locked: Locked, request: ApplyRequest, frontend: ApplyFrontend): Promise<Applied> {
  const { session, lease } = locked;
  const { run } = session;
  const shown = await planToCarryOut(locked, request, frontend);
  const { plan } = shown.made;
  frontend.showPlan(plan, request.saved);
  if (plan.violations.length > 0) throw refusal(plan);
  const approve = plan.changes.length > 0 ? frontend.approve : undefined;
  await approve?.(plan);
  if (run.signal.aborted) throw new Interrupted();
  const planned =
    approve === undefined ? shown : await planAgain(shown, locked, { saved: request.saved, frontend });
  frontend.begin(plan);
  return { plan, result: await execute(session, lease, planned, frontend) };
}

/**
 * What is kept of an earlier reading may tell that there is nothing to do. What is sent rests on what is read now: where
 * there is something to do, and for a saved plan, everything is read.
 */
async function planToCarryOut(
  { session, lease }: Locked,
  { makePlan, saved }: ApplyRequest,
  frontend: ApplyFrontend,
): Promise<Planned> {
  if (session.kept !== undefined && saved === undefined) {
    const planned = await planWith(makePlan, session, lease, frontend);
    const { plan, stateChanges } = planned.made;
    if (plan.changes.length + stateChanges.length + plan.violations.length === 0) return planned;
  }
  return await planWith(makePlan, readingAnew(session), lease, frontend);
}

function readingAnew(session: Session): Session {
  return { ...session, kept: undefined };
}

/** Reads the state and the platform, and plans; throws Interrupted as soon as the user interrupts it. */
async function planWith(
  makePlan: PlanMaker,
  session: Session,
  lease: Lease,
  frontend: ApplyFrontend,
): Promise<Planned> {
  const { signal } = session.run;
  const reading = surveyLocked(session, lease, (event) => frontend.emit(event));
  const surveyed = await unlessInterrupted(signal, reading);
  if (signal.aborted) throw new Interrupted();
  return await unlessInterrupted(signal, makePlan(session, surveyed));
}

/**
 * The same plan, made from what is live after a person answered: the question may have waited for an hour. Throws
 * ADSYNC_LEASE_LOST where another run took over meanwhile, ADSYNC_PLAN_STALE where the document is another one by now or
 * planning again gives another effect, ADSYNC_PLAN_REFUSED where something stands against it.
 */
async function planAgain(
  shown: Planned,
  { session, inputs, lease }: Locked,
  { saved, frontend }: { readonly saved: Plan | undefined; readonly frontend: ApplyFrontend },
): Promise<Planned> {
  const { plan: agreed } = shown.made;
  const requireSame = (changes: readonly string[]): void => {
    if (changes.length > 0) throw stalePlan(changes, 'question', agreed.command);
  };
  // A machine that slept may have let the lease go, which is not worth a reading to find out.
  await lease.renew();
  requireSame(await inputs.changes());
  const earlier = { isSaved: saved !== undefined, isAgreed: true };
  const sameEffect: PlanMaker = async (own, survey) => {
    requireSame(changedMembers(own, shown.surveyed.document, survey.document));
    return await replan(own, survey, saved ?? agreed, earlier);
  };
  const planned = await planWith(sameEffect, readingAnew(session), lease, frontend).catch(
    (error: unknown) => {
      requireSame(unreadableInput(error));
      throw error;
    },
  );
  // Reading takes a while, too.
  requireSame(await inputs.changes());
  const { plan } = planned.made;
  if (plan.violations.length === 0) return planned;
  frontend.showPlan(plan, saved);
  throw refusal(plan);
}

/** What cannot be read any more of the document, such as a file of members; it could when the plan was made. */
function unreadableInput(error: unknown): readonly string[] {
  const isInput =
    error instanceof AdsyncError &&
    (error.code === 'ADSYNC_DOCUMENT_MISSING' || error.code === 'ADSYNC_DOCUMENT_INVALID');
  return isInput ? [error.message] : [];
}

/** Records what was agreed to, for each account what concerns it: the name of a rule concerns all. */
async function recordConsents(
  lease: Lease,
  { consents }: Plan,
  { accounts }: DesiredDocument,
): Promise<void> {
  for (const { id, key } of accounts) {
    const others = accounts.filter((account) => account.key !== key);
    const own = consents.filter(({ address }) => !others.some((other) => isWithin(address, other.key)));
    if (own.length > 0) await lease.recordConsents(id, own);
  }
}

/** Carries out a plan under the lease of its accounts, and tells of it; what became of each address. */
export async function execute(
  session: Session,
  lease: Lease,
  { made, surveyed }: Planned,
  { emit }: Pick<ApplyFrontend, 'emit'>,
): Promise<ApplyResult> {
  const { run, client } = session;
  const { frontend, signal, clock } = run;
  const finishing = (): void =>
    frontend.note('Interrupted: finishing what is in flight, starting nothing new. Once more stops at once.');
  signal.addEventListener('abort', finishing, { once: true });
  const total = made.plan.changes.length;
  let ended = 0;
  await recordAccountKeys(lease, made, surveyed.movedAccounts);
  await rememberSandbox(lease, client, surveyed.snapshot, session.bindings(surveyed.snapshot));
  await rememberPolicies(lease, surveyed.document, surveyed.snapshot);
  await recordConsents(lease, made.plan, surveyed.document);
  return await frontend.progress(`Applying ${total} changes`, async (progress) => {
    const follow = (event: ApplyEvent): void => {
      progress.above(() => emit(event));
      if (!event.type.startsWith('change_')) return;
      ended += 1;
      progress.say(`Applying: ${ended} of ${total} changes`);
    };
    return await applyPlan({
      ...made,
      document: surveyed.document,
      secrets: surveyed.secrets,
      pushMembers: membersPusher(session, surveyed.snapshot),
      live: surveyed.live,
      entries: surveyed.snapshot.entries,
      client,
      lease,
      clock,
      timeoutMs: requestTimeoutMs,
      settleMs,
      emit: follow,
      stop: signal,
    });
  });
}
