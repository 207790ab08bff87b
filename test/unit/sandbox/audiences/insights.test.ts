import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-05T00:00:00Z' });
const sizeSchema = z.object({ audience_size: z.object({ min: z.int(), max: z.int() }) });
type Query = Readonly<Record<string, string>>;

describe('an audience estimate', () => {
  const path = `/12/accounts/${us}/audience_estimate`;
  const keyword = { targeting_type: 'BROAD_KEYWORD', targeting_value: 'spring' };
  const place = { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' };
  const estimate = (json: unknown) => client.send('POST', path, { json });

  test('R423 R424 R425 takes a list of criteria, or an object with one, and says how many about', async () => {
    const list = await estimate([keyword, { ...place, operator_type: 'NE' }]);
    const object = await estimate({ targeting_criteria: [keyword, { ...place, operator_type: 'NE' }] });

    const { min, max } = sizeSchema.parse(list.record).audience_size;
    expect(min).toBeLessThan(max);
    expect(object.record).toEqual(list.record);
    expect(list.body.request).toEqual({ params: { account_id: us, targeting_criteria: null } });
  });

  test.each<[string, unknown, string]>([
    ['R423', [], 'INVALID_PARAMETER'],
    ['R423', {}, 'INVALID_PARAMETER'],
    ['R423', 'all', 'INVALID_PARAMETER'],
    ['R423', [place], 'MISSING_PARAMETER'],
    ['R423', [{ ...keyword, operator_type: 'NE' }], 'MISSING_PARAMETER'],
    ['R423', [{ targeting_type: 'BROAD_KEYWORD' }], 'MISSING_PARAMETER'],
    ['R423', ['keyword'], 'INVALID_PARAMETER'],
    ['R424', [{ ...keyword, operator_type: 'GTE' }], 'INVALID_PARAMETER'],
  ])('%s refuses %j', async (_rule, json, code) => {
    const answer = await estimate(json);

    expect([answer.status, answer.codes]).toEqual([400, [code]]);
  });

  test('R146 is asked for in JSON', async () => {
    const answer = await client.send('POST', path, { query: { targeting_criteria: 'x' } });

    expect(answer.status).toBe(400);
  });
});

describe('keyword insights', () => {
  const path = '/12/insights/keywords/search';
  const valid: Query = { granularity: 'DAY', keywords: 'spring,sale', start_time: '2026-12-01T00:00:00Z' };
  const search = (query: Query) => client.send('GET', path, { query: { ...valid, ...query } });

  test.each<[Query, number]>([
    [{}, 4],
    [{ end_time: '2026-12-08T00:00:00Z' }, 7],
    [{ end_time: '2026-12-02T00:00:00Z', granularity: 'HOUR' }, 24],
    [{ end_time: '2026-12-02T01:00:00Z', location: '96683cc9126741d1', negative_keywords: 'winter' }, 2],
  ])('R426 R427 R428 R431 R432 R433 under %o have %i periods', async (query, periods) => {
    await client.control('PUT', '/clock', { now: '2026-12-05T00:00:00Z', frozen: true });

    const { record } = await search(query);

    expect([record['related_keywords'], record['tweet_volume']]).toMatchObject([
      { length: 30 },
      { length: periods },
    ]);
  });

  test('R433 the volume is that of the keywords, whatever else is asked', async () => {
    const one = await search({});
    const same = await search({ negative_keywords: 'winter' });
    const others = await search({ keywords: 'autumn' });

    expect(same.record['tweet_volume']).toEqual(one.record['tweet_volume']);
    expect(others.record['tweet_volume']).not.toEqual(one.record['tweet_volume']);
  });

  test.each<[string, Query, string, string]>([
    ['R426', { granularity: 'WEEK' }, 'INVALID_PARAMETER', 'granularity'],
    ['R427', { keywords: '' }, 'INVALID_PARAMETER', 'keywords'],
    ['R428', { start_time: 'yesterday' }, 'INVALID_PARAMETER', 'start_time'],
    ['R429', { end_time: '2026-12-08T00:00:01Z' }, 'INVALID_TIME_WINDOW', 'end_time'],
    ['R429', { end_time: '2026-11-30T00:00:00Z' }, 'INVALID_TIME_WINDOW', 'end_time'],
    ['R430', { keywords: '1,2,3,4,5,6', negative_keywords: 'a,b,c,d,e' }, 'INVALID_PARAMETER', 'keywords'],
    ['R431', { location: '96683cc9126741d1,6416b8512febefc9' }, 'INVALID_PARAMETER', 'location'],
    ['R431', { location: '5a110d312052166f' }, 'INVALID_PARAMETER', 'location'],
  ])('%s refuse %o', async (_rule, query, code, parameter) => {
    const answer = await search(query);

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test('R426 R427 R428 need a granularity, keywords and a start', async () => {
    const answer = await client.send('GET', path);

    expect(answer.body.errors?.map(({ parameter }) => parameter)).toEqual([
      'granularity',
      'keywords',
      'start_time',
    ]);
  });

  test('R430 take ten keywords', async () => {
    const answer = await search({ keywords: '1,2,3,4,5,6', negative_keywords: 'a,b,c,d' });

    expect(answer.status).toBe(200);
  });
});

function criterion(lineItem: string) {
  return {
    account_id: us,
    line_item_id: lineItem,
    targeting_type: 'CUSTOM_AUDIENCE',
    targeting_value: '1nmth',
  };
}

async function seedTargeting(): Promise<void> {
  await client.control('POST', '/seed', {
    campaigns: [{ id: 'c1', account_id: us, name: 'One', entity_status: 'ACTIVE' }],
    line_items: [
      { id: 'l1', account_id: us, campaign_id: 'c1', name: 'On', entity_status: 'ACTIVE' },
      { id: 'l2', account_id: us, campaign_id: 'c1', name: 'Off', entity_status: 'PAUSED' },
      { id: 'l3', account_id: us, campaign_id: 'c1', name: 'Elsewhere', entity_status: 'ACTIVE' },
    ],
    targeting_criteria: [criterion('l1'), criterion('l2')],
  });
}

describe('what targets an audience', () => {
  const path = `/12/accounts/${us}/custom_audiences/1nmth/targeted`;

  test('R453 is listed by campaign: what can serve, or everything', async () => {
    await seedTargeting();

    const serving = await client.send('GET', path);
    const all = await client.send('GET', path, { query: { with_active: 'false' } });
    const wrong = await client.send('GET', path, { query: { with_active: 'x' } });

    const on = { id: 'l1', name: 'On', servable: true };
    const campaign = { campaign_id: 'c1', campaign_name: 'One' };
    expect(serving.records).toEqual([{ ...campaign, line_items: [on] }]);
    expect(all.records).toEqual([
      { ...campaign, line_items: [on, { id: 'l2', name: 'Off', servable: false }] },
    ]);
    expect(wrong.status).toBe(400);
  });

  test('R453 pages by cursor', async () => {
    const numbers = Array.from({ length: 230 }, (_, n) => String(n).padStart(3, '0'));
    await client.control('POST', '/seed', {
      campaigns: numbers.map((n) => ({ id: `c${n}`, account_id: us })),
      line_items: numbers.map((n) => ({ id: `l${n}`, account_id: us, campaign_id: `c${n}` })),
      targeting_criteria: numbers.map((n) => criterion(`l${n}`)),
    });
    const query = { with_active: 'false' };

    const first = await client.send('GET', path, { query });
    const cursor = first.body.next_cursor ?? '';
    const rest = await client.send('GET', path, { query: { ...query, cursor } });
    const wrong = await client.send('GET', path, { query: { cursor: 'c-nonsense' } });

    const seen = [...first.records, ...rest.records].map((row) => row['campaign_id']);
    expect(seen).toEqual(numbers.map((n) => `c${n}`));
    expect([rest.body.next_cursor, wrong.status]).toEqual([null, 400]);
  });
});
