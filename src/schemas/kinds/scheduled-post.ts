import { defineKind } from '../define-kind.ts';
import { author, listOfPosts, postFields, postWriters } from './post-fields.ts';
import { checkScheduled } from './post-rules.ts';
import { minute } from './post-types.ts';

/** A post that is published at a given time (F-post-13). */
export const scheduledPost = defineKind({
  name: 'scheduled_post',
  title: 'scheduled post',
  section: 'scheduled_posts',
  parent: 'account',
  description: 'A post that the platform publishes at a time to come.',
  hazards: [
    'At its scheduled time the platform publishes the post, and nothing deletes a published post: adsync then leaves its entry alone.',
    'Everything but its author can be changed until it is published. The documentation of the platform names the text and the name; the rest is public.',
    'At most 30 scheduled posts go out in one quarter of an hour.',
  ],
  fields: {
    as_user_id: postFields.as_user_id,
    scheduled_at: {
      type: minute,
      change: 'in-place',
      required: true,
      description: 'When it is published: a whole minute in the year to come.',
      example: { value: '2027-03-02T10:30:00Z' },
    },
    text: { ...postFields.text, change: 'in-place' },
    name: postFields.name,
    nullcast: { ...postFields.nullcast, change: 'in-place' },
    card: { ...postFields.card, change: 'in-place' },
    media_keys: { ...postFields.media_keys, change: 'in-place' },
  },
  observed: [],
  naturalKey: ['as_user_id', 'name'],
  creatable: true,
  operations: {
    list: listOfPosts('SCHEDULED'),
    create: { method: 'POST', path: '/12/accounts/:account_id/scheduled_tweets' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/scheduled_tweets/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/scheduled_tweets/:id' },
  },
  replacement: { irreversible: true },
  readiness: { expiresAt: 'scheduled_at' },
  author,
  import: { onlyWhereReferred: true },
  shownToPeople: true,
  writers: postWriters,
  example: {
    as_user_id: '756201191646691328',
    text: 'Spring begins today',
    name: 'First day of spring',
    scheduled_at: '2027-03-01T09:00:00Z',
  },
  check: checkScheduled,
});
