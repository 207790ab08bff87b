import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Client } from '../../../src/runs/index.ts';
import { createClientBench, rejection } from './client-bench.ts';

const account_id = '18ce54d4x5t';
const campaign = { account_id, funding_instrument_id: 'hxtet' };
const nested = (depth: number): object => {
  let segment: object = {};
  for (let level = 0; level < depth; level += 1) segment = { child_segments: [segment] };
  return segment;
};
const polluting = z
  .custom<{ account_id: string }>()
  .parse(JSON.parse('{"account_id":"a","__proto__":{"polluted":true}}'));

/** Calls that nothing may be sent of, and what is said of them. Each is refused by the compiler too, where types can tell. */
const wrong: readonly (readonly [string, (client: Client) => Promise<unknown>, readonly string[]])[] = [
  // @ts-expect-error A required parameter is absent.
  ['nothing', (client) => client.ads.campaigns.get(), ['account_id is absent', 'campaign_id is absent']],
  // @ts-expect-error A text is no input.
  ['a text', (client) => client.ads.campaigns.get('8wku2'), ['the input is no object']],
  // @ts-expect-error A list is no input.
  ['a list', (client) => client.ads.campaigns.get([]), ['the input is no object']],
  [
    'a misspelt parameter',
    // @ts-expect-error There is no such parameter.
    (client) => client.ads.accounts.list({ acount_ids: ['a'] }).page(),
    ['the input has no place for "acount_ids"; is account_ids meant?'],
  ],
  [
    'a name of every object',
    (client) => client.ads.accounts.get(polluting),
    ['the input has no place for "__proto__"'],
  ],
  ['two dots', (client) => client.ads.accounts.get({ account_id: '..' }), ['account_id is no id']],
  ['a slash', (client) => client.ads.accounts.get({ account_id: 'a/../b' }), ['account_id is no id']],
  ['nothing as an id', (client) => client.ads.accounts.get({ account_id: '' }), ['account_id is no id']],
  [
    'half a character',
    (client) => client.ads.campaigns.create({ ...campaign, name: '\ud800' }),
    ['name is no valid Unicode'],
  ],
  [
    'a name of 256 characters',
    (client) => client.ads.campaigns.create({ ...campaign, name: '😀'.repeat(256) }),
    ['name has more than 255 characters'],
  ],
  [
    'a word that is not known',
    // @ts-expect-error The status is not among the words.
    (client) => client.ads.campaigns.create({ ...campaign, entity_status: 'active' }),
    ['entity_status is none of ACTIVE, PAUSED'],
  ],
  [
    'a flag as a text',
    // @ts-expect-error A flag is true or false.
    (client) => client.ads.campaigns.create({ ...campaign, standard_delivery: 'true' }),
    ['standard_delivery is neither true nor false'],
  ],
  ...[55.5, 2 ** 53, '99999999999999999999', '5e6', Number.NaN, 2n ** 63n].map(
    (amount): (typeof wrong)[number] => [
      `the amount ${amount}`,
      (client) => client.ads.campaigns.create({ ...campaign, daily_budget_amount_local_micro: amount }),
      [
        'daily_budget_amount_local_micro is no integer of up to 64 bits: give a number up to 2^53 - 1, a bigint, or the text of its digits',
      ],
    ],
  ),
  [
    'null for a filter',
    // @ts-expect-error Nothing is unset by a read.
    (client) => client.ads.campaigns.list({ account_id, q: null }).page(),
    ['q is no text'],
  ],
  [
    'a filter without a value, which would filter nothing',
    (client) => client.ads.campaigns.list({ account_id, campaign_ids: [] }).page(),
    ['campaign_ids is an empty list'],
  ],
  [
    'an item with a comma',
    (client) => client.ads.campaigns.list({ account_id, campaign_ids: ['a,b', ''] }).page(),
    [
      'campaign_ids.0 is empty or has a comma in it, which parts the items of a list',
      'campaign_ids.1 is empty or has a comma in it, which parts the items of a list',
    ],
  ],
  [
    '201 ids',
    (client) =>
      client.ads.campaigns.list({ account_id, campaign_ids: Array.from({ length: 201 }, () => 'a') }).page(),
    ['campaign_ids has more than 200 items'],
  ],
  [
    'a page of 1001',
    (client) => client.ads.campaigns.list({ account_id, count: 1001 }).page(),
    ['count is no whole number from 1 to 1000'],
  ],
  [
    'times that no calendar has',
    (client) =>
      client.ads.insights.keywords.search.get({
        granularity: 'DAY',
        keywords: ['shoes'],
        start_time: '2026-02-30',
        end_time: '2026-12-01T00:00:00',
      }),
    [
      'start_time is no time: write 2026-12-01T00:00:00Z, with an offset, or a date',
      'end_time is no time: write 2026-12-01T00:00:00Z, with an offset, or a date',
    ],
  ],
  [
    'a batch of nothing',
    (client) => client.ads.batch.campaigns.create({ account_id, body: [] }),
    ['body is an empty list'],
  ],
  [
    'operations of a batch that lack something',
    (client) =>
      client.ads.batch.campaigns.create({
        account_id,
        body: [
          // @ts-expect-error A new campaign needs a funding instrument.
          { operation_type: 'Create', params: { name: 'New' } },
          // @ts-expect-error There is no such operation.
          { operation_type: 'Destroy', params: { campaign_id: 'a' } },
          // @ts-expect-error An update names the campaign.
          { operation_type: 'Update', params: { name: 'New' } },
          // @ts-expect-error Null is no operation.
          null,
        ],
      }),
    [
      'body.0.params.funding_instrument_id is absent',
      'body.1.operation_type is none of Create, Update, Delete',
      'body.2.params.campaign_id is absent',
      'body.3 is no object',
    ],
  ],
  [
    'a part of a card that is of another sort',
    (client) =>
      client.ads.cards.create({
        account_id,
        name: 'Card',
        // @ts-expect-error A title leads to a website.
        components: [{ type: 'DETAILS', title: 'Shoes', destination: { type: 'APP', country_code: 'US' } }],
      }),
    [
      'components.0.destination.type is none of WEBSITE',
      'components.0.destination.url is absent',
      'components.0.destination has no place for "country_code"',
    ],
  ],
  [
    'segments without an end',
    (client) =>
      client.ads.batch.customAudiences.create({
        account_id,
        body: [
          {
            operation_type: 'Create',
            params: { name: 'Deep', audience_type: 'FLEXIBLE', segments: nested(20_000) },
          },
        ],
      }),
    ['the input is nested too deeply'],
  ],
];

