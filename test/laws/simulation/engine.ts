import type { ApplyResult } from '../../../src/appliers/apply-result.ts';
import { startHeartbeat } from '../../../src/appliers/heartbeat.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { TextClient } from '../../../src/platform/client.ts';
import { execute } from '../../../src/runs/apply.ts';
import { planFully } from '../../../src/runs/plan-fully.ts';
import { replan } from '../../../src/runs/replan.ts';
import { bindingsOf } from '../../../src/runs/scope.ts';
import type { Session } from '../../../src/runs/session.ts';
import { planFrom, survey, surveyLocked } from '../../../src/runs/survey.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Holder, StateStore } from '../../../src/state/store.ts';
import { silentRun } from '../../support/silent-run.ts';
import type { SimProcess } from './sim-process.ts';

/** What one run of the program works with. */
export interface Machine {
  readonly process: SimProcess;
  readonly document: DesiredDocument;
  readonly store: StateStore;
  readonly client: TextClient;
  readonly holder: Holder;
  /** How long a plan that it saves waits before it is applied, in milliseconds; none: it plans and applies at once. */
  readonly savedMs: number | undefined;
  /** Told of a saved plan when it is about to be applied. */
  readonly savedPlanLoaded: (plan: Plan) => void;
}

/** How a run ended. */
export interface Ended {
  /** The exit code that the program would end with. */
  readonly code: number;
  /** What it says for itself where it is an error. */
  readonly error: string | undefined;
  /** Requests before the first that belongs to carrying out the plan. */
  readonly surveyRequests: number;
}

/** Runs an apply as the program does: lock, resolve, read, plan, carry out, let go. */
export async function apply(machine: Machine): Promise<Ended> {
  const session = sessionOf(machine);
  let surveyRequests = 0;
  try {
    const saved = machine.savedMs === undefined ? undefined : await savePlan(machine, machine.savedMs);
    const result = await underLease(machine, session, saved, () => {
      surveyRequests = machine.client.requests;
    });
    return { code: result.exitCode, error: firstCause(result), surveyRequests };
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    const text = [error.code, error.detail.address, error.message, ...(error.detail.lines ?? [])].join(' ');
    return { code: error.exitCode, error: text, surveyRequests };
  }
}

type Outcome = Pick<ApplyResult, 'failed' | 'skipped' | 'unknown'> & { readonly exitCode: number };

function firstCause({ unknown, failed, skipped }: Outcome): string | undefined {
  const [first] = [...unknown, ...failed, ...skipped];
  if (first === undefined) return undefined;
  const { address, cause } = first;
  const said = (cause.platform ?? []).map(({ code, message }) => `${code} ${message}`).join('; ');
  return `${address}: ${cause.code} ${cause.message} ${said}`;
}

async function underLease(
  machine: Machine,
  session: Session,
  saved: Plan | undefined,
  surveyed: () => void,
): Promise<Outcome> {
  const { store, document, process, holder } = machine;
  const accounts = session.bindings(await session.readState());
  const lease = await store.acquire({ accounts, document: document.digest, command: 'apply' }, holder);
  const stopHeartbeat = startHeartbeat(lease, () => {});
  try {
    if (saved !== undefined) machine.savedPlanLoaded(saved);
    const found = await surveyLocked(session, lease, () => {});
    const planned =
      saved === undefined
        ? await planFully(session, found, (known) => planFrom(session, known, request))
        : await replan(session, found, saved, { isSaved: true, isAgreed: false });
    const { made } = planned;
    surveyed();
    if (made.plan.violations.length > 0)
      throw new AdsyncError(
        'ADSYNC_PLAN_REFUSED',
        made.plan.violations.map(({ rule, address }) => `${rule} ${address}`).join(', '),
      );
    if (process.stop.aborted) return { exitCode: 130, failed: [], skipped: [], unknown: [] };
    return await execute(session, lease, planned, { emit: () => {} });
  } finally {
    stopHeartbeat();
    await lease.release();
  }
}

/** What a plan says now, without changing anything. */
export async function planNow(machine: Machine): Promise<ReturnType<typeof planFrom>> {
  const session = sessionOf(machine);
  const found = await survey(session);
  const { made } = await planFully(session, found, (known) => planFrom(session, known, request));
  return made;
}

async function savePlan(machine: Machine, waitMs: number): Promise<Plan | undefined> {
  const { plan } = await planNow(machine);
  await machine.process.clock.sleep(waitMs);
  return plan;
}

const request: Parameters<typeof planFrom>[2] = {
  command: 'apply',
  paths: ['campaigns.yaml'],
  targets: [],
  consents: {
    adopt: { all: false, addresses: new Map() },
    undoDrift: [],
    allowRecreate: ['acme'],
    takeAlong: ['acme'],
    override: [],
    keepStopped: false,
  },
};

function sessionOf({ document, store, client, process }: Machine): Session {
  return {
    run: silentRun({ cwd: '/', clock: process.clock, signal: process.stop }),
    document,
    store,
    client,
    bindings: (snapshot) => bindingsOf(document, snapshot.bindings, 'loopback'),
    readState: async () => await store.read(),
  };
}
