import { defineKind } from '../../../../src/schemas/define-kind.ts';
import { taggedReference } from '../../../../src/schemas/field-types/index.ts';

/** A kind that the sandbox serves and the registry lacks (F-attachment-09). */
export const scheduledPromotedPost = defineKind({
  name: 'scheduled_promoted_post',
  title: 'scheduled promoted post',
  section: 'scheduled_promoted_posts',
  parent: 'line_item',
  description: 'A scheduled post that the line item promotes once it is published.',
  fields: {
    scheduled_post: {
      wire: 'scheduled_tweet_id',
      type: taggedReference({ scheduled_post: 'scheduled_post' }),
      change: 'replace',
      required: true,
      description: 'The scheduled post: { scheduled_post: KEY }, or { id: … } of one that is not declared.',
      example: { value: { id: '1188476031668000043' } },
    },
  },
  parentField: 'line_item_id',
  observed: ['tweet_id'],
  naturalKey: ['line_item_id', 'scheduled_tweet_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/scheduled_promoted_tweets',
      idFilter: 'scheduled_promoted_tweet_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/scheduled_promoted_tweets' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/scheduled_promoted_tweets/:id' },
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { scheduled_post: { id: '1188476031668000042' } },
});
