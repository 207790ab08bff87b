import { z } from 'zod';
import { type AccountReader, askOnce } from './ask-once.ts';
import type { PromotableUser } from './promotable-users.ts';

/** Posts by what is known of each; a post in no list is there, by a user whose posts the account promotes. */
export interface FoundPosts {
  /** Neither a user of the account nor the data API has them. */
  readonly absent: readonly string[];
  /** Posts that are there, by users whom the account does not list as promotable. */
  readonly foreign: readonly { readonly id: string; readonly authorId: string }[];
  /** The platform did not say. */
  readonly unknown: readonly string[];
}

/** The most ids that the list of an account takes (F-list-02), and the data API (F-data-01). */
const listed = 200;
const lookedUp = 100;
/** More users than these are not asked for their posts one by one. */
const mostAuthors = 20;

/**
 * Looks for posts: among those of the account's own user, which is one request for 200, then what is not there in the
 * data API, one for 100, and at last, because others do not see promoted-only posts, among those of each user whom the
 * account may promote. `promotable` is asked for where it is needed.
 */
export async function findPosts(
  reader: AccountReader,
  ids: readonly string[],
  promotable: () => Promise<readonly PromotableUser[] | undefined>,
): Promise<FoundPosts> {
  const own = await postsBy(reader, undefined, ids);
  const rest = ids.filter((id) => !own.found.has(id));
  if (rest.length === 0) return { absent: [], foreign: [], unknown: [] };
  const [users, seen] = await Promise.all([promotable(), lookUp(reader, rest)]);
  const foreign = [...seen.authors].flatMap(([id, authorId]) =>
    users === undefined || users.some(({ userId }) => userId === authorId) ? [] : [{ id, authorId }],
  );
  const lost = rest.filter((id) => seen.absent.has(id) && !own.unknown.has(id));
  const others = await ofOthers(reader, users, lost);
  const absent = lost.filter((id) => !others.found.has(id) && !others.unknown.has(id));
  const unknown = rest.filter(
    (id) =>
      !seen.authors.has(id) && !others.found.has(id) && (others.unknown.has(id) || !absent.includes(id)),
  );
  return { absent, foreign, unknown };
}

interface Seen {
  readonly found: ReadonlySet<string>;
  /** Of these the platform did not say it. */
  readonly unknown: ReadonlySet<string>;
}

/** The ones among some posts that other users have written whom the account may promote. */
async function ofOthers(
  reader: AccountReader,
  users: readonly PromotableUser[] | undefined,
  ids: readonly string[],
): Promise<Seen> {
  if (ids.length === 0) return { found: new Set(), unknown: new Set() };
  const isSingle = users?.filter(({ isOwn }) => isOwn).length === 1;
  const others = users?.filter(({ isOwn }) => !isOwn || !isSingle);
  if (others === undefined || others.length > mostAuthors) return { found: new Set(), unknown: new Set(ids) };
  const each = await Promise.all(others.map(async ({ userId }) => await postsBy(reader, userId, ids)));
  return {
    found: new Set(each.flatMap(({ found }) => [...found])),
    unknown: new Set(each.flatMap(({ unknown }) => [...unknown])),
  };
}

const posts = z.object({
  data: z.array(z.object({ id_str: z.string() })),
  next_cursor: z.string().min(1).nullish(),
});

/** The ones among some published posts that a user has written, organic ones and replies too (F-post-03); the account's own unless named. */
async function postsBy(
  { client, accountId }: AccountReader,
  userId: string | undefined,
  ids: readonly string[],
): Promise<Seen> {
  const path = `/12/accounts/${encodeURIComponent(accountId)}/tweets`;
  const found = new Set<string>();
  const unknown = new Set<string>();
  const ask = async (group: readonly string[]): Promise<void> => {
    const query = {
      tweet_type: 'PUBLISHED',
      timeline_type: 'ALL',
      include_mentions_and_replies: 'true',
      trim_user: 'true',
      count: String(listed),
      tweet_ids: group.join(','),
      ...(userId !== undefined && { user_id: userId }),
    };
    const answered = await askOnce(client, { host: 'ads', path, accountId, query });
    const { data } = posts.safeParse(answered?.body);
    for (const { id_str: id } of data?.data ?? []) found.add(id);
    if (data === undefined || (data.next_cursor ?? null) !== null)
      for (const id of group) if (!found.has(id)) unknown.add(id);
  };
  await Promise.all(groupsOf(ids, listed).map(ask));
  return { found, unknown };
}

const seenPosts = z.object({
  data: z.array(z.object({ id: z.string(), author_id: z.string() })).default([]),
  errors: z.array(z.unknown()).default([]),
});
const missing = z.object({
  type: z.string().endsWith('/resource-not-found'),
  resource_type: z.enum(['tweet', 'post']),
  value: z.string(),
});

/** Who wrote each of some posts, and which there are not, as the data API says (F-data-18); of others it says neither. */
async function lookUp(
  { client }: AccountReader,
  ids: readonly string[],
): Promise<{ readonly authors: ReadonlyMap<string, string>; readonly absent: ReadonlySet<string> }> {
  const authors = new Map<string, string>();
  const absent = new Set<string>();
  const ask = async (group: readonly string[]): Promise<void> => {
    const query = { ids: group.join(','), 'tweet.fields': 'author_id' };
    const answered = await askOnce(client, { host: 'base', path: '/2/tweets', query });
    const { data } = seenPosts.safeParse(answered?.body);
    for (const { id, author_id: authorId } of data?.data ?? []) authors.set(id, authorId);
    for (const error of data?.errors ?? []) {
      const lost = missing.safeParse(error);
      if (lost.success) absent.add(lost.data.value);
    }
  };
  await Promise.all(groupsOf(ids, lookedUp).map(ask));
  return { authors, absent };
}

function groupsOf(ids: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
