import type { Fields } from '../value.ts';

/** The placements that a product type allows together (F-lookup-07). */
export const placementRows: readonly Fields[] = [
  { product_type: 'MEDIA', placements: [['ALL_ON_TWITTER'], ['PUBLISHER_NETWORK']] },
  { product_type: 'PROMOTED_ACCOUNT', placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']] },
  {
    product_type: 'PROMOTED_TWEETS',
    placements: [
      ['ALL_ON_TWITTER'],
      ['ALL_ON_TWITTER', 'PUBLISHER_NETWORK'],
      ['PUBLISHER_NETWORK'],
      ['PUBLISHER_NETWORK', 'TWITTER_TIMELINE'],
      ['TWITTER_SEARCH'],
      ['TWITTER_TIMELINE'],
      ['TWITTER_TIMELINE', 'TWITTER_PROFILE'],
    ],
  },
];
