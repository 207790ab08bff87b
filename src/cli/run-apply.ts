import { applyPlan } from '../appliers/apply.ts';
import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { ApplyResult } from '../appliers/apply-result.ts';
import type { PlanResult } from '../planner/plan.ts';
import type { WaitEvent } from '../platform/client.ts';
import type { Plan } from '../schemas/plan.ts';
import type { Lease } from '../state/store.ts';
import { approve } from './approve.ts';
import { closeApply } from './close-apply.ts';
import { type Context, note } from './context.ts';
import { underLock } from './edit-state.ts';
import { eventWriter } from './event-writer.ts';
import { Interrupted, type Interrupts, unlessInterrupted, watchInterrupts } from './interrupts.ts';
import type { PlanMaker } from './plan-maker.ts';
import { withProgress } from './progress.ts';
import { notePolicies, rememberPolicies } from './remember-policies.ts';
import { replan } from './replan.ts';
import { reportError } from './report-error.ts';
import { requestTimeoutMs, type Session, settleMs, waitReasons, withSession } from './session.ts';
import { refusal, showPlan } from './show-plan.ts';
import { type Survey, surveyLocked } from './survey.ts';
import { membersPusher } from './survey-members.ts';

/** What `apply` and `destroy` have in common. */
export interface ApplyRequest {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  readonly yes: boolean;
  readonly json: boolean;
  /** Makes the plan to execute. */
  readonly makePlan: PlanMaker;
  /** The plan as it was saved, where it comes from a file. */
  readonly saved?: Plan;
}

/** Locks, reads, plans, shows, asks, applies, and lets go of the lock whatever happens. Gives the exit code. */
export async function runApply(context: Context, request: ApplyRequest): Promise<number> {
  const interrupts = watchInterrupts(context);
  const emit = eventWriter(context, request.json);
  const options = {
    paths: request.paths,
    mode: 'write' as const,
    command: request.command,
    ...(request.json && { onWait: (event: WaitEvent) => emit(waiting(event)) }),
  };
  try {
    return await withSession(context, options, async (session) => {
      const { store, document } = session;
      const accounts = session.bindings(await session.readState());
      const locking = { store, accounts, interrupts, document: document.digest, command: request.command };
      return await underLock(context, locking, async (lease) =>
        underLease(session, lease, { request, interrupts, emit }),
      );
    });
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    if (error instanceof Interrupted) note(context, 'Interrupted before anything was sent.');
    else reportError(error, context);
    return 130;
  } finally {
    interrupts.done();
  }
}

function sayNothing(): void {}

function waiting({ reason, untilMs }: WaitEvent): ApplyEvent {
  return {
    type: 'waiting',
    reason: waitReasons[reason],
    addresses: [],
    until: new Date(untilMs).toISOString(),
  };
}

interface Run {
  readonly request: ApplyRequest;
  readonly interrupts: Interrupts;
  readonly emit: (event: ApplyEvent) => void;
}

/** A plan, and what it was made from. */
interface Planned {
  readonly made: PlanResult;
  readonly surveyed: Survey;
}

async function underLease(session: Session, lease: Lease, run: Run): Promise<number> {
  const { context } = session;
  const { request, interrupts } = run;
  const shown = await planWith(request.makePlan, session, lease, run);
  notePolicies(context, shown.surveyed.document, shown.surveyed.snapshot);
  const { plan } = shown.made;
  showPlan(context, plan, request.json ? 'stderr' : 'stdout', request.saved);
  if (plan.violations.length > 0) throw refusal(plan);
  const asks = plan.changes.length > 0 && !request.yes;
  if (asks) await approve(context, question(plan), interrupts);
  if (interrupts.signal.aborted) throw new Interrupted();
  const planned = asks ? await planAgain(plan, session, lease, run) : shown;
  // In words, an empty plan has said everything already.
  const silent = plan.changes.length === 0 && !request.json;
  const emit = silent ? sayNothing : run.emit;
  if (!silent && !request.json) context.io.stdout.write('\n');
  const result = await execute(session, lease, { ...planned, emit, stop: interrupts.signal });
  return closeApply(context, plan, result);
}

/** Reads the state and the platform, and plans; throws Interrupted as soon as the user interrupts it. */
async function planWith(makePlan: PlanMaker, session: Session, lease: Lease, run: Run): Promise<Planned> {
  const reading = surveyLocked(session, lease, run.emit);
  const surveyed = await unlessInterrupted(run.interrupts.signal, reading);
  if (run.interrupts.signal.aborted) throw new Interrupted();
  return { made: makePlan(session, surveyed), surveyed };
}

/**
 * The same plan, made from what is live after a person answered: the question may have waited for an hour. Throws
 * ADSYNC_LEASE_LOST where another run took over meanwhile, ADSYNC_PLAN_STALE where planning again gives another effect,
 * ADSYNC_PLAN_REFUSED where something stands against it.
 */
async function planAgain(shown: Plan, session: Session, lease: Lease, run: Run): Promise<Planned> {
  // A machine that slept may have let the lease go, which is not worth a reading to find out.
  await lease.renew();
  const { saved } = run.request;
  const earlier = { isSaved: saved !== undefined, isAgreed: true };
  const sameEffect: PlanMaker = (own, survey) => replan(own, survey, saved ?? shown, earlier);
  const planned = await planWith(sameEffect, session, lease, run);
  const { plan } = planned.made;
  if (plan.violations.length === 0) return planned;
  showPlan(session.context, plan, run.request.json ? 'stderr' : 'stdout', saved);
  throw refusal(plan);
}

function question({ command, changes }: Plan): string {
  const count = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  return command === 'destroy' ? `Really destroy: carry out ${count}?` : `Apply ${count}?`;
}

/** What is carried out, and how. */
interface Execution {
  readonly made: PlanResult;
  readonly surveyed: Survey;
  readonly emit: (event: ApplyEvent) => void;
  readonly stop: AbortSignal;
}

/** Carries out a plan under the lease of its accounts, and tells of it; what became of each address. */
export async function execute(
  session: Session,
  lease: Lease,
  { made, surveyed, emit, stop }: Execution,
): Promise<ApplyResult> {
  const { context, client, clock } = session;
  const finishing = (): void =>
    note(context, 'Interrupted: finishing what is in flight, starting nothing new. Once more stops at once.');
  stop.addEventListener('abort', finishing, { once: true });
  const total = made.plan.changes.length;
  let ended = 0;
  await rememberPolicies(lease, surveyed.document, surveyed.snapshot);
  if (made.plan.consents.length > 0) await lease.recordConsents(made.plan.consents);
  return await withProgress(context, `Applying ${total} changes`, async (progress) => {
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
      stop,
    });
  });
}
