import type { FieldType } from '../define-field.ts';
import { choice, list, type Members, text, variants, webAddress } from '../field-types/index.ts';
import { country, libraryMedia, storeNumber } from './creative-types.ts';

const labels = ['BOOK', 'CONNECT', 'INSTALL', 'OPEN', 'ORDER', 'PLAY', 'SHOP'] as const;

/** The two families of names for an app in a store and its deep link; an answer has the one that was sent. */
export const appNames: readonly { readonly id: string; readonly deepLink: string }[] = [
  { id: 'app_store_id_a', deepLink: 'deep_link_a' },
  { id: 'app_store_id_b', deepLink: 'deep_link_b' },
  { id: 'googleplay_app_id', deepLink: 'googleplay_deep_link' },
  { id: 'ios_app_store_identifier', deepLink: 'ios_deep_link' },
];

/** Where an app is found (F-card-02). */
const app: Members = {
  country_code: {
    type: country,
    required: true,
    description: 'The country of the app stores, as two letters of ISO 3166-1.',
  },
  app_store_id_a: { type: text(255), description: 'The package name of the app on the first platform.' },
  app_store_id_b: {
    type: storeNumber,
    description: 'The number of the app in the store of the second platform.',
  },
  deep_link_a: { type: text(2048), description: 'A link into the app; only with app_store_id_a.' },
  deep_link_b: { type: text(2048), description: 'A link into the app; only with app_store_id_b.' },
  googleplay_app_id: { type: text(255), description: 'Another name of app_store_id_a.' },
  ios_app_store_identifier: { type: storeNumber, description: 'Another name of app_store_id_b.' },
  googleplay_deep_link: {
    type: text(2048),
    description: 'A link into the app; only with googleplay_app_id.',
  },
  ios_deep_link: {
    type: text(2048),
    description: 'A link into the app; only with ios_app_store_identifier.',
  },
};

const label = variants('label of a button', 'type', {
  ENUM: { value: { type: choice(labels), required: true, description: 'What the button says.' } },
});

/** One part of a card (F-card-01). */
const component = variants('part of a card', 'type', {
  MEDIA: { media_key: { type: libraryMedia, required: true, description: 'The media that is shown.' } },
  SWIPEABLE_MEDIA: {
    media_keys: {
      type: list(libraryMedia, { min: 2, max: 6 }),
      required: true,
      description: 'The media to swipe through, in order.',
    },
  },
  DETAILS: {
    title: { type: text(255), required: true, description: 'The headline, up to 255 characters.' },
    destination: {
      type: variants('website', 'type', {
        WEBSITE: { url: { type: webAddress(), required: true, description: 'The address it leads to.' } },
      }),
      required: true,
      description: 'The website it leads to.',
    },
  },
  BUTTON: {
    label: { type: label, required: true, description: 'The label of the button.' },
    destination: {
      type: variants('app', 'type', { APP: app }),
      required: true,
      description: 'The app it leads to.',
    },
  },
});

/** The parts of one card, in order. */
export const components: FieldType = list(component, { min: 2, max: 2 });

/** A complete card for each slide, in order. */
export const slides: FieldType = list(components, { min: 2, max: 6 });
