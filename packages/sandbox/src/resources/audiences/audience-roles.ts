import type { Permission } from '../../engine/endpoint.ts';

// By what the permissions let a user do (F-account-04), PARTNER_AUDIENCE_MANAGER works with audiences only; ANALYST has
// audience insights, no audiences; CREATIVE_MANAGER has creatives only.

/** Who may see audiences. */
export const audienceReaders: readonly Permission[] = [
  'ACCOUNT_ADMIN',
  'AD_MANAGER',
  'CAMPAIGN_ANALYST',
  'PARTNER_AUDIENCE_MANAGER',
];

/** Who may change audiences. */
export const audienceWriters: readonly Permission[] = [
  'ACCOUNT_ADMIN',
  'AD_MANAGER',
  'PARTNER_AUDIENCE_MANAGER',
];

/** Who may ask how large an audience would be. */
export const insightReaders: readonly Permission[] = [...audienceReaders, 'ANALYST'];
