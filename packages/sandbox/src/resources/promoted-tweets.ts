import type { Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { digits } from '../params/param.ts';
import { isDeleted } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { lineItemId, lineItemOf } from './line-item-children.ts';
import { showFields } from './shared-rules.ts';

/**
 * References from line items to posts (F-attachment-06). Those of a deleted line item come back only `with_deleted`,
 * and are not marked as deleted themselves. Creation is a call of its own.
 */
export const promotedTweets: Resource = {
  collection: 'promoted_tweets',
  idParam: 'promoted_tweet_id',
  label: 'Promoted Tweet',
  notFound: 'PROMOTED_TWEET_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('1e8000', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: { line_item_id: 'text', tweet_id: 'text', entity_status: 'text', approval_status: 'text' },
  writes: {
    line_item_id: lineItemId,
    tweet_id: { is: digits, on: 'create', required: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', promoted_tweet_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'delete'],
  publicOnly: ['get', 'delete'],
  hidden: (record, world) => isDeleted(lineItemOf(world, record) ?? record),
  historyOf: 'PROMOTED_TWEET',
  blank: () => ({ entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ world, accountId, parent, given }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    tweet_id: textIn(given, 'tweet_id') ?? firstTweet(world.store.in('tweets', 'account_id', accountId)),
  }),
  show: (record) => showFields(record, Object.keys(promotedTweets.fields)),
  shownBy: () => '',
};

function firstTweet(tweets: Iterable<{ readonly id: string }>): string {
  for (const tweet of tweets) return tweet.id;
  return '1166476031668015104';
}
