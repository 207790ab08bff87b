import type { Consents } from '../planner/guards/consents.ts';
import type { Plan } from '../schemas/plan.ts';
import { changedSince } from './changed-since.ts';
import { checkPromoted } from './check-promoted.ts';
import { requireKnownEver } from './known-addresses.ts';
import { noteAccess } from './note-access.ts';
import { noteGoneFiles } from './other-files.ts';
import { type Planned, planFully } from './plan-fully.ts';
import type { Run } from './run.ts';
import { type Refresh, type Session, withSession } from './session.ts';
import { planFrom, type Survey, survey } from './survey.ts';

/** Makes the plan of a session from what was surveyed, and from what has to be read for it. */
export type PlanMaker = (session: Session, survey: Survey) => Promise<Planned>;

/** What a plan is asked to be. */
export interface PlanRequest {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  readonly consents: Consents;
  /** Address patterns that the plan is limited to; none: everything. */
  readonly targets: readonly string[];
  /** Address patterns that stay out. */
  readonly excludes: readonly string[];
  /** Further addresses that must exist: those that consents name. */
  readonly named: readonly string[];
  /** A git revision; the plan is limited to what files declare that differ from it. */
  readonly changedSince: string | undefined;
  readonly refresh?: Refresh | undefined;
  /** Whether the links of the document are tried, and those told that do not answer. */
  readonly checksLinks?: boolean;
}

/**
 * What makes the plan that is asked for. Throws ADSYNC_USAGE where git cannot tell what has changed; the maker throws
 * ADSYNC_ADDRESS_UNKNOWN.
 */
export async function planMaker(run: Run, request: PlanRequest): Promise<PlanMaker> {
  const { command, paths, consents, changedSince: revision } = request;
  const touchedIn = revision === undefined ? undefined : await changedSince(run, revision);
  return async (session, surveyed) => {
    const { targets, excludes, named } = request;
    const { entries } = surveyed.snapshot;
    await requireKnownEver(session, [...targets, ...excludes, ...named], entries);
    const touched = touchedIn?.(session.document, entries);
    const selection = { targets, excludes, ...(touched === undefined ? {} : { touched }) };
    const planning = { command, paths, consents, ...selection };
    const planned = await planFully(session, surveyed, (known) => planFrom(session, known, planning));
    return await checkPromoted(session, planned);
  };
}

/** Reads the document, the state and the platform, plans, and notes what the credentials may not write; writes nothing. */
export async function plan(run: Run, request: PlanRequest): Promise<Planned> {
  const makePlan = await planMaker(run, request);
  const { paths, command, refresh } = request;
  return await withSession(run, { paths, mode: 'read', command, refresh }, async (session) => {
    const { made, surveyed } = await makePlan(session, await survey(session));
    await noteAccess(session, { made, surveyed });
    if (request.checksLinks === true) {
      const { noteLinks } = await import('./note-links.ts');
      await noteLinks(run, surveyed.document, request);
    }
    noteGoneFiles(run, surveyed.document, surveyed.snapshot.entries, surveyed.otherFiles);
    return { made, surveyed };
  });
}
