import { defineKind, type Finding } from '../define-kind.ts';
import type { Values } from '../values.ts';
import { checkConversation, conversationFields, conversationOperations } from './conversation-fields.ts';
import { libraryMedia } from './creative-types.ts';
import { misplacedMedia } from './media-sort.ts';

/** A video with buttons that write posts (F-card-12, F-card-13). */
export const videoConversationCard = defineKind({
  name: 'video_conversation_card',
  title: 'video conversation card',
  section: 'video_conversation_cards',
  parent: 'account',
  description: 'A video with up to four buttons, each of which lets people post a hashtag; posts show it.',
  hazards: ['Posts that show a card are not checked when it is changed or deleted.'],
  fields: {
    ...conversationFields,
    media_key: {
      type: libraryMedia,
      change: 'in-place',
      content: true,
      required: true,
      description: 'A video of the library in the shape 16:9.',
      example: { value: '7_1191948012077092868' },
    },
    poster_media_key: {
      type: libraryMedia,
      change: 'in-place',
      nullable: true,
      readable: false,
      description:
        'An image of the library that is shown before the video runs; its first picture without one.',
      example: { value: '3_1191948012077092869' },
    },
    unlocked_image_media_key: {
      type: libraryMedia,
      change: 'in-place',
      nullable: true,
      readable: false,
      description: 'An image of the library that people see after they have posted.',
      example: { value: '3_1191948012077092869' },
    },
    unlocked_video_media_key: {
      type: libraryMedia,
      change: 'in-place',
      nullable: true,
      readable: false,
      description: 'A video of the library that people see after they have posted.',
      example: { value: '7_1191948012077092868' },
    },
  },
  observed: ['card_type'],
  referredBy: 'card_uri',
  naturalKey: ['name'],
  creatable: true,
  operations: conversationOperations('video'),
  replacement: { irreversible: true },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: {
    name: 'Talk',
    title: 'Pick one',
    first_cta: '#spring',
    first_cta_tweet: 'Mine is spring',
    thank_you_text: 'Thanks',
    media_key: '13_1191948012077092867',
  },
  check,
});

const wantedMedia = {
  media_key: ['video'],
  poster_media_key: ['image'],
  unlocked_image_media_key: ['image'],
  unlocked_video_media_key: ['video'],
} as const;

function check(declared: Values): readonly Finding[] {
  return [...checkConversation(declared), ...misplacedMedia(declared, wantedMedia, 'INVALID_MEDIA')];
}
