import type { Endpoint } from '../../engine/endpoint.ts';
import { type Change, invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { resourceEndpoints } from '../../engine/resource-endpoints.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import { long, time } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import { showFields } from '../shared-rules.ts';
import { composed } from './composed.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { blankPost, byUser, completePost, plausiblePost, postFields, postWrites } from './post-fields.ts';
import { postRules } from './post-rules.ts';
import { publish } from './publish-scheduled.ts';

const windowMs = 15 * 60_000;
const longestWait = 366 * 24 * 3600_000;

/** Scheduled posts, which go out by the sandbox's clock (F-post-13). */
export const scheduledTweets: Resource = {
  collection: 'scheduled_tweets',
  idParam: 'scheduled_tweet_id',
  label: 'Scheduled Tweet',
  notFound: 'TWEET_NOT_FOUND',
  hardDelete: true,
  ids: { prefix: '11884760', start: 31_668_100_000, radix: 10 },
  indexed: ['account_id', 'user_id'],
  due: {
    at: (post) =>
      post['scheduled_status'] === 'SCHEDULED' ? (textIn(post, 'scheduled_at') ?? undefined) : undefined,
    happens: publish,
  },
  fields: {
    ...postFields,
    scheduled_at: 'time',
    scheduled_status: 'text',
    completed_at: 'time?',
    tweet_id: 'text?',
  },
  writes: { ...postWrites, scheduled_at: { is: time, on: 'both', required: 'create' } },
  filters: {},
  listParams: { user_id: { is: long } },
  matches: { user_id: byUser },
  paging: { count: 100, most: 200, takes: [] },
  sortable: [],
  readers: creativeReaders,
  writers: [...creativeWriters, 'TWEET_COMPOSER'],
  operations: [],
  blank: () => ({ ...blankPost, scheduled_status: 'SCHEDULED', completed_at: null, tweet_id: null }),
  complete: (change) => {
    const post = completePost(change);
    const at = textIn(post, 'scheduled_at');
    return at === null ? post : { ...post, scheduled_at: wholeMinutes(at) };
  },
  rules: [...postRules, { fields: ['scheduled_at'], check: inReach }, roomInWindow(), stillToGo()],
  quotas: [],
  plausible: (filler) => ({
    ...plausiblePost('Scheduled post', filler),
    scheduled_at: wholeMinutes(wholeSeconds(filler.world.clock.now() + 24 * 3600_000)),
  }),
  show,
};

/** The calls about scheduled posts. */
export const scheduledEndpoints: readonly Endpoint[] = resourceEndpoints({
  ...scheduledTweets,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  publicOnly: ['list', 'get', 'create'],
}).map((endpoint) => composed(endpoint, scheduledTweets.idParam));

// Seconds are dropped (F-post-14).
function wholeMinutes(stamp: string): string {
  return `${stamp.slice(0, 17)}00Z`;
}

// The documented answer has deleted=true, the public one a status: both are shown (F-post-17).
function show(record: StoredRecord): Fields {
  const shown = showFields(record, Object.keys(scheduledTweets.fields));
  return isDeleted(record) ? { ...shown, scheduled_status: 'DELETED' } : shown;
}

function inReach({ world, after, given }: Change): Problem | undefined {
  if (!given.has('scheduled_at')) return undefined;
  const at = textIn(after, 'scheduled_at') ?? '';
  const wait = Date.parse(at) - world.clock.now();
  if (wait > 0 && wait <= longestWait) return undefined;
  const message = `Expected a time in the coming year, got "${at}" for scheduled_at`;
  return { ...invalid('scheduled_at', message, 'INVALID_TIME_WINDOW'), value: at };
}

/** At most so many posts in a quarter of an hour. */
function roomInWindow(): Rule {
  return {
    fields: ['scheduled_at'],
    check({ world, accountId, before, after, given }) {
      if (!given.has('scheduled_at')) return undefined;
      const most = world.limits.creatives.scheduled_tweets_per_window;
      const window = windowOf(after);
      let others = 0;
      for (const other of world.store.in('scheduled_tweets', 'account_id', accountId))
        if (other.id !== before?.id && windowOf(other) === window) others += 1;
      if (others < most) return undefined;
      const message = `A maximum of ${most} scheduled Tweets is allowed within 15 minutes`;
      return invalid('scheduled_at', message, 'SCHEDULED_TWEET_LIMIT_EXCEEDED');
    },
  };
}

function windowOf(post: Fields): number {
  return Math.floor(Date.parse(textIn(post, 'scheduled_at') ?? '') / windowMs);
}

function stillToGo(): Rule {
  return {
    fields: Object.keys(postWrites).concat('scheduled_at'),
    check({ before, given }) {
      if (before === undefined || before['scheduled_status'] === 'SCHEDULED') return undefined;
      const [parameter = ''] = given.keys();
      return invalid(parameter, 'The scheduled Tweet has gone out already', 'INVALID_TWEET');
    },
  };
}
