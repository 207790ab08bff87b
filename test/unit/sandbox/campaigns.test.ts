import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = `/12/accounts/${us}/campaigns`;
const valid = { name: 'Spring', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '55000000' };

async function created(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await client.send('POST', path, { query: { ...valid, ...fields } })).id;
}

test('R134 R206 R211 R214 R215 R217 R225 R226 a new paused campaign is shown with the documented fields, defaults and echo', async () => {
  const answer = await client.send('POST', path, {
    form: { ...valid, entity_status: 'PAUSED', effective_status: 'X' },
  });

  expect(answer.status).toBe(200);
  expect(answer.body.request).toEqual({
    params: {
      ...valid,
      daily_budget_amount_local_micro: 55_000_000,
      entity_status: 'PAUSED',
      account_id: us,
    },
  });
  expect(answer.record).toEqual({
    id: '9k000',
    name: 'Spring',
    funding_instrument_id: 'hxtet',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 55_000_000,
    total_budget_amount_local_micro: null,
    entity_status: 'PAUSED',
    effective_status: 'UNKNOWN',
    servable: false,
    reasons_not_servable: ['PAUSED_BY_ADVERTISER', 'INCOMPLETE'],
    standard_delivery: true,
    purchase_order_number: null,
    duration_in_days: null,
    frequency_cap: null,
    currency: 'USD',
    created_at: '2026-12-01T00:00:00Z',
    updated_at: '2026-12-01T00:00:00Z',
    deleted: false,
  });
});

describe('creation', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly (readonly [string, string])[]]>([
    [
      'nothing',
      { name: '', funding_instrument_id: '', daily_budget_amount_local_micro: '' },
      [
        ['MISSING_PARAMETER', 'funding_instrument_id'],
        ['MISSING_PARAMETER', 'name'],
        ['MISSING_PARAMETER', 'daily_budget_amount_local_micro'],
      ],
    ],
    [
      'an unknown funding instrument',
      { funding_instrument_id: 'nope' },
      [['INVALID_FUNDING_INSTRUMENT', 'funding_instrument_id']],
    ],
    [
      "another account's funding instrument",
      { funding_instrument_id: 'hxuk1' },
      [['INVALID_FUNDING_INSTRUMENT', 'funding_instrument_id']],
    ],
    ['a name of 256', { name: 'é'.repeat(256) }, [['INVALID_PARAMETER', 'name']]],
    ['a control character', { name: 'a\u0000b' }, [['ILLEGAL_CHARACTERS', 'name']]],
    [
      'a purchase order of 51',
      { purchase_order_number: 'x'.repeat(51) },
      [['INVALID_PARAMETER', 'purchase_order_number']],
    ],
    ['an unknown status', { entity_status: 'active' }, [['INVALID_PARAMETER', 'entity_status']]],
    ['an unknown optimisation', { budget_optimization: 'X' }, [['INVALID_PARAMETER', 'budget_optimization']]],
    [
      'half a cent',
      { daily_budget_amount_local_micro: '55005000' },
      [['INVALID_DENOMINATION', 'daily_budget_amount_local_micro']],
    ],
    [
      'a negative budget',
      { daily_budget_amount_local_micro: '-10000' },
      [['INVALID_PARAMETER', 'daily_budget_amount_local_micro']],
    ],
    [
      'a decimal budget',
      { daily_budget_amount_local_micro: '5.5' },
      [['INVALID_PARAMETER', 'daily_budget_amount_local_micro']],
    ],
    [
      'a budget beyond 64 bits',
      { daily_budget_amount_local_micro: '9223372036854780000' },
      [['INVALID_PARAMETER', 'daily_budget_amount_local_micro']],
    ],
    [
      'daily above total',
      { total_budget_amount_local_micro: '54990000' },
      [['INVALID_PARAMETER', 'daily_budget_amount_local_micro']],
    ],
    [
      'pacing under LINE_ITEM',
      { budget_optimization: 'LINE_ITEM', standard_delivery: 'true' },
      [['INVALID_PARAMETER', 'standard_delivery']],
    ],
    [
      'two things at once',
      { name: 'x'.repeat(256), entity_status: 'GONE' },
      [
        ['INVALID_PARAMETER', 'name'],
        ['INVALID_PARAMETER', 'entity_status'],
      ],
    ],
  ])(
    'R207 R208 R209 R212 R216 R218 R221 refuses %s with 400 and every fault',
    async (_case, fields, faults) => {
      const answer = await client.send('POST', path, { query: { ...valid, ...fields } });

      expect(answer.status).toBe(400);
      expect(answer.body.errors?.map(({ code, parameter }) => [code, parameter])).toEqual(faults);
      expect((await client.send('GET', path)).records).toHaveLength(1);
    },
  );

  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
    ['255 code points beyond the first plane', { name: '💡'.repeat(255) }, { name: '💡'.repeat(255) }],
    [
      'LINE_ITEM without a budget',
      { budget_optimization: 'LINE_ITEM', daily_budget_amount_local_micro: '' },
      { standard_delivery: null, daily_budget_amount_local_micro: null },
    ],
    [
      'a total alone',
      { daily_budget_amount_local_micro: '', total_budget_amount_local_micro: '10000' },
      { total_budget_amount_local_micro: 10_000 },
    ],
    ['accelerated delivery', { standard_delivery: 'FALSE' }, { standard_delivery: false }],
    ['a draft', { entity_status: 'DRAFT' }, { entity_status: 'DRAFT' }],
    ['no status', {}, { entity_status: 'ACTIVE' }],
    [
      'leading zeros',
      { daily_budget_amount_local_micro: '0055000000' },
      { daily_budget_amount_local_micro: 55_000_000 },
    ],
  ])('R208 R210 takes %s', async (_case, fields, expected) => {
    const answer = await client.send('POST', path, { query: { ...valid, ...fields } });

    expect([answer.status, answer.record]).toMatchObject([200, expected]);
  });
});

