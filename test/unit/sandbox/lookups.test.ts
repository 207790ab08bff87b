import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;

const get = (path: string, query: Query = {}) => client.send('GET', `/12${path}`, { query });

test('R196 R197 advertiser business categories take no inputs and hold IAB categories', async () => {
  const answer = await get('/advertiser_business_categories', { currency: 'ignored' });

  expect(answer.body.request).toEqual({ params: {} });
  expect(answer.records).toHaveLength(16);
  expect(answer.records).toContainEqual({
    id: '1jp',
    name: 'Financial Services',
    iab_categories: ['IAB3', 'IAB13', 'IAB21'],
  });
});

test('R198 R199 bidding rules are those of a currency, or of all', async () => {
  const dollar = await get('/bidding_rules', { currency: 'USD' });
  const yen = await get('/bidding_rules', { currency: 'JPY' });
  const all = await get('/bidding_rules');
  const wrong = await get('/bidding_rules', { currency: 'usd' });

  expect(dollar.records).toEqual([
    {
      currency: 'USD',
      minimum_cpe_bid_local_micro: 10_000,
      maximum_cpe_bid_local_micro: 1_000_000_000,
      minimum_denomination: 10_000,
    },
  ]);
  expect(JSON.parse(dollar.text)).toMatchObject({ data_type: 'bidding_rule', total_count: 1 });
  expect(yen.records[0]).toMatchObject({ minimum_denomination: 1_000_000 });
  expect(all.records.length).toBeGreaterThan(20);
  expect([wrong.status, wrong.body.errors?.[0]?.parameter]).toEqual([400, 'currency']);
});

test('R201 content categories carry IAB categories and figures of the last thirty days', async () => {
  const { records } = await get('/content_categories');

  const row = z.strictObject({
    id: z.string(),
    name: z.string(),
    iab_categories: z.array(z.string().regex(/^IAB\d+(-\d+)?$/)).min(1),
    publishers_in_last_thirty_days: z.int(),
    videos_monetized_in_last_thirty_days: z.int(),
  });
  expect(() => z.array(row).parse(records)).not.toThrow();
  expect(records.length).toBeGreaterThan(10);
});

describe('IAB categories', () => {
  test('R203 R204 pages hold everything once, children after their parents', async () => {
    const first = await get('/iab_categories', { with_total_count: 'true' });
    const rest = await get('/iab_categories', { cursor: first.body.next_cursor ?? '', count: '1000' });

    const records = [...first.records, ...rest.records];
    expect([first.records.length, rest.body.next_cursor]).toEqual([200, null]);
    expect(records).toHaveLength(first.body.total_count ?? 0);
    const ids = records.map((record) => record['id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      records.every(({ id, parent_id: parent }) => parent === null || ids.indexOf(parent) < ids.indexOf(id)),
    ).toBe(true);
    expect(records[1]).toEqual({ id: 'IAB1-1', name: 'Books & Literature', parent_id: 'IAB1' });
  });

  test.each<[Query, string]>([
    [{ count: '0' }, 'count'],
    [{ count: '1001' }, 'count'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: 'c-WzUsIiJd', with_total_count: 'true' }, 'with_total_count'],
    [{ with_total_count: 'maybe' }, 'with_total_count'],
  ])('R203 refuse %o', async (query, parameter) => {
    const answer = await get('/iab_categories', query);

    expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, parameter]);
  });

  test('R203 ignore sort_by and with_deleted', async () => {
    const answer = await get('/iab_categories', { sort_by: 'id-desc', with_deleted: 'x', count: '1' });

    expect([answer.status, answer.id]).toEqual([200, 'IAB1']);
  });
});

