import { defaultApplication } from '../auth/apps.ts';
import { defaultCreatives } from './default-creatives.ts';
import { defaultDataSeed } from './default-data-seed.ts';
import type { SeedRecords } from './seed.ts';

const us = '18ce54d4x5t';
const uk = '18ce5uk0000';

function user(id: string, name: string, ...permissions: readonly string[]): SeedRecords[string][number] {
  return {
    id,
    screen_name: `acme_${name}`,
    access_token: `${id}-sandbox${name}Token`,
    access_token_secret: `sandbox${name}TokenSecret`,
    accounts: { [us]: permissions, [uk]: permissions },
  };
}

/** The application whose keys a sandbox hands out. */
export const defaultApps: SeedRecords[string] = [
  {
    id: defaultApplication.id,
    name: 'Acme campaigns',
    consumer_key: defaultApplication.consumerKey,
    consumer_secret: defaultApplication.consumerSecret,
  },
];

/** Whose token a sandbox hands out, and who owns what a seed gives to nobody. */
export const defaultUsers: SeedRecords['users'] = [
  user('756201191646691328', 'admin', 'ACCOUNT_ADMIN'),
  user('756201191646691329', 'manager', 'AD_MANAGER'),
  user('756201191646691330', 'creative', 'CREATIVE_MANAGER'),
  user('756201191646691331', 'analyst', 'CAMPAIGN_ANALYST'),
  user('756201191646691332', 'partner', 'PARTNER_AUDIENCE_MANAGER'),
  user('756201191646691333', 'composer', 'AD_MANAGER', 'TWEET_COMPOSER'),
];

const business = { business_id: 'acme1', business_name: 'Acme', promotable_user_id: '756201191646691328' };
const started = { start_time: '2026-01-01T00:00:00Z' };

/** Two accounts of one business, each with funds, and a line item for others to hang things on: the same ids every time. */
export const defaultSeed: SeedRecords = {
  ...defaultCreatives,
  users: defaultUsers,
  ...defaultDataSeed,
  accounts: [
    { id: us, name: 'Acme US', timezone: 'America/Los_Angeles', industry_type: 'RETAIL', ...business },
    { id: uk, name: 'Acme UK', timezone: 'Europe/London', industry_type: 'RETAIL', ...business },
  ],
  promotable_users: [
    { id: 'l310r', account_id: us, user_id: '756201191646691328', promotable_user_type: 'FULL' },
    { id: 'l310s', account_id: us, user_id: '2417045708', promotable_user_type: 'RETWEETS_ONLY' },
    { id: 'l310t', account_id: uk, user_id: '756201191646691328', promotable_user_type: 'FULL' },
  ],
  account_apps: [
    { id: '4x', account_id: us, app_store_identifier: 'com.example.acme', deep_link_pattern: 'acme://' },
    { id: '4y', account_id: us, app_store_identifier: '333903271', os_type: 'iOS' },
  ],
  funding_instruments: [
    {
      id: 'hxtet',
      account_id: us,
      type: 'CREDIT_CARD',
      description: 'Visa ending in 1111',
      currency: 'USD',
      ...started,
    },
    {
      id: 'hxuk1',
      account_id: uk,
      type: 'CREDIT_CARD',
      description: 'Visa ending in 2222',
      currency: 'GBP',
      ...started,
    },
  ],
  campaigns: [
    {
      id: '8zva0',
      account_id: us,
      funding_instrument_id: 'hxtet',
      name: 'Evergreen',
      entity_status: 'PAUSED',
    },
  ],
  line_items: [
    {
      id: '6zva',
      account_id: us,
      campaign_id: '8zva0',
      name: 'Evergreen clicks',
      objective: 'WEBSITE_CLICKS',
      entity_status: 'PAUSED',
      ...started,
    },
  ],
  targeting_criteria: [
    {
      id: 'fbyjl',
      account_id: us,
      line_item_id: '6zva',
      targeting_type: 'LOCATION',
      targeting_value: '96683cc9126741d1',
    },
  ],
};
