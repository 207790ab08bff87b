import type { Permission } from './endpoint.ts';

// Who sees campaigns and who changes them (F-account-04). CREATIVE_MANAGER works with creatives only, which is read as:
// sees what they belong to, changes none of it. ANALYST and PARTNER_AUDIENCE_MANAGER see no campaigns.

/** Who may read campaigns, and what belongs to them. */
export const campaignReaders: readonly Permission[] = [
  'ACCOUNT_ADMIN',
  'AD_MANAGER',
  'CREATIVE_MANAGER',
  'CAMPAIGN_ANALYST',
];

/** Who may change campaigns, and what belongs to them. */
export const campaignWriters: readonly Permission[] = ['ACCOUNT_ADMIN', 'AD_MANAGER'];

/** Who may change the settings of an account. */
export const settingsWriters: readonly Permission[] = ['ACCOUNT_ADMIN'];
