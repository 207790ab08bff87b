import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { type MembersChunk, membersChunks } from './chunks.ts';
import type { KeptMember, MembersDifference } from './difference.ts';
import type { MembersValue } from './members-value.ts';
import type { PartnerSeal } from './partner-seal.ts';

/** A difference to be pushed to an audience. */
export interface MembersPush {
  readonly client: PlatformClient;
  readonly accountId: string;
  /** With the ids filled in: `/12/accounts/18ce54d4x5t/custom_audiences/1nmth/users`. */
  readonly path: string;
  readonly difference: MembersDifference;
  readonly period: Pick<MembersValue, 'effective_at' | 'expires_at'>;
  readonly seal: PartnerSeal;
  readonly sleep: (ms: number) => Promise<void>;
  readonly stop: AbortSignal;
  /** Makes durable what an answered call has changed. */
  record(changes: {
    readonly add: readonly KeptMember[];
    readonly remove: readonly KeptMember[];
  }): Promise<void>;
}

const attempts = 5;
const firstPauseMs = 500;

const reply = z.object({
  data: z.object({ success_count: z.int(), total_count: z.int() }),
});

/**
 * Pushes a difference, call by call, and records each once it is answered, so that a run that ends half-way repeats at
 * most one call. `interrupted` where it was stopped between two calls. A call may be sent again without harm: it says
 * who is in and who is not. Throws PlatformError for a call that is refused, or unanswered five times over.
 */
export async function pushMembers(push: MembersPush): Promise<'pushed' | 'interrupted'> {
  for (const chunk of membersChunks(push.difference, push.period, push.seal)) {
    if (push.stop.aborted) return 'interrupted';
    await sendChunk(push, chunk);
    const { add, remove } = chunk;
    await push.record({ add, remove });
  }
  return 'pushed';
}

async function sendChunk(push: MembersPush, chunk: MembersChunk): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const problem = await sendOnce(push, chunk);
    if (problem === undefined) return;
    if (attempt === attempts || push.stop.aborted) throw problem;
    await push.sleep(firstPauseMs * 2 ** (attempt - 1));
  }
}

/** What stands against taking the call for done; what is refused is thrown, as sending it again would change nothing. */
async function sendOnce(
  { client, accountId, path }: MembersPush,
  { body }: MembersChunk,
): Promise<AdsyncError | undefined> {
  try {
    const answer = await client.call({ host: 'ads', method: 'POST', path, accountId, json: body });
    return countProblem(answer.body, body.length, path);
  } catch (error) {
    if (error instanceof PlatformError && error.outcome === 'unknown') return error;
    throw error;
  }
}

/** Both counts are those of what was sent, or the call is repeated (F-audience-13). */
function countProblem(body: unknown, sent: number, path: string): AdsyncError | undefined {
  const counts = reply.safeParse(body).data?.data;
  if (counts?.success_count === sent && counts.total_count === sent) return undefined;
  const message =
    counts === undefined
      ? 'the platform did not say how many members it took'
      : `the platform took ${counts.success_count} of ${counts.total_count} members; ${sent} were sent`;
  return new AdsyncError('ADSYNC_ANSWER_INVALID', message, {
    lines: [`POST ${path}`],
    remedy: 'Apply again: what was taken is recorded, the rest is sent again.',
  });
}
