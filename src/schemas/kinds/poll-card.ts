import type { DeclaredField } from '../define-field.ts';
import { defineKind, type Finding } from '../define-kind.ts';
import { text, whole } from '../field-types/index.ts';
import type { Values } from '../values.ts';
import { answeredAsText, libraryMedia } from './creative-types.ts';
import { misplacedMedia } from './media-sort.ts';

const choiceOf = (description: string, value: string): DeclaredField => ({
  type: text(25),
  change: 'replace',
  description: `${description}, up to 25 characters.`,
  example: { value },
});

/** A poll (F-card-09, F-card-10, F-card-11). */
export const pollCard = defineKind({
  name: 'poll_card',
  title: 'poll card',
  section: 'poll_cards',
  parent: 'account',
  description: 'A question with two to four answers that people vote on for a while; posts show it.',
  hazards: [
    'A poll cannot be changed: every change makes a new one, and the votes are lost.',
    'The clock starts when the card is created, not when a post shows it. A closed poll stays as it is.',
    'Polls with media need the account feature PROMOTED_MEDIA_POLLS.',
  ],
  fields: {
    name: {
      type: text(255),
      change: 'replace',
      required: true,
      description: 'The name, up to 255 characters.',
      example: { value: 'Colour of May' },
    },
    first_choice: { ...choiceOf('The first answer', 'Green'), required: true, content: true },
    second_choice: { ...choiceOf('The second answer', 'Yellow'), required: true, content: true },
    third_choice: choiceOf('The third answer', 'White'),
    fourth_choice: {
      ...choiceOf('The fourth answer', 'Black'),
      example: { value: 'Black', with: { third_choice: 'White' } },
    },
    duration_in_minutes: {
      // An int in requests, the text of one in answers (F-card-09).
      type: answeredAsText(whole({ min: 5, max: 10_080 })),
      change: 'replace',
      required: true,
      description:
        'How long people can vote from its creation on, in minutes: 5 to 10080, which are seven days.',
      example: { value: '2880' },
    },
    media_key: {
      type: libraryMedia,
      change: 'replace',
      content: true,
      readable: false,
      description:
        'A video of the library, or an image of 800 pixels or more in width and a shape of 1.91:1.',
      example: { value: '3_1191948012077092869' },
    },
  },
  observed: ['card_type', 'end_time'],
  referredBy: 'card_uri',
  naturalKey: ['name'],
  creatable: true,
  operations: {
    list: { path: '/12/accounts/:account_id/cards/poll', idFilter: 'card_ids', pageSize: 1000 },
    create: { method: 'POST', path: '/12/accounts/:account_id/cards/poll' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/cards/poll/:id' },
  },
  replacement: {
    irreversible: true,
    loses: 'the votes',
  },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: { name: 'Colour', first_choice: 'Red', second_choice: 'Blue', duration_in_minutes: '1440' },
  check,
});

function check(declared: Values): readonly Finding[] {
  const lonely = declared.fourth_choice !== undefined && declared.third_choice === undefined;
  return [
    ...(lonely ? [needsThird] : []),
    ...misplacedMedia(declared, { media_key: ['image', 'video'] }, 'INVALID_IMAGE'),
  ];
}

const needsThird: Finding = {
  field: 'fourth_choice',
  message: 'needs third_choice',
  remedy: 'Add third_choice, or move the answer there.',
  code: 'INCLUSIVE_PARAMETERS',
  onlyForNew: true,
};
