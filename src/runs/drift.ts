import { createDriftReport } from '../planner/drift.ts';
import type { DriftReport } from '../schemas/drift.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { timeAt } from '../schemas/times.ts';
import { asStopped } from './as-stopped.ts';
import { nameActors } from './blame/name-actors.ts';
import { requireKnownEver } from './known-addresses.ts';
import type { Run } from './run.ts';
import { type Refresh, type Session, withSession } from './session.ts';
import { survey } from './survey.ts';
import { stopsOver } from './with-stops.ts';

/** What a drift report is asked to tell. */
export interface DriftRequest {
  readonly paths: readonly string[];
  /** Address patterns that the report is limited to; none: everything. */
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
  /** Names what nobody declares, instead of only counting it. */
  readonly listUnmanaged: boolean;
  /** Names who changed what, as far as journal and history tell it. */
  readonly nameActors?: boolean;
  readonly refresh?: Refresh | undefined;
}

/** Reports what was changed on the platform since the last apply, and writes nothing. Throws ADSYNC_ADDRESS_UNKNOWN. */
export async function readDrift(run: Run, request: DriftRequest): Promise<DriftReport> {
  return await withDrift(run, request, async (_session, { report }) => report);
}

/** A report, with the entries of the state that it was made from. */
export interface Drift {
  readonly report: DriftReport;
  readonly entries: readonly StateEntry[];
}

/** Does some work with a report while the document, the state and the platform are open. */
export async function withDrift<T>(
  run: Run,
  request: DriftRequest,
  work: (session: Session, drift: Drift) => Promise<T>,
): Promise<T> {
  const { paths, targets, excludes, listUnmanaged, nameActors: namesActors = false } = request;
  const refresh = listUnmanaged ? 'full' : request.refresh;
  return await withSession(run, { paths, mode: 'read', refresh }, async (session) => {
    const { snapshot, live, document } = await survey(session);
    const { entries } = snapshot;
    await requireKnownEver(session, [...targets, ...excludes], entries);
    const report = createDriftReport({
      document,
      live,
      entries: asStopped(entries, snapshot.stopped, live),
      targets,
      excludes,
      adsyncVersion: run.version,
      createdAt: timeAt(run.clock.now()),
      listUnmanaged,
    });
    const told = stopsOver(document, snapshot, live);
    // What is active beneath a stop is not as it should be, although it is as it is declared.
    const isHeld = (told.stops ?? []).every(({ active = [] }) => active.length === 0);
    const whole = { ...report, ...told, in_sync: report.in_sync && isHeld };
    const complete = namesActors ? await nameActors(session, { live, report: whole }) : whole;
    return await work(session, { report: complete, entries });
  });
}
