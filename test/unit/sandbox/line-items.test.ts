import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = `/12/accounts/${us}/line_items`;
type Query = Readonly<Record<string, string>>;
const engagements: Query = {
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_TWEETS',
  placements: 'ALL_ON_TWITTER',
};

async function campaign(fields: Query = {}): Promise<string> {
  const query = {
    name: 'C',
    funding_instrument_id: 'hxtet',
    daily_budget_amount_local_micro: '50000000',
    ...fields,
  };
  return (await client.send('POST', `/12/accounts/${us}/campaigns`, { query })).id;
}

async function create(fields: Query, campaignFields: Query = {}) {
  return client.send('POST', path, {
    query: { campaign_id: await campaign(campaignFields), ...engagements, ...fields },
  });
}

test('a new line item is shown with the documented fields and defaults', async () => {
  const fields = {
    name: 'L',
    bid_amount_local_micro: '1200000',
    placements: 'ALL_ON_TWITTER,TWITTER_SEARCH',
    start_time: '2026-12-01T01:00:00+01',
  };

  const answer = await create(fields);

  expect(answer.record).toMatchObject({
    name: 'L',
    placements: ['ALL_ON_TWITTER', 'TWITTER_SEARCH'],
    goal: 'ENGAGEMENT',
    pay_by: 'ENGAGEMENT',
    bid_strategy: 'MAX',
    bid_amount_local_micro: 1_200_000,
    currency: 'USD',
    entity_status: 'ACTIVE',
    start_time: '2026-12-01T00:00:00Z',
    end_time: null,
    standard_delivery: null,
    categories: [],
    creative_source: 'MANUAL',
    advertiser_user_id: '756201191646691328',
    funding_instrument_id: 'hxtet',
    deleted: false,
  });
  expect(answer.body.request).toMatchObject({
    params: { placements: ['ALL_ON_TWITTER', 'TWITTER_SEARCH'], start_time: '2026-12-01T00:00:00Z' },
  });
});

const lineItemBudgets = { budget_optimization: 'LINE_ITEM', total_budget_amount_local_micro: '90000000' };

