import type { AccountNeeds, NeededList } from '../live/needs.ts';
import { readMore } from '../live/read-live.ts';
import { readReferring } from '../live/read-referring.ts';
import type { Unread } from '../planner/guards/taken-along.ts';
import type { PlanResult } from '../planner/plan.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Session } from './session.ts';
import type { Survey } from './survey.ts';

/** A plan, and what it was made from. */
export interface Planned<Known = Survey> {
  readonly made: PlanResult;
  readonly surveyed: Known;
}

/** What is known of the platform; `secrets.seal` puts digests in place of sensitive values that are read later. */
type LiveKnown = Pick<Survey, 'live'> & { readonly secrets: Partial<Pick<Survey['secrets'], 'seal'>> };

/** What further reading takes. */
type Reading = Pick<Session, 'run' | 'kept'> & { readonly client: PlatformClient };

/**
 * Makes a plan; where it depends on more of an account than was read, and where it would delete or make anew a record of
 * which nobody knows what hangs on it, reads that, and makes the plan again. Most of what stands beneath is read at once,
 * because document and state tell of it (`live/may-go.ts`); the rest shows only in the plan: somebody deleted what a record
 * stands in, or its entry was moved. What may refer to a record that goes is never read before, because that would cost
 * every plan hundreds of requests.
 */
export async function planFully<Known extends LiveKnown>(
  session: Reading,
  surveyed: Known,
  make: (surveyed: Known) => PlanResult,
): Promise<Planned<Known>> {
  const made = make(surveyed);
  const { whole, beneath, referring } = made.unread;
  if (whole.length + beneath.length + referring.length === 0) return { made, surveyed };
  const complete = { ...surveyed, live: await readHanging(session, surveyed, made.unread) };
  return { made: make(complete), surveyed: complete };
}

async function readHanging(
  { run, client, kept }: Reading,
  { live, secrets: { seal } }: LiveKnown,
  { whole, beneath, referring }: Unread,
): Promise<readonly LiveAccount[]> {
  const what = whole.length > 0 ? 'Reading what others have there' : 'Reading what hangs on what goes';
  return await run.frontend.progress(what, async () => {
    const known = await readMore(client, live, needsWhole({ whole, beneath }), seal, kept);
    return await readReferring(client, known, referring, seal);
  });
}

function needsWhole({ whole, beneath }: Pick<Unread, 'whole' | 'beneath'>): readonly AccountNeeds[] {
  const accountIds = [...whole, ...beneath.map(({ above }) => above)].map(({ accountId }) => accountId);
  return [...new Set(accountIds)].map((accountId) => {
    const lists = [
      ...listsOf(beneath.filter(({ above }) => above.accountId === accountId)),
      ...whole.filter((each) => each.accountId === accountId).map(({ kind }) => ({ kind })),
    ];
    const once = new Map(lists.map((list) => [list.kind, list]));
    return { accountId, lists: [...once.values()], singles: [] };
  });
}

function listsOf(unread: Unread['beneath']): readonly NeededList[] {
  return [...Map.groupBy(unread, ({ kind }) => kind)].map(([{ name, operations }, own]) => ({
    kind: name,
    ...(operations.list?.below !== undefined && {
      below: own.map(({ above: { kind, id } }) => ({ kind, id, key: [] })),
    }),
  }));
}
