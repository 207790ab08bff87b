import { expect, test } from 'vitest';
import { AdsyncError, type Client } from '../../../src/runs/index.ts';
import { all, createClientBench, rejection } from './client-bench.ts';

const account_id = '18ce54d4x5t';
const get = (client: Client): Promise<unknown> =>
  client.ads.campaigns.get({ account_id, campaign_id: '8wku2' });
const record = {
  id: '8wku2',
  name: 'Sale',
  funding_instrument_id: 'hxtet',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 55_000_000,
  total_budget_amount_local_micro: null,
  entity_status: 'PAUSED',
  effective_status: 'PAUSED',
  servable: null,
  reasons_not_servable: ['PAUSED_BY_ADVERTISER'],
  standard_delivery: true,
  purchase_order_number: null,
  duration_in_days: null,
  frequency_cap: null,
  currency: 'USD',
  created_at: '2026-12-01T00:00:00Z',
  updated_at: '2026-12-01T00:00:00Z',
  deleted: false,
};
const { currency: _left, ...withoutCurrency } = record;

const refused: readonly (readonly [string, unknown, string])[] = [
  ['no object', [], 'the input is no object'],
  ['no data', { request: {} }, 'data is absent'],
  ['data that is null', { data: null }, 'data is no object'],
  ['a list of two', { data: [record, record] }, 'data is no object'],
  ['a name that is a number', { data: { ...record, name: 5 } }, 'data.name is no text'],
  ['a name that is null', { data: { ...record, name: null } }, 'data.name is no text'],
  ['a member that is absent', { data: withoutCurrency }, 'data.currency is absent'],
  [
    'money with a point',
    { data: { ...record, daily_budget_amount_local_micro: 5.5 } },
    'data.daily_budget_amount_local_micro is no integer',
  ],
  [
    'money as words',
    { data: { ...record, daily_budget_amount_local_micro: 'five' } },
    'data.daily_budget_amount_local_micro is no integer',
  ],
  ['a time in words', { data: { ...record, created_at: 'Tue Dec 01 2026' } }, 'data.created_at is no time'],
  ['a flag as a text', { data: { ...record, deleted: 'false' } }, 'data.deleted is neither true nor false'],
  [
    'an item of another type',
    { data: { ...record, reasons_not_servable: ['A', 5] } },
    'data.reasons_not_servable.1 is no text',
  ],
];

test.each(refused)('%s is refused by its name', async (_title, json, what) => {
  const { client } = await createClientBench(() => ({ json }));

  expect(await rejection(get(client))).toMatchObject({
    code: 'ADSYNC_ANSWER_INVALID',
    message: `the platform answered GET /12/accounts/:account_id/campaigns/:campaign_id with what is not documented: ${what.replace('the input', 'the answer')}`,
  });
});

test('an answer is read as the platform writes it', async () => {
  const { client } = await createClientBench(() => ({
    text: `{"request":{"params":{"account_id":"18ce54d4x5t"}},"data":[${JSON.stringify({
      ...record,
      funding_instrument_id: 12,
      entity_status: 'EXHAUSTED',
      is_new: { of: 'tomorrow' },
    }).replace(
      /}$/,
      ',"total_budget_amount_local_micro":9007199254750000123,"__proto__":{"polluted":true}}',
    )}]}`,
  }));

  const { data, request } = await client.ads.campaigns.get({ account_id, campaign_id: '8wku2' });

  // A list of one is the record, a bare number an id, and what is not known is kept.
  expect(data).toMatchObject({ id: '8wku2', funding_instrument_id: '12', is_new: { of: 'tomorrow' } });
  expect([data.entity_status, data.daily_budget_amount_local_micro]).toEqual(['EXHAUSTED', 55_000_000]);
  expect(data.total_budget_amount_local_micro).toBe('9007199254750000123');
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  expect(request).toEqual({ params: { account_id } });
});

test('a page of HTML, half an answer and an answer without an end of depth are no answers', async () => {
  const deep = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const text of ['<html>', '{"data":{"id":"8wk', deep]) {
    const { client } = await createClientBench(() => ({ text }));
    const error = await rejection(get(client));
    expect(error).toBeInstanceOf(AdsyncError);
  }
});

test('what the data API cannot answer for stands beside what it can', async () => {
  const problem = {
    title: 'Not Found Error',
    detail: 'Could not find tweet with ids: [2]',
    type: 'about:blank',
  };
  const { client } = await createClientBench(() => ({
    json: {
      data: [{ id: 1_166_476, text: 'First', public_metrics: { like_count: 3 } }],
      includes: { users: [{ id: '7', name: 'Acme', username: 'acme' }] },
      errors: [problem],
    },
  }));

  const page = await client.data.tweets.list({ ids: ['1', '2'] }).page();

  expect(page.data.map(({ id, text, public_metrics: counts }) => [id, text, counts?.like_count])).toEqual([
    ['1166476', 'First', 3],
  ]);
  expect(page.includes?.users?.[0]?.username).toBe('acme');
  expect(page.errors).toEqual([problem]);
});

test('where nothing is found, an answer of the data API is an empty list', async () => {
  const { client } = await createClientBench(() => ({ json: { meta: { result_count: 0 } } }));

  expect(await all(client.data.tweets.search.recent.list({ query: 'shoes' }))).toEqual([]);
});
