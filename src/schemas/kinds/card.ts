import { defineKind } from '../define-kind.ts';
import { text } from '../field-types/index.ts';
import { components, slides } from './card-content.ts';
import { checkCard, replacedContent } from './card-rules.ts';

/** A card made of components (F-card-01, F-card-04). */
export const card = defineKind({
  name: 'card',
  title: 'card',
  section: 'cards',
  parent: 'account',
  description: 'Media with a headline or a button that leads to a website or an app; posts show it.',
  hazards: [
    'Posts go by the address of their card: a new card in place of an old one takes new posts.',
    'Posts that show a card are not checked when it is changed or deleted.',
    'A card with components cannot become one with slides: a new card takes its place.',
  ],
  fields: {
    name: {
      type: text(80),
      change: 'in-place',
      required: true,
      description: 'The name, up to 80 characters.',
      example: { value: 'Hero of May' },
    },
    components: {
      type: components,
      change: 'in-place',
      content: true,
      description: 'One medium, and one thing to tap, in the order they are shown; not with slides.',
      example: {
        value: [
          {
            type: 'BUTTON',
            label: { type: 'ENUM', value: 'INSTALL' },
            destination: { type: 'APP', country_code: 'US', app_store_id_a: 'com.example.acme' },
          },
          { type: 'SWIPEABLE_MEDIA', media_keys: ['3_1191948012077092869', '7_1191948012077092868'] },
        ],
      },
    },
    slides: {
      type: slides,
      change: 'in-place',
      content: true,
      description: 'Two to six cards to swipe through, each with its own website; not with components.',
      example: {
        value: [slide('3_1191948012077092869', 'Leaves'), slide('7_1191948012077092868', 'Summer')],
        without: ['components'],
      },
    },
  },
  observed: ['card_type'],
  referredBy: 'card_uri',
  naturalKey: ['name'],
  creatable: true,
  operations: {
    // The filter's name is singular, and a page has 200 at most (F-card-05).
    list: { path: '/12/accounts/:account_id/cards', idFilter: 'card_id', pageSize: 200 },
    read: '/12/accounts/:account_id/cards/:id',
    create: { method: 'POST', path: '/12/accounts/:account_id/cards', body: 'json' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/cards/:id', body: 'json' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/cards/:id' },
  },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: {
    name: 'Hero',
    components: [
      { type: 'MEDIA', media_key: '13_1191948012077092867' },
      { type: 'DETAILS', title: 'Spring sale', destination: { type: 'WEBSITE', url: 'https://example.com' } },
    ],
  },
  check: checkCard,
  replacement: { fields: replacedContent },
});

function slide(mediaKey: string, title: string): readonly object[] {
  return [
    { type: 'MEDIA', media_key: mediaKey },
    { type: 'DETAILS', title, destination: { type: 'WEBSITE', url: 'https://example.com/summer' } },
  ];
}
