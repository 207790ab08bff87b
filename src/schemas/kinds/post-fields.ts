import type { DeclaredField, DeclaredFields } from '../define-field.ts';
import { flag, text } from '../field-types/index.ts';
import { blankAsNull, mediaList, userId } from './creative-types.ts';
import { card } from './post-types.ts';

/** Longer posts have 25,000 characters (F-post-07). */
const longestPost = 25_000;

/** What posts of every sort have in common (F-post-01). */
export interface PostFields extends DeclaredFields {
  readonly as_user_id: DeclaredField;
  readonly text: DeclaredField;
  readonly name: DeclaredField;
  readonly nullcast: DeclaredField;
  readonly card: DeclaredField;
  readonly media_keys: DeclaredField;
}

/** The fields of a post of any sort, with what a change of each takes. */
export const postFields: PostFields = {
  as_user_id: {
    // Lists show the user, its id as a number and as a text (F-post-09).
    readAs: 'user.id_str',
    type: userId,
    change: 'replace',
    required: true,
    description:
      'The id of the user who says it: that of the credentials, or one that the account may post for.',
    example: { value: '2417045708' },
  },
  text: {
    type: blankAsNull(text(longestPost)),
    change: 'replace',
    content: true,
    description: 'What it says, up to 25,000 characters; needed without media_keys.',
    example: { value: 'It is summer' },
  },
  name: {
    type: blankAsNull(text(80)),
    change: 'in-place',
    nullable: true,
    description:
      'The name in the ads manager, up to 80 characters; with the author it tells one post from others.',
    example: { value: 'Summer post' },
  },
  nullcast: {
    type: flag(),
    change: 'replace',
    default: true,
    description:
      'Whether it is seen only where it is promoted; false publishes it for everybody, which only the user of the credentials can.',
    example: { value: 'false', with: { as_user_id: '756201191646691328' } },
  },
  card: {
    wire: 'card_uri',
    type: card,
    change: 'replace',
    content: true,
    description: 'The card that it shows: the key of a card of any kind.',
    example: { value: { id: '1503831318555000042' } },
  },
  media_keys: {
    // How many go together depends on what they are: a rule says.
    type: mediaList(1, 100),
    change: 'replace',
    content: true,
    description: 'Up to four images, or one animated image, or one video of the library, in order.',
    example: { value: ['3_1191948012077092869'] },
  },
};

/** The list of posts of one sort, organic ones and replies among them, each author's own (F-post-03). */
export function listOfPosts(tweetType: 'PUBLISHED' | 'DRAFT' | 'SCHEDULED') {
  return {
    path: '/12/accounts/:account_id/tweets',
    idFilter: 'tweet_ids',
    pageSize: 1000,
    query: {
      tweet_type: tweetType,
      timeline_type: 'ALL',
      include_mentions_and_replies: 'true',
      trim_user: 'true',
    },
    eachOf: { wire: 'as_user_id', parameter: 'user_id' },
  } as const;
}

/** Organic posts are the user's own (F-post-04); others take a role (F-account-04). */
export const author = {
  field: 'as_user_id',
  roleToActForOthers: 'TWEET_COMPOSER',
  ownOnly: { field: 'nullcast', value: false },
} as const;

/** Roles that write posts (F-account-04). */
export const postWriters = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'TWEET_COMPOSER'] as const;