test.each(wrong)('%s is refused, and nothing is sent', async (_title, call, lines) => {
  const { client, requests } = await createClientBench(() => ({ json: { data: {} } }));

  const error = await rejection((async () => await call(client))());

  expect(error).toMatchObject({
    code: 'ADSYNC_CALL_INVALID',
    detail: { lines, remedy: 'Nothing was sent.' },
  });
  expect(requests).toEqual([]);
});

test('of many faults twenty are told, and none of them repeats a value', async () => {
  const { client } = await createClientBench(() => ({ json: {} }));
  const ids = Array.from({ length: 200 }, () => 'secret,value');

  const error = await rejection(client.ads.campaigns.list({ account_id, campaign_ids: ids }).page());

  expect(error).toMatchObject({
    message: 'client.ads.campaigns.list was given 200 things that it does not take',
  });
  expect(JSON.stringify(error)).toContain('"and 180 more"]');
  expect(JSON.stringify(error)).not.toContain('secret');
});

const record = {
  id: '8wku2',
  name: 'Sale',
  funding_instrument_id: 'hxtet',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 55_000_000,
  total_budget_amount_local_micro: null,
  entity_status: 'PAUSED',
  effective_status: 'PAUSED',
  servable: false,
  reasons_not_servable: [],
  standard_delivery: true,
  purchase_order_number: null,
  duration_in_days: null,
  frequency_cap: null,
  currency: 'USD',
  created_at: '2026-12-01T00:00:00Z',
  updated_at: '2026-12-01T00:00:00Z',
  deleted: false,
};