describe('update', () => {
  test('R222 touches only what is given, ignores what cannot be set, unsets what is empty', async () => {
    const id = await created({ total_budget_amount_local_micro: '90000000', purchase_order_number: 'PO-1' });
    await client.control('PUT', '/clock', { now: '2026-12-02T00:00:00Z' });
    const before = (await client.send('GET', `${path}/${id}`)).record;

    const query = {
      id: 'x',
      currency: 'EUR',
      funding_instrument_id: 'hxuk1',
      servable: 'true',
      purchase_order_number: '',
    };
    const answer = await client.send('PUT', `${path}/${id}`, { query });

    expect(answer.body.request).toEqual({
      params: { purchase_order_number: null, campaign_id: id, account_id: us },
    });
    expect(answer.record).toEqual({
      ...before,
      purchase_order_number: null,
      updated_at: '2026-12-02T00:00:00Z',
    });
  });

  test('takes back the whole record that was read', async () => {
    const id = await created();
    const { record } = await client.send('GET', `${path}/${id}`);

    const answer = await client.send('PUT', `${path}/${id}`, { json: record });

    expect([answer.status, answer.record]).toEqual([
      200,
      { ...record, updated_at: answer.record['updated_at'] },
    ]);
  });

  test.each<[Readonly<Record<string, string>>, string]>([
    [{ name: '' }, 'name'],
    [{ entity_status: 'DRAFT' }, 'entity_status'],
    [{ entity_status: '' }, 'entity_status'],
    [{ total_budget_amount_local_micro: '50000000' }, 'daily_budget_amount_local_micro'],
    [{ daily_budget_amount_local_micro: '' }, 'daily_budget_amount_local_micro'],
  ])('refuses %o', async (query, parameter) => {
    const id = await created();

    const answer = await client.send('PUT', `${path}/${id}`, { query });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });
});

test('R144 R214 R229 R230 R231 R238 a deleted campaign is gone for good, and its line items stay', async () => {
  const item = {
    campaign_id: await created(),
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: 'ALL_ON_TWITTER',
  };
  const line = await client.send('POST', `/12/accounts/${us}/line_items`, { query: item });
  const one = `${path}/${item.campaign_id}`;

  const first = await client.send('DELETE', one);
  const after = await Promise.all([
    client.send('DELETE', one),
    client.send('GET', one),
    client.send('PUT', one, { query: { name: 'x' } }),
    client.send('GET', one, { query: { with_deleted: 'true' } }),
    client.send('GET', `/12/accounts/${us}/line_items/${line.id}`),
  ]);

  expect(first.record).toMatchObject({
    deleted: true,
    servable: null,
    reasons_not_servable: [],
    effective_status: 'RUNNING',
  });
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 200, 200]);
  expect(after[0]?.codes).toEqual(['CAMPAIGN_NOT_FOUND']);
});

test('R213 R214 a campaign delivers once it is active and has a line item that runs', async () => {
  const id = await created();
  const item = {
    campaign_id: id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: 'ALL_ON_TWITTER',
  };
  const flight = { start_time: '2026-12-10', end_time: '2026-12-20' };
  await client.send('POST', `/12/accounts/${us}/line_items`, { query: { ...item, ...flight } });

  const reasons: unknown[] = [];
  for (const now of ['2026-12-05', '2026-12-15', '2026-12-25']) {
    await client.control('PUT', '/clock', { now });
    const { record } = await client.send('GET', `${path}/${id}`);
    reasons.push([record['effective_status'], record['servable'], record['reasons_not_servable']]);
  }

  expect(reasons).toEqual([
    ['UNKNOWN', false, ['STARTS_IN_FUTURE']],
    ['RUNNING', true, []],
    ['UNKNOWN', false, ['EXPIRED']],
  ]);
});

describe('the active-campaign limit', () => {
  test.each([
    ['active', 'PAUSED', 200, []],
    ['active', 'ACTIVE', 400, ['TOO_MANY_CAMPAIGNS']],
    ['not_deleted', 'PAUSED', 400, ['TOO_MANY_CAMPAIGNS']],
  ])(
    'R232 counting %s, a %s campaign more is answered with %i',
    async (count, entity_status, status, codes) => {
      await client.control('PUT', '/limits', { active_campaigns: { [us]: 3 }, count });
      await created();
      await created();
      await created({ entity_status: count === 'active' ? 'ACTIVE' : 'PAUSED' });

      const answer = await client.send('POST', path, { query: { ...valid, entity_status } });

      expect([answer.status, answer.codes]).toEqual([status, codes]);
    },
  );

  test('activation and deletion take and free places', async () => {
    await client.control('PUT', '/limits', { active_campaigns: 1 });
    const [first, second] = [await created(), await created({ entity_status: 'PAUSED' })];
    const activate = () => client.send('PUT', `${path}/${second}`, { query: { entity_status: 'ACTIVE' } });

    const refused = await activate();
    await client.send('DELETE', `${path}/${first}`);
    const taken = await activate();

    expect([refused.codes, taken.status]).toEqual([['TOO_MANY_CAMPAIGNS'], 200]);
  });
});
