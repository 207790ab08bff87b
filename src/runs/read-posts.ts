import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { TextClient } from '../platform/client.ts';
import type { SeenPost } from '../schemas/seen-post.ts';
import { callOnce } from './call-platform.ts';
import { closeAfter } from './close-after.ts';
import { unlessInterrupted } from './interrupted.ts';
import { namedPosts } from './named-posts.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';

/** Posts, and the names among those asked for that no published post has. */
export interface FoundPosts {
  readonly posts: readonly SeenPost[];
  readonly missing: readonly string[];
}

/** The most ids that one request takes (F-data-01). */
const idsPerRequest = 100;

const postSchema = z.object({
  id: z.string(),
  text: z.string().catch(''),
  author_id: z.string().optional(),
  created_at: z.string().optional(),
  public_metrics: z.record(z.string(), z.number()).catch({}).default({}),
});
const answerSchema = z.object({ data: z.array(postSchema).default([]) });

/**
 * Published posts with their public counts, as the data API has them, in the order asked for. Throws ADSYNC_USAGE for a
 * draft and for a post that is not out yet, ADSYNC_ADDRESS_UNKNOWN, ADSYNC_ANSWER_INVALID, Interrupted, and what the
 * platform refuses.
 */
export async function readPosts(run: Run, names: readonly string[]): Promise<FoundPosts> {
  const named = await namedPosts(run, names);
  const unpublished = named.find(({ type }) => type === 'DRAFT' || type === 'SCHEDULED');
  if (unpublished !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', `${unpublished.named} is not published, and has no counts`, {
      remedy: 'adsync posts preview shows drafts and scheduled posts too.',
    });
  const ids = named.map(({ id }) => id);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const groups = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, index) =>
      ids.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
    );
    const reading = Promise.all(groups.map(async (group) => await readGroup(client, group)));
    const found = await run.frontend.progress(
      'Reading posts',
      async () => await unlessInterrupted(run.signal, reading),
    );
    const byId = new Map(found.flat().map((post) => [post.id, post]));
    return {
      posts: ids.flatMap((id) => byId.get(id) ?? []),
      missing: named.filter(({ id }) => !byId.has(id)).map((post) => post.named),
    };
  });
}

/** Those of some posts that are there; what is not is told beside them (F-data-18). */
async function readGroup(client: TextClient, ids: readonly string[]): Promise<readonly SeenPost[]> {
  const path = '/2/tweets';
  const { body, failure } = await callOnce(client, {
    host: 'base',
    method: 'GET',
    path,
    query: { ids: ids.join(','), 'tweet.fields': 'author_id,created_at,public_metrics' },
    signing: 'user',
    answers: 'json',
  });
  if (failure !== undefined) throw failure;
  const answer = answerSchema.safeParse(body);
  if (!answer.success)
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform answered no posts', { lines: [path] });
  return answer.data.data.map(({ id, text, author_id: authorId, created_at: createdAt, public_metrics }) => ({
    id,
    text,
    authorId: authorId ?? null,
    createdAt: createdAt ?? null,
    metrics: public_metrics,
  }));
}
