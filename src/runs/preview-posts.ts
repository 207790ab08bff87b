import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { PostPreview } from '../schemas/seen-post.ts';
import { closeAfter } from './close-after.ts';
import { explainAccount } from './explain-account.ts';
import { unlessInterrupted } from './interrupted.ts';
import { namedAccount } from './named-account.ts';
import { type NamedPost, namedPosts, type PostType, postTypes } from './named-posts.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';

/** Previews, and the names among those asked for that the account has no post for. */
export interface FoundPreviews {
  readonly previews: readonly PostPreview[];
  readonly missing: readonly string[];
}

/** The most ids that one request takes (F-post-11). */
const idsPerRequest = 200;

const rowSchema = z.object({
  tweet_id: z.union([z.string(), z.int().transform(String)]),
  preview: z.string(),
});
const answerSchema = z.object({ data: z.array(rowSchema) });

/**
 * The markup that shows posts, in the order asked for: published ones, scheduled ones and drafts, whose user is told of it
 * by the platform (F-post-12). Where nothing says of which sort a post is, and `type` does not either, it is looked for
 * among all, drafts last. Throws ADSYNC_USAGE for posts of several accounts, ADSYNC_ADDRESS_UNKNOWN,
 * ADSYNC_ACCOUNT_UNKNOWN, ADSYNC_ANSWER_INVALID, Interrupted, and what the platform refuses.
 */
export async function previewPosts(
  run: Run,
  names: readonly string[],
  type: PostType | undefined,
): Promise<FoundPreviews> {
  const posts = await namedPosts(run, names);
  const account = await accountOf(run, posts);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    try {
      const found = await run.frontend.progress(
        'Reading previews',
        async () => await unlessInterrupted(run.signal, findAll(client, account.id, posts, type)),
      );
      return {
        previews: posts.flatMap((post) => found.get(post) ?? []),
        missing: posts.filter((post) => !found.has(post)).map(({ named }) => named),
      };
    } catch (error) {
      throw await explainAccount(client, { accounts: [account] }, error);
    }
  });
}

/** What is found of each post among those of its sort, or among all sorts. */
async function findAll(
  client: PlatformClient,
  accountId: string,
  posts: readonly NamedPost[],
  type: PostType | undefined,
): Promise<ReadonlyMap<NamedPost, PostPreview>> {
  const found = new Map<NamedPost, PostPreview>();
  for (const each of postTypes) {
    const asked = posts.filter((post) => !found.has(post) && (post.type ?? type ?? each) === each);
    const markup = await markupOf(client, accountId, asked, each);
    for (const post of asked) {
      const { id, named } = post;
      const shown = markup.get(id);
      if (shown !== undefined) found.set(post, { id, named, type: each, markup: shown });
    }
  }
  return found;
}

/** The account that all posts are of: what the state says, else the run's. */
async function accountOf(run: Run, posts: readonly NamedPost[]) {
  const known = new Map(
    posts.flatMap(({ account }) => (account === undefined ? [] : [[account.id, account]])),
  );
  const [first, second] = known.values();
  if (first !== undefined && second !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', `the posts are of two accounts, ${first.key} and ${second.key}`, {
      remedy: 'Ask for those of one account at a time.',
    });
  return first ?? (await namedAccount(run));
}

async function markupOf(
  client: PlatformClient,
  accountId: string,
  posts: readonly NamedPost[],
  type: PostType,
): Promise<ReadonlyMap<string, string>> {
  const path = `/12/accounts/${encodeURIComponent(accountId)}/tweet_previews`;
  const markup = new Map<string, string>();
  for (let start = 0; start < posts.length; start += idsPerRequest) {
    const ids = posts.slice(start, start + idsPerRequest).map(({ id }) => id);
    const query = { tweet_ids: ids.join(','), tweet_type: type };
    const { body } = await client.call({ host: 'ads', method: 'GET', path, query, accountId });
    const answer = answerSchema.safeParse(body);
    if (!answer.success)
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform answered no previews', { lines: [path] });
    for (const { tweet_id: id, preview } of answer.data.data) markup.set(id, preview);
  }
  return markup;
}