test('R205 placements are those of a product type, or of all', async () => {
  const one = await get('/line_items/placements', { product_type: 'PROMOTED_ACCOUNT' });
  const all = await get('/line_items/placements');
  const wrong = await get('/line_items/placements', { product_type: 'TREND' });

  expect(one.records).toEqual([
    { product_type: 'PROMOTED_ACCOUNT', placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']] },
  ]);
  expect(all.records).toHaveLength(3);
  expect([wrong.status, wrong.body.errors?.[0]?.parameter]).toEqual([400, 'product_type']);
});

describe('lookups that the documentation leaves out', () => {
  const suggestions = `/accounts/${us}/targeting_suggestions`;
  const curated = `/accounts/${us}/curated_categories`;

  test.each<[string, Query, string, readonly unknown[]]>([
    ['/targeting_criteria/locations', { q: 'united st' }, 'targeting_value', ['96683cc9126741d1']],
    [
      '/targeting_criteria/locations',
      { country_code: 'GB', location_type: 'CITIES' },
      'country_code',
      ['GB'],
    ],
    ['/targeting_criteria/platforms', {}, 'targeting_value', ['0', '1', '2', '3', '4']],
    ['/targeting_criteria/platform_versions', { q: 'ios' }, 'os_type', ['iOS', 'iOS', 'iOS']],
    ['/targeting_criteria/devices', { q: 'iphone', count: '2' }, 'targeting_value', ['1q', '1r']],
    ['/targeting_criteria/languages', { q: 'english' }, 'targeting_value', ['en']],
    ['/targeting_criteria/interests', { q: 'cook' }, 'targeting_value', ['1002']],
    ['/targeting_criteria/events', { event_types: 'SPORTS' }, 'targeting_value', ['1f1']],
    [
      '/targeting_criteria/events',
      { country_codes: 'GB', end_time: '2027-01-01' },
      'targeting_value',
      ['1ex'],
    ],
    ['/targeting_criteria/conversations', { conversation_type: 'SPORTS' }, 'targeting_value', ['a1', 'a2']],
    ['/targeting_criteria/network_operators', {}, 'country_code', ['US', 'US', 'US']],
    ['/targeting_criteria/network_operators', { country_code: 'DE' }, 'targeting_value', ['4d']],
    [
      '/targeting_criteria/app_store_categories',
      { q: 'music', os_type: 'IOS' },
      'targeting_value',
      ['qouq', 'qov2'],
    ],
    ['/targeting_criteria/tv_markets', {}, 'locale', ['en-US', 'en-GB', 'de-DE', 'fr-FR']],
    ['/targeting_criteria/tv_shows', { locale: 'de-DE' }, 'targeting_value', [10_027_243_422]],
    ['/publishers', {}, 'username', ['PeoplesSports', 'EveningReport', 'KitchenTable', 'NextLevelGaming']],
    [curated, { country_codes: 'JP,ES' }, 'id', ['8tujl1p3yn0g', '7kq2v0c5h3mt']],
    [
      suggestions,
      { suggestion_type: 'KEYWORD', targeting_values: 'tea', count: '2' },
      'suggestion_value',
      ['tea news', 'tea deals'],
    ],
  ])('%s %o', async (path, query, field, values) => {
    const answer = await get(path, query);

    expect([answer.status, answer.records.map((record) => record[field])]).toEqual([200, values]);
  });

  test.each<[string, Query, string]>([
    ['/targeting_criteria/locations', { location_type: 'VILLAGES' }, 'location_type'],
    ['/targeting_criteria/locations', { country_code: 'USA' }, 'country_code'],
    ['/targeting_criteria/tv_shows', {}, 'locale'],
    ['/targeting_criteria/tv_shows', { locale: 'en-US', count: '51' }, 'count'],
    ['/targeting_criteria/events', { event_types: 'PARTY' }, 'event_types'],
    [curated, {}, 'country_codes'],
    [suggestions, { targeting_values: 'tea' }, 'suggestion_type'],
    [suggestions, { suggestion_type: 'KEYWORD' }, 'targeting_values'],
    [suggestions, { suggestion_type: 'KEYWORD', targeting_values: 'a', count: '51' }, 'count'],
  ])('%s %o is refused', async (path, query, parameter) => {
    const answer = await get(path, query);

    expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, parameter]);
  });

  test('one curated category is read by id', async () => {
    const one = await get(`${curated}/gh8nnwxtq0ao`);
    const none = await get(`${curated}/nope`);

    expect(one.record).toMatchObject({ id: 'gh8nnwxtq0ao', country_codes: ['US', 'GB'] });
    expect(none.status).toBe(404);
  });
});
