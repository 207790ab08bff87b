import type { SeedRecords } from '../../../packages/sandbox/src/control/seed.ts';

const account_id = '18ce54d4x5t';

/** What the examples of kinds name by id, beside what the sandbox holds by default. */
export const exampleWorld: SeedRecords = {
  media_library: [{ media_key: '3_1191948012077092998', account_id, name: 'Example' }],
  cards: [{ id: '1503831318555000042', account_id, name: 'Example card' }],
  scheduled_tweets: ['1188476031668000042', '1188476031668000043'].map((id) => ({
    id,
    account_id,
    text: `Example ${id}`,
    scheduled_at: '2027-04-01T09:00:00Z',
  })),
  funding_instruments: [{ id: 'hxtf0', account_id, currency: 'USD', start_time: '2026-01-01T00:00:00Z' }],
};

const permissions = ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'];

/** The examples say posts for others too. */
export const exampleRoles = [
  {
    collection: 'users',
    id: '756201191646691328',
    set: { accounts: { [account_id]: permissions, '18ce5uk0000': permissions } },
  },
];
