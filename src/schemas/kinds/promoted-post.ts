import { defineKind, type Finding } from '../define-kind.ts';
import { taggedReference } from '../field-types/index.ts';
import type { Values } from '../values.ts';

/** A post that a line item promotes (F-attachment-06). */
export const promotedPost = defineKind({
  name: 'promoted_post',
  title: 'promoted post',
  section: 'promoted_posts',
  form: 'set',
  shorthand: 'post',
  memberKey: ['post'],
  parent: 'line_item',
  description: 'A post that the line item promotes; the list is the whole of them.',
  fields: {
    post: {
      wire: 'tweet_id',
      sentAs: 'tweet_ids',
      // A post of somebody else may come back under the id of a hidden repost (F-attachment-07).
      substituted: true,
      type: taggedReference({ post: 'post' }),
      change: 'replace',
      required: true,
      description: 'The post: { post: KEY }, or { id: … } of one that is not declared.',
      example: { value: { id: '1166476031668015105' } },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'tweet_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/promoted_tweets',
      idFilter: 'promoted_tweet_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/promoted_tweets' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/promoted_tweets/:id' },
  },
  shownToPeople: true,
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { post: { id: '1166476031668015104' } },
  parentExample: { objective: 'ENGAGEMENTS' },
  check,
});

function check({ post }: Values, parent: Values | undefined): readonly Finding[] {
  const findings: Finding[] = [];
  if (typeof post === 'string' && !/^\d{1,19}$/.test(post)) {
    findings.push({
      field: 'post',
      message: 'is not the id of a post',
      remedy: 'Write the number at the end of its address: 1166476031668015104.',
      code: 'INVALID_PARAMETER',
    });
  }
  if (parent?.product_type === 'MEDIA') {
    findings.push({
      field: 'post',
      message: 'cannot be promoted by a line item with product_type: MEDIA',
      remedy: 'Attach media_creatives instead, or use product_type: PROMOTED_TWEETS.',
      code: 'INCOMPATIBLE_LINE_ITEM',
    });
  }
  return findings;
}
