import { defineKind } from '../define-kind.ts';
import { author, listOfPosts, postFields, postWriters } from './post-fields.ts';
import { checkPost } from './post-rules.ts';

/** A post that is not published yet (F-post-12). */
export const draftPost = defineKind({
  name: 'draft_post',
  title: 'draft post',
  section: 'draft_posts',
  parent: 'account',
  description: 'A post that is not published; people look at it, and publish it elsewhere.',
  hazards: [
    'A draft that is gone may have been published, scheduled or deleted: nothing tells which. adsync makes it again.',
    'adsync never sends a preview, which would notify the user of the credentials.',
  ],
  fields: {
    as_user_id: postFields.as_user_id,
    text: {
      ...postFields.text,
      change: 'in-place',
      nullable: true,
      example: { value: 'It is summer', with: { media_keys: ['3_1191948012077092869'] } },
    },
    name: postFields.name,
    nullcast: { ...postFields.nullcast, change: 'in-place' },
    card: { ...postFields.card, change: 'in-place', nullable: true },
    media_keys: { ...postFields.media_keys, change: 'in-place', nullable: true },
  },
  observed: [],
  naturalKey: ['as_user_id', 'name'],
  creatable: true,
  operations: {
    list: listOfPosts('DRAFT'),
    create: { method: 'POST', path: '/12/accounts/:account_id/draft_tweets' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/draft_tweets/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/draft_tweets/:id' },
  },
  replacement: { irreversible: true },
  author,
  import: { onlyWhereReferred: true },
  writers: postWriters,
  example: { as_user_id: '756201191646691328', text: 'It may be spring', name: 'Draft of the hero' },
  check: checkPost,
});
