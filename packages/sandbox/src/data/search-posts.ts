import { int, oneOf, type Params, text, time } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { invalidParameter } from './data-problem.ts';
import { pageOf } from './pages.ts';
import { type PostTest, QuerySyntaxError, readPostQuery } from './query-language.ts';
import { allPosts, isRepost, writtenAt } from './read-post.ts';
import { postSelection, wantedBy } from './selection.ts';
import { postsFound } from './show.ts';

const week = 7 * 24 * 3_600_000;

const bounds: Params = {
  query: { is: text(4096), required: true },
  start_time: { is: time },
  end_time: { is: time },
  since_id: { is: text(20) },
  until_id: { is: text(20) },
};

const searchParams: Params = {
  ...bounds,
  max_results: { is: int(10, 500) },
  next_token: { is: text(200) },
  pagination_token: { is: text(200) },
  sort_order: { is: oneOf(['recency', 'relevancy']) },
  ...postSelection,
};

const steps: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const mostBuckets = 10_080;

/** Keyword search: the last seven days, or everything; reposts are never returned (F-data-11). */
export const searchEndpoints: readonly DataEndpoint[] = [
  searchAt('recent', week),
  searchAt('all', Number.POSITIVE_INFINITY),
  countAt('recent', week),
  countAt('all', 30 * 24 * 3_600_000),
];

function searchAt(name: string, reachMs: number): DataEndpoint {
  return {
    method: 'GET',
    path: `/2/tweets/search/${name}`,
    callers: ['app', 'user'],
    query: searchParams,
    run: (call) => search(call, reachMs),
  };
}

function search(call: DataCall, reachMs: number): DataAnswer {
  const { world, query } = call;
  const found = findPosts(call, windowOf(call, reachMs)).toReversed();
  const { records, meta } = pageOf(found, query, 10);
  const wanted = wantedBy(query);
  const ends = { newest_id: records[0]?.id ?? null, oldest_id: records.at(-1)?.id ?? null };
  return {
    body: {
      ...postsFound(world, records, wanted),
      meta: { ...meta, ...(records.length === 0 ? {} : ends) },
    },
  };
}

interface Window {
  readonly from: number;
  readonly to: number;
}

function windowOf({ world, query }: DataCall, reachMs: number): Window {
  const now = world.clock.now();
  const start = textIn(query, 'start_time');
  const end = textIn(query, 'end_time');
  const from = start === null ? now - reachMs : Date.parse(start);
  const to = end === null ? now + 1 : Date.parse(end);
  if (from >= to) throw invalidParameter('end_time', 'end_time must be later than start_time', end ?? '');
  if (reachMs === week && from < now - week - 60_000)
    throw invalidParameter('start_time', 'start_time must be within the last 7 days', start ?? '');
  return { from, to };
}

function findPosts({ world, query }: DataCall, { from, to }: Window): readonly StoredRecord[] {
  const test = queryTest(textIn(query, 'query') ?? '');
  const since = textIn(query, 'since_id');
  const until = textIn(query, 'until_id');
  return [...allPosts(world)].filter((post) => {
    const at = writtenAt(post);
    const isWithin = at >= from && at < to && isOlder(since, post.id) && isOlder(post.id, until);
    return isWithin && !isRepost(post) && test(world, post);
  });
}

// Ids grow with time; the longer number is the greater one. No bound leaves nothing out.
function isOlder(id: string | null, other: string | null): boolean {
  if (id === null || other === null) return true;
  return id.length === other.length ? id < other : id.length < other.length;
}

/** The test of a query parameter. Throws DataProblem 400 for one that cannot be read. */
function queryTest(text: string): PostTest {
  try {
    return readPostQuery(text);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    throw invalidParameter('query', `The query cannot be read: ${error.message}`, text.slice(0, 200));
  }
}

function countAt(name: string, reachMs: number): DataEndpoint {
  return {
    method: 'GET',
    path: `/2/tweets/counts/${name}`,
    callers: ['app', 'user'],
    query: { ...bounds, granularity: { is: oneOf(Object.keys(steps)) } },
    run: (call) => count(call, reachMs),
  };
}

function count(call: DataCall, reachMs: number): DataAnswer {
  const step = steps[textIn(call.query, 'granularity') ?? 'hour'] ?? 3_600_000;
  const window = windowOf(call, reachMs);
  if ((window.to - window.from) / step > mostBuckets)
    throw invalidParameter('granularity', `More than ${mostBuckets} counts: ask for a shorter time`);
  const found = findPosts(call, window).map(writtenAt);
  const buckets: Fields[] = [];
  let next = 0;
  for (let start = window.from; start < window.to; start = Math.floor(start / step + 1) * step) {
    const end = Math.min(window.to, Math.floor(start / step + 1) * step);
    const first = next;
    while ((found[next] ?? Number.POSITIVE_INFINITY) < end) next += 1;
    buckets.push({ start: instant(start), end: instant(end), tweet_count: next - first });
  }
  return { body: { data: buckets, meta: { total_tweet_count: found.length } } };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
