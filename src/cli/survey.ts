import type { ApplyEvent } from '../appliers/apply-event.ts';
import { resolveInMemory, resolveOpen } from '../appliers/resolve-open.ts';
import { needsOf } from '../live/account-needs.ts';
import { readLive } from '../live/read-live.ts';
import type { Consents } from '../planner/consents.ts';
import { createPlan, type PlanResult } from '../planner/plan.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import { newBindings } from '../state/bindings.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';
import { withProgress } from './progress.ts';
import { type Session, settleMs, systemClock } from './session.ts';

/** The state and the platform as they are now, with what became of the requests that an earlier run left open. */
export interface Survey {
  readonly snapshot: StateSnapshot;
  readonly live: readonly LiveAccount[];
  readonly resolved: Plan['resolved'];
}

/**
 * Reads the state and the platform, and resolves open requests in memory; writes nothing. Throws ADSYNC_STATE_MISMATCH
 * for a state of another platform.
 */
export async function survey(session: Session): Promise<Survey> {
  const snapshot = await session.readState();
  newBindings(snapshot.bindings, session.bindings(snapshot));
  const live = await readAll(session, snapshot);
  const settled = resolveInMemory(snapshot, live, settleMs);
  return { ...settled, live };
}

/** The same under the lock: what became of open requests is recorded, and waited for where it may still come. */
export async function surveyLocked(
  session: Session,
  lease: Lease,
  emit: (event: ApplyEvent) => void,
): Promise<Survey> {
  const snapshot = await session.readState();
  const accountIds = session.bindings(snapshot).map(({ accountId }) => accountId);
  const { client } = session;
  const input = { client, lease, clock: systemClock, snapshot, accountIds, settleMs, emit };
  const { resolved } = await resolveOpen(input);
  const settled = await session.readState();
  return { snapshot: settled, resolved, live: await readAll(session, settled) };
}

async function readAll(
  { context, client, document }: Session,
  { entries, openIntents }: StateSnapshot,
): Promise<readonly LiveAccount[]> {
  const needs = needsOf(document, entries, openIntents);
  return await withProgress(context, 'Reading what is live', async () => await readLive(client, needs));
}

/** What to plan for. */
export interface PlanRequest {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  readonly consents: Consents;
  readonly targets: readonly string[];
}

/** Compares the document with what was surveyed. */
export function planFrom(
  session: Session,
  { snapshot, live, resolved }: Survey,
  request: PlanRequest,
): PlanResult {
  return createPlan({
    ...request,
    adsyncVersion: session.context.version,
    createdAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    document: session.document,
    live,
    entries: snapshot.entries,
    journal: snapshot.journal,
    resolved,
  });
}
