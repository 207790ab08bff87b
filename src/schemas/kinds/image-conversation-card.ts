import { defineKind, type Finding } from '../define-kind.ts';
import type { Values } from '../values.ts';
import { checkConversation, conversationFields, conversationOperations } from './conversation-fields.ts';
import { libraryMedia } from './creative-types.ts';
import { misplacedMedia } from './media-sort.ts';

/** An image with buttons that write posts (F-card-12, F-card-13). */
export const imageConversationCard = defineKind({
  name: 'image_conversation_card',
  title: 'image conversation card',
  section: 'image_conversation_cards',
  parent: 'account',
  description: 'An image with up to four buttons, each of which lets people post a hashtag; posts show it.',
  hazards: [
    'Posts that show a card are not checked when it is changed or deleted.',
    'The documentation of the platform lists such cards and no more; they are created, changed and deleted as the public documentation says.',
  ],
  fields: {
    ...conversationFields,
    media_key: {
      type: libraryMedia,
      change: 'in-place',
      content: true,
      required: true,
      description: 'An image of the library.',
      example: { value: '3_1191948012077092998' },
    },
    unlocked_image_media_key: {
      type: libraryMedia,
      change: 'in-place',
      nullable: true,
      readable: false,
      description: 'An image of the library that people see after they have posted.',
      example: { value: '3_1191948012077092869' },
    },
  },
  observed: ['card_type'],
  referredBy: 'card_uri',
  naturalKey: ['name'],
  creatable: true,
  operations: conversationOperations('image'),
  replacement: { irreversible: true },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: {
    name: 'Talk',
    title: 'Pick one',
    first_cta: '#spring',
    first_cta_tweet: 'Mine is spring',
    thank_you_text: 'Thanks',
    media_key: '3_1191948012077092869',
  },
  check,
});

const wantedMedia = {
  media_key: ['image'],
  unlocked_image_media_key: ['image'],
} as const;

function check(declared: Values): readonly Finding[] {
  return [...checkConversation(declared), ...misplacedMedia(declared, wantedMedia, 'INVALID_MEDIA')];
}
