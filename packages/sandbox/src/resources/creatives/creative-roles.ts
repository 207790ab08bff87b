import type { Permission } from '../../engine/endpoint.ts';

// By what the permissions let a user do (F-account-04), CREATIVE_MANAGER works with creatives and previews, and
// CAMPAIGN_ANALYST views. ANALYST and PARTNER_AUDIENCE_MANAGER have nothing to do with creatives.

/** Who may see creatives: media, cards and posts. */
export const creativeReaders: readonly Permission[] = [
  'ACCOUNT_ADMIN',
  'AD_MANAGER',
  'CREATIVE_MANAGER',
  'CAMPAIGN_ANALYST',
];

/** Who may change creatives. */
export const creativeWriters: readonly Permission[] = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'];