describe('creation', () => {
  test.each<[Query, Query, string, string]>([
    [{ campaign_id: 'nope' }, {}, 'INVALID_PARAMETER', 'campaign_id'],
    [{ objective: 'AWARENESS' }, {}, 'INVALID_PARAMETER', 'objective'],
    [{ placements: '' }, {}, 'MISSING_PARAMETER', 'placements'],
    [{ placements: 'TWITTER_PROFILE' }, {}, 'INVALID_PLACEMENT_TYPE', 'placements'],
    [
      { placements: 'PUBLISHER_NETWORK,TWITTER_SEARCH', categories: 'IAB1', advertiser_domain: 'a.com' },
      {},
      'INVALID_PLACEMENT_TYPE',
      'placements',
    ],
    [{ objective: 'REACH', placements: 'TWITTER_SEARCH' }, {}, 'INVALID_PLACEMENT_TYPE', 'placements'],
    [{ placements: 'PUBLISHER_NETWORK', categories: 'IAB1' }, {}, 'MISSING_PARAMETER', 'advertiser_domain'],
    [
      { placements: 'PUBLISHER_NETWORK', advertiser_domain: 'https://a.com', categories: 'IAB1' },
      {},
      'INVALID_PARAMETER',
      'advertiser_domain',
    ],
    [{ placements: 'PUBLISHER_NETWORK', advertiser_domain: 'a.com' }, {}, 'MISSING_PARAMETER', 'categories'],
    [{ objective: 'PREROLL_VIEWS', categories: 'IAB3' }, {}, 'INVALID_PARAMETER', 'product_type'],
    [{ objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }, {}, 'MISSING_PARAMETER', 'categories'],
    [{ objective: 'FOLLOWERS' }, {}, 'INVALID_PARAMETER', 'product_type'],
    [
      { objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT', placements: 'TWITTER_SEARCH' },
      {},
      'INVALID_PLACEMENT_TYPE',
      'placements',
    ],
    [
      { objective: 'REACH', bid_strategy: 'MAX', bid_amount_local_micro: '10000' },
      {},
      'INVALID_PARAMETER',
      'bid_strategy',
    ],
    [{ bid_strategy: 'TARGET', bid_amount_local_micro: '10000' }, {}, 'INVALID_PARAMETER', 'bid_strategy'],
    [{ bid_strategy: 'MAX' }, {}, 'MISSING_PARAMETER', 'bid_amount_local_micro'],
    [{ bid_amount_local_micro: '0' }, {}, 'INVALID_PARAMETER', 'bid_amount_local_micro'],
    [{ bid_amount_local_micro: '10001' }, {}, 'INVALID_DENOMINATION', 'bid_amount_local_micro'],
    [{ objective: 'APP_INSTALLS' }, {}, 'MISSING_PARAMETER', 'android_app_store_identifier'],
    [{ goal: 'WEBSITE_CONVERSIONS' }, {}, 'MISSING_PARAMETER', 'primary_web_event_tag'],
    [{ goal: 'SITE_VISITS' }, {}, 'INVALID_PARAMETER', 'goal'],
    [{ frequency_cap: '3' }, {}, 'INCLUSIVE_PARAMETERS', 'duration_in_days'],
    [{ frequency_cap: '3', duration_in_days: '2' }, {}, 'INVALID_PARAMETER', 'duration_in_days'],
    [
      { objective: 'WEBSITE_CLICKS', frequency_cap: '3', duration_in_days: '7' },
      {},
      'INVALID_PARAMETER',
      'frequency_cap',
    ],
    [{ start_time: '2026-12-02', end_time: '2026-12-01' }, {}, 'INVALID_TIME_WINDOW', 'end_time'],
    [{ start_time: '2026-02-30' }, {}, 'INVALID_PARAMETER', 'start_time'],
    [{ advertiser_user_id: '1' }, {}, 'INVALID_PARAMETER', 'advertiser_user_id'],
    [
      { daily_budget_amount_local_micro: '10000' },
      {},
      'INVALID_PARAMETER',
      'daily_budget_amount_local_micro',
    ],
    [{ standard_delivery: 'true' }, {}, 'INVALID_PARAMETER', 'standard_delivery'],
    [
      { daily_budget_amount_local_micro: '20000', total_budget_amount_local_micro: '10000' },
      lineItemBudgets,
      'INVALID_PARAMETER',
      'daily_budget_amount_local_micro',
    ],
    [
      { total_budget_amount_local_micro: '90010000' },
      lineItemBudgets,
      'SPEND_EXCEEDS_BUDGET',
      'total_budget_amount_local_micro',
    ],
  ])('refuses %o', async (fields, campaignFields, code, parameter) => {
    const answer = await create(fields, campaignFields);

    expect([answer.status, answer.body.errors?.map((each) => [each.code, each.parameter])]).toEqual([
      400,
      [[code, parameter]],
    ]);
  });

  test.each<[Query, Query, Readonly<Record<string, unknown>>]>([
    [
      { bid_strategy: 'AUTO', bid_amount_local_micro: '10000' },
      {},
      { bid_strategy: 'AUTO', bid_amount_local_micro: null },
    ],
    [{}, {}, { bid_strategy: 'AUTO' }],
    [
      { objective: 'REACH', bid_amount_local_micro: '10000' },
      {},
      { bid_strategy: 'TARGET', goal: 'MAX_REACH', pay_by: 'IMPRESSION' },
    ],
    [
      { objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' },
      {},
      { goal: 'FOLLOWERS', pay_by: 'FOLLOW' },
    ],
    [
      { objective: 'PREROLL_VIEWS', product_type: 'MEDIA', categories: 'IAB7,IAB3' },
      {},
      { categories: ['IAB7', 'IAB3', 'IAB13', 'IAB21'] },
    ],
    [
      { objective: 'APP_INSTALLS', ios_app_store_identifier: '333903271', pay_by: 'APP_CLICK' },
      {},
      { pay_by: 'APP_CLICK' },
    ],
    [{ frequency_cap: '3', duration_in_days: '7' }, {}, { frequency_cap: 3, duration_in_days: 7 }],
    [
      { daily_budget_amount_local_micro: '10000' },
      lineItemBudgets,
      { daily_budget_amount_local_micro: 10_000, standard_delivery: true },
    ],
  ])('takes %o', async (fields, campaignFields, expected) => {
    const answer = await create(fields, campaignFields);

    expect([answer.status, answer.record]).toMatchObject([200, expected]);
  });

  test('all line items of a campaign share objective and product type', async () => {
    const { record } = await create({});
    const fields = { ...engagements, campaign_id: String(record['campaign_id']) };

    const answers = [
      await client.send('POST', path, { query: { ...fields, objective: 'VIDEO_VIEWS' } }),
      await client.send('POST', path, { query: { ...fields, product_type: 'MEDIA' } }),
    ];

    expect(answers.map(({ body }) => body.errors?.[0]?.parameter)).toEqual(['objective', 'product_type']);
  });

  test.each([
    [{ line_items_per_campaign: 1 }, 'PAUSED'],
    [{ active_line_items: 1 }, 'ACTIVE'],
  ])('under the limits %o one more is refused', async (limits, entity_status) => {
    await client.control('PUT', '/limits', limits);
    const { record } = await create({});

    const answer = await client.send('POST', path, {
      query: { ...engagements, campaign_id: String(record['campaign_id']), entity_status },
    });

    expect([answer.status, answer.codes]).toEqual([400, ['TOO_MANY_LINE_ITEMS']]);
  });
});

describe('update', () => {
  test('takes back the whole record that was read, and leaves it as it is', async () => {
    const { id, record } = await create({
      bid_amount_local_micro: '10000',
      start_time: '2026-12-01',
      end_time: '2026-12-31',
    });

    const answer = await client.send('PUT', `${path}/${id}`, { json: record });

    expect([answer.status, answer.record]).toEqual([
      200,
      { ...record, updated_at: answer.record['updated_at'] },
    ]);
  });

  test('an empty value unsets, and what is fixed is ignored', async () => {
    const { id, record } = await create({ name: 'L', end_time: '2026-12-31', categories: 'IAB1' });

    const query = {
      name: '',
      end_time: '',
      categories: '',
      objective: 'REACH',
      placements: 'TREND',
      campaign_id: 'x',
    };
    const answer = await client.send('PUT', `${path}/${id}`, { query });

    expect(answer.record).toMatchObject({
      ...record,
      name: null,
      end_time: null,
      categories: [],
      updated_at: answer.record['updated_at'],
    });
  });

  test.each<[Query, string]>([
    [{ bid_strategy: 'MAX' }, 'bid_amount_local_micro'],
    [{ end_time: '2026-11-30' }, 'end_time'],
    [{ advertiser_user_id: '1' }, 'advertiser_user_id'],
    [{ total_budget_amount_local_micro: '10000' }, 'total_budget_amount_local_micro'],
  ])('refuses %o', async (query, parameter) => {
    const { id } = await create({ start_time: '2026-12-01' });

    const answer = await client.send('PUT', `${path}/${id}`, { query });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });
});