/** Calls, and what of each arrives. */
const sent: readonly (readonly [string, (client: Client) => Promise<unknown>, object])[] = [
  [
    'parameters of a write in the query, null as the empty value',
    (client) =>
      client.ads.campaigns.update({
        account_id,
        campaign_id: '8wku2',
        name: 'A & B +ü',
        total_budget_amount_local_micro: null,
        daily_budget_amount_local_micro: 9_007_199_254_750_000n,
        standard_delivery: false,
        purchase_order_number: undefined,
      }),
    {
      method: 'PUT',
      url: '/12/accounts/18ce54d4x5t/campaigns/8wku2?daily_budget_amount_local_micro=9007199254750000&name=A%20%26%20B%20%2B%C3%BC&standard_delivery=false&total_budget_amount_local_micro=',
      body: '',
    },
  ],
  [
    'a batch as a list, a bigint as its digits',
    (client) =>
      client.ads.batch.campaigns.create({
        account_id,
        body: [
          {
            operation_type: 'Update',
            params: {
              campaign_id: '8wku2',
              total_budget_amount_local_micro: 9_007_199_254_750_000n,
              name: null,
            },
          },
        ],
      }),
    {
      method: 'POST',
      url: '/12/batch/accounts/18ce54d4x5t/campaigns',
      body: '[{"operation_type":"Update","params":{"campaign_id":"8wku2","name":null,"total_budget_amount_local_micro":9007199254750000}}]',
    },
  ],
  [
    'a body of the data API as an object',
    (client) => client.data.connections.deleteMany({ uuids: ['a', 'b,c'] }),
    { method: 'DELETE', url: '/2/connections', body: '{"uuids":["a","b,c"]}' },
  ],
  [
    'nothing where nothing is to be said',
    (client) => client.data.connections.all.deleteMany(),
    { method: 'DELETE', url: '/2/connections/all', body: '' },
  ],
  [
    'a list of ids, 64 bits each',
    (client) =>
      client.ads.tweetPreviews
        .list({ account_id, tweet_type: 'PUBLISHED', tweet_ids: ['1166476031668015104', 12n, 7] })
        .page(),
    {
      method: 'GET',
      url: '/12/accounts/18ce54d4x5t/tweet_previews?tweet_ids=1166476031668015104%2C12%2C7&tweet_type=PUBLISHED',
    },
  ],
  [
    'fields by the names that have dots',
    (client) => client.data.tweets.list({ ids: ['1', '2'], 'tweet.fields': ['author_id', 'lang'] }).page(),
    { method: 'GET', url: '/2/tweets?tweet.fields=author_id%2Clang&ids=1%2C2' },
  ],
];

test.each(sent)('%s', async (_title, call, expected) => {
  const { client, requests } = await createClientBench(({ method, url }) => ({
    json: {
      data: method === 'GET' || url.includes('batch') ? [record].slice(method === 'GET' ? 1 : 0) : record,
    },
  }));

  await call(client);

  expect(requests).toEqual([expect.objectContaining(expected)]);
});

test('sign-in is asked for as it takes it', async () => {
  const { client, requests } = await createClientBench(({ url }) =>
    url === '/oauth2/token'
      ? { json: { token_type: 'bearer', access_token: 'AAAA%2F' } }
      : { text: 'oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true' },
  );

  const bearer = await client.auth.oauth2.token.create({ grant_type: 'client_credentials' });
  const token = await client.auth.oauth.requestToken.create({ oauth_callback: 'oob' });

  expect(bearer).toEqual({ token_type: 'bearer', access_token: 'AAAA%2F' });
  expect(token).toEqual({ oauth_token: 'a', oauth_token_secret: 'b', oauth_callback_confirmed: 'true' });
  expect(requests.map(({ body, headers }) => [body, headers.authorization?.split(' ')[0]])).toEqual([
    ['grant_type=client_credentials', 'Basic'],
    ['', 'OAuth'],
  ]);
  expect(requests[1]?.url).toBe('/oauth/request_token');
  expect(requests[1]?.headers.authorization).toContain('oauth_callback="oob"');
  expect(requests[1]?.headers.authorization).not.toContain('oauth_token=');
});
