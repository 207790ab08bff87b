import { type Change, invalid, type Resource, type Rule } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { long } from '../params/param.ts';
import { isDeleted } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { idText } from './creatives/post-fields.ts';
import { lineItemId } from './line-item-children.ts';
import { showFields } from './shared-rules.ts';

const shown = ['line_item_id', 'scheduled_tweet_id', 'tweet_id'];

/** Posts that will be promoted once they are out (F-attachment-09); deletion is a call of its own. */
export const scheduledPromotedTweets: Resource = {
  collection: 'scheduled_promoted_tweets',
  idParam: 'scheduled_promoted_tweet_id',
  label: 'Scheduled promoted Tweet',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('1xt00', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id', 'scheduled_tweet_id'],
  fields: { line_item_id: 'text', scheduled_tweet_id: 'text', tweet_id: 'text?' },
  writes: {
    line_item_id: lineItemId,
    scheduled_tweet_id: { is: long, on: 'create', required: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', scheduled_promoted_tweet_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create'],
  publicOnly: ['list', 'get', 'create'],
  blank: () => ({ tweet_id: null }),
  complete: ({ after }) => ({ ...after, scheduled_tweet_id: idOf(after) }),
  rules: [scheduledTweetExists()],
  quotas: [],
  plausible: ({ parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    scheduled_tweet_id: parent('scheduled_tweet_id', 'scheduled_tweets'),
  }),
  show: (record) => showFields(record, shown),
};

function idOf(fields: Fields): string {
  return idText(fields['scheduled_tweet_id'] ?? '');
}

function scheduledTweetExists(): Rule {
  return {
    fields: ['scheduled_tweet_id'],
    check: ({ world, after, accountId }: Change) => {
      const id = idOf(after);
      const tweet = world.store.get('scheduled_tweets', id);
      const isFit = tweet !== undefined && tweet['account_id'] === accountId && !isDeleted(tweet);
      if (isFit && !isOut(world, id)) return undefined;
      const message = isFit
        ? `The scheduled Tweet ${id} has been published`
        : `No such scheduled Tweet ${id}`;
      return {
        ...invalid('scheduled_tweet_id', message, isFit ? 'INVALID_TWEET' : 'TWEET_NOT_FOUND'),
        value: id,
      };
    },
  };
}

/** Whether the time of the scheduled post has come. */
export function isOut(world: World, scheduledTweetId: string): boolean {
  const tweet = world.store.get('scheduled_tweets', scheduledTweetId);
  return (textIn(tweet ?? {}, 'scheduled_at') ?? '9999') <= world.clock.stamp();
}
