import {
  country,
  digits,
  listOf,
  mediaKey,
  oneOf,
  type Params,
  type ParamType,
  text,
  url,
  variantOf,
} from '../../params/param.ts';

const labels = ['BOOK', 'CONNECT', 'INSTALL', 'OPEN', 'ORDER', 'PLAY', 'SHOP'];

const websiteMembers: Params = { url: { is: url, required: true } };

// The public names beside those of the documentation (F-card-02): stored as they came.
const appMembers: Params = {
  country_code: { is: country, required: true },
  app_store_id_a: { is: text(255) },
  app_store_id_b: { is: digits },
  deep_link_a: { is: text(2048) },
  deep_link_b: { is: text(2048) },
  googleplay_app_id: { is: text(255) },
  ios_app_store_identifier: { is: digits },
  googleplay_deep_link: { is: text(2048) },
  ios_deep_link: { is: text(2048) },
};

/** One component of a card (F-card-01). */
const component: ParamType = variantOf('type', {
  MEDIA: { media_key: { is: mediaKey, required: true } },
  SWIPEABLE_MEDIA: { media_keys: { is: { type: 'list', of: mediaKey, min: 2, max: 6 }, required: true } },
  DETAILS: {
    title: { is: text(255), required: true },
    destination: { is: variantOf('type', { WEBSITE: websiteMembers }), required: true },
  },
  BUTTON: {
    label: {
      is: variantOf('type', { ENUM: { value: { is: oneOf(labels), required: true } } }),
      required: true,
    },
    destination: { is: variantOf('type', { APP: appMembers }), required: true },
  },
});

/** The components of one card, in order. */
export const components: ParamType = listOf(component, 20);

/** A complete card per slide. */
export const slides: ParamType = { type: 'list', of: components, min: 2, max: 6 };

/** The app of a destination, with the two families of names brought to one. */
export const appNames: readonly { readonly id: readonly string[]; readonly deepLink: readonly string[] }[] = [
  { id: ['app_store_id_a', 'googleplay_app_id'], deepLink: ['deep_link_a', 'googleplay_deep_link'] },
  { id: ['app_store_id_b', 'ios_app_store_identifier'], deepLink: ['deep_link_b', 'ios_deep_link'] },
];
