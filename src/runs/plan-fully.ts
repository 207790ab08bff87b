import type { NeededList } from '../live/needs.ts';
import { readMore } from '../live/read-live.ts';
import type { UnreadBeneath } from '../planner/guards/taken-along.ts';
import type { PlanResult } from '../planner/plan.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Session } from './session.ts';
import type { Survey } from './survey.ts';

/** A plan, and what it was made from. */
export interface Planned {
  readonly made: PlanResult;
  readonly surveyed: Survey;
}

/**
 * Makes a plan; where it would delete or make anew a record of which nobody knows what stands beneath it, reads that,
 * and makes the plan again. Most of it is read at once, because document and state tell of it (`live/may-go.ts`). The
 * rest shows only in the plan: somebody deleted what a record stands in, or its entry was moved.
 */
export async function planFully(
  session: Pick<Session, 'run' | 'client'>,
  surveyed: Survey,
  make: (surveyed: Survey) => PlanResult,
): Promise<Planned> {
  const made = make(surveyed);
  if (made.unread.length === 0) return { made, surveyed };
  const complete = { ...surveyed, live: await readBeneath(session, surveyed, made.unread) };
  return { made: make(complete), surveyed: complete };
}

async function readBeneath(
  { run, client }: Pick<Session, 'run' | 'client'>,
  { live, secrets }: Survey,
  unread: readonly UnreadBeneath[],
): Promise<readonly LiveAccount[]> {
  const accounts = Map.groupBy(unread, ({ above }) => above.accountId);
  const needs = [...accounts].map(([accountId, own]) => ({ accountId, lists: listsOf(own), singles: [] }));
  return await run.frontend.progress(
    'Reading what stands beneath what goes',
    async () => await readMore(client, live, needs, secrets.seal),
  );
}

function listsOf(unread: readonly UnreadBeneath[]): readonly NeededList[] {
  return [...Map.groupBy(unread, ({ kind }) => kind)].map(([{ name, operations }, own]) => ({
    kind: name,
    ...(operations.list?.below !== undefined && {
      below: own.map(({ above: { kind, id } }) => ({ kind, id, key: [] })),
    }),
  }));
}
