import type { DeclaredField } from '../define-field.ts';
import { defineKind } from '../define-kind.ts';
import { choice, text } from '../field-types/index.ts';
import { author, listOfPosts, postFields, postWriters } from './post-fields.ts';
import { checkPublished } from './post-rules.ts';

// A new post in the old one's place says something else.
const newText = { text: 'It is summer' };

const videoText = (most: number, description: string, value: string): DeclaredField => ({
  type: text(most),
  change: 'replace',
  readable: false,
  description: `${description}, up to ${most} characters.`,
  example: { value, with: newText },
});

/** A published post. It cannot be deleted, and only its name can be changed (F-post-02). */
export const post = defineKind({
  name: 'post',
  title: 'post',
  section: 'posts',
  parent: 'account',
  description:
    'A published post. Unless nullcast is false, it is seen only where a line item promotes it (promoted_posts).',
  hazards: [
    'Only the name can be changed. Every other change publishes a new post, and the old one stays.',
    'The same text, card and media by the same author is refused as a duplicate.',
  ],
  fields: {
    ...postFields,
    nullcast: {
      ...postFields.nullcast,
      example: { value: 'false', with: { ...newText, as_user_id: '756201191646691328' } },
    },
    conversation_settings: {
      type: choice(['EVERYONE', 'FOLLOWING', 'MENTIONED_USERS']),
      change: 'replace',
      description:
        'Who may reply: everyone (what the platform does by itself), those it follows, or those it mentions.',
      example: { value: 'FOLLOWING', with: newText },
    },
    video_cta: {
      type: choice(['VISIT_SITE', 'WATCH_NOW']),
      change: 'replace',
      readable: false,
      description: 'What the button below a video says; with video_cta_value.',
      example: { value: 'WATCH_NOW', with: { ...newText, video_cta_value: 'https://example.com/watch' } },
    },
    video_cta_value: {
      ...videoText(2048, 'Where the button below a video leads', 'https://example.com/see'),
      example: { value: 'https://example.com/see', with: { ...newText, video_cta: 'VISIT_SITE' } },
    },
    video_title: videoText(70, 'The title of the video', 'Blossom'),
    video_description: videoText(200, 'The description of the video', 'Half a minute'),
  },
  withoutField: {
    trim_user: 'it shortens the answer, and changes nothing.',
    tweet_mode: 'it chooses the form of the answer, and changes nothing.',
  },
  observed: [],
  // Beside a bare number, which is the same (F-value-02).
  idField: 'id_str',
  naturalKey: ['as_user_id', 'name'],
  creatable: true,
  operations: {
    list: listOfPosts('PUBLISHED'),
    create: { method: 'POST', path: '/12/accounts/:account_id/tweet' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/tweets/:id/name' },
  },
  replacement: {
    loses: 'the replies and figures, which stay with the old post',
    uniqueTogether: { wires: ['as_user_id', 'text', 'card_uri', 'media_keys'], code: 'DUPLICATE_TWEET' },
  },
  // Nobody says the same twice (F-post-06).
  author,
  import: { onlyWhereReferred: true },
  shownToPeople: true,
  writers: postWriters,
  example: { as_user_id: '756201191646691328', text: 'It is spring', name: 'Hero post' },
  check: checkPublished,
});
