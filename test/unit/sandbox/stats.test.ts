import { describe, expect, test } from 'vitest';
import { at, callData, listAt } from './data-client.ts';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;
const path = `/12/stats/accounts/${us}`;
const valid: Query = {
  entity: 'CAMPAIGN',
  entity_ids: '8zva0',
  start_time: '2026-11-20T08:00:00Z',
  end_time: '2026-11-22T08:00:00Z',
  granularity: 'HOUR',
  placement: 'ALL_ON_TWITTER',
  metric_groups: 'ENGAGEMENT,BILLING',
};

function ask(change: Query = {}) {
  return callData(client, 'GET', path, { query: { ...valid, ...change } });
}

async function figures(metric: string, change: Query = {}): Promise<readonly unknown[]> {
  const { json } = await ask(change);
  return listAt(json, `data.0.id_data.0.metrics.${metric}`);
}

function sum(values: readonly unknown[]): number {
  return values.reduce<number>((total, value) => total + Number(value), 0);
}

describe('GET stats/accounts/:account_id', () => {
  test('F-stats-01 F-stats-02 has the form of recorded answers', async () => {
    const { status, json } = await ask({ granularity: 'TOTAL', metric_groups: 'ENGAGEMENT' });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      data_type: 'stats',
      time_series_length: 1,
      data: [
        { id: '8zva0', id_data: [{ segment: null, metrics: { tweets_send: null, carousel_swipes: null } }] },
      ],
      request: {
        params: {
          ...valid,
          granularity: 'TOTAL',
          entity_ids: ['8zva0'],
          metric_groups: ['ENGAGEMENT'],
          segmentation_type: null,
          country: null,
          platform: null,
        },
      },
    });
    expect(listAt(json, 'data.0.id_data.0.metrics.impressions')).toHaveLength(1);
    expect(at(json, 'data.0.id_data.0.metrics.billed_engagements')).toBeUndefined();
  });

  test('the same question has the same answer, and hours, days and the whole add up', async () => {
    const hours = await figures('impressions');
    const again = await figures('impressions');
    const days = await figures('impressions', { granularity: 'DAY' });
    const total = await figures('impressions', { granularity: 'TOTAL' });
    const other = await figures('impressions', { entity: 'LINE_ITEM', entity_ids: '6zva' });
    const charge = await figures('billed_charge_local_micro', { granularity: 'TOTAL' });

    expect([hours.length, days.length, total.length]).toEqual([48, 2, 1]);
    expect(again).toEqual(hours);
    expect(other).not.toEqual(hours);
    expect(sum(hours)).toBeGreaterThan(0);
    expect([sum(days), sum(total)]).toEqual([sum(hours), sum(hours)]);
    expect(days[0]).toBe(sum(hours.slice(0, 24)));
    expect(sum(charge) % 250_000).toBe(0);
  });

  test('F-stats-01 a day alone begins in the time zone of the account, also where its clocks change', async () => {
    // In Los Angeles clocks go back on 1 November 2026, which has 25 hours.
    const dates = { start_time: '2026-10-31', end_time: '2026-11-02', granularity: 'DAY' };

    const days = await ask(dates);
    const hours = await ask({ ...dates, granularity: 'HOUR' });
    const odd = await client.send('GET', path, {
      query: { ...valid, granularity: 'DAY', start_time: '2026-11-20T00:00:00Z' },
    });

    expect(at(days.json, 'request.params')).toMatchObject({
      start_time: '2026-10-31T07:00:00Z',
      end_time: '2026-11-02T08:00:00Z',
    });
    expect([days.json['time_series_length'], hours.json['time_series_length']]).toEqual([2, 49]);
    expect(odd.body.errors).toMatchObject([{ code: 'INVALID_PARAMETER', parameter: 'granularity' }]);
  });

  test('F-stats-02 there is null where nothing was counted: elsewhere, and in hours to come', async () => {
    const [elsewhere, later] = [
      await ask({ placement: 'TREND' }),
      await ask({ start_time: '2026-12-02T08:00:00Z', end_time: '2026-12-03T08:00:00Z' }),
    ];

    expect(at(elsewhere.json, 'data.0.id_data.0.metrics.impressions')).toBeNull();
    expect(at(later.json, 'data.0.id_data.0.metrics.impressions')).toBeNull();
  });

  test.each<[Query, number, string, string]>([
    [{ entity: '' }, 400, 'INVALID_PARAMETER', 'entity'],
    [{ entity: 'POST' }, 400, 'INVALID_PARAMETER', 'entity'],
    [
      { entity_ids: Array.from({ length: 21 }, (_, n) => `a${n}`).join(',') },
      400,
      'INVALID_PARAMETER',
      'entity_ids',
    ],
    [{ entity_ids: '8zva0,nothing' }, 404, 'CAMPAIGN_NOT_FOUND', 'entity_ids'],
    [{ entity: 'ACCOUNT', entity_ids: uk, metric_groups: 'ENGAGEMENT' }, 404, 'NOT_FOUND', 'entity_ids'],
    [{ start_time: '2026-11-20T08:30:00Z' }, 400, 'INVALID_PARAMETER', 'start_time'],
    [{ end_time: '2026-11-20T08:00:00Z' }, 400, 'INVALID_PARAMETER', 'end_time'],
    [{ end_time: '2026-11-27T09:00:00Z' }, 400, 'INVALID_PARAMETER', 'end_time'],
    [{ metric_groups: 'LIKES' }, 400, 'INVALID_PARAMETER', 'metric_groups'],
    [{ entity: 'ACCOUNT', entity_ids: us }, 400, 'INVALID_PARAMETER', 'metric_groups'],
    [{ placement: 'ALL_ON_TWITTER,TREND' }, 400, 'INVALID_PARAMETER', 'placement'],
    [{ granularity: 'WEEK' }, 400, 'INVALID_PARAMETER', 'granularity'],
  ])('refuses %o', async (change, status, code, parameter) => {
    const answer = await client.send('GET', path, { query: { ...valid, ...change } });

    expect(answer.status).toBe(status);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test('names everything that is missing, and is for those who see campaigns', async () => {
    const nothing = await client.send('GET', path);
    const partner = await client.send('GET', path, { query: valid, ...client.as('partner') });
    const analyst = await client.send('GET', path, { query: valid, ...client.as('analyst') });

    expect(nothing.body.errors?.map(({ parameter }) => parameter)).toEqual(Object.keys(valid));
    expect(new Set(nothing.codes)).toEqual(new Set(['MISSING_PARAMETER']));
    expect([partner.status, analyst.status]).toEqual([403, 200]);
  });

  test('F-stats-03 groups of metrics are told apart', async () => {
    const all = 'VIDEO,WEB_CONVERSION,MOBILE_CONVERSION,LIFE_TIME_VALUE_MOBILE_CONVERSION,MEDIA';

    const { json } = await ask({ metric_groups: all, granularity: 'TOTAL' });

    expect(at(json, 'data.0.id_data.0.metrics')).toMatchObject({
      conversion_purchases: null,
      mobile_conversion_installs: null,
      mobile_conversion_lifetime_value_purchases: null,
    });
    expect(sum(listAt(json, 'data.0.id_data.0.metrics.video_views_25'))).toBeGreaterThan(
      sum(listAt(json, 'data.0.id_data.0.metrics.video_views_100')),
    );
  });

  test('F-rate-01 they share a window of their own', async () => {
    await client.control('PUT', '/limits', { rate_limits: 'public' });

    const { headers } = await ask();

    expect(headers.get('x-rate-limit-limit')).toBe('250');
  });
});

describe('GET stats/accounts/:account_id/active_entities', () => {
  const times = { start_time: '2026-11-20T00:00:00Z', end_time: '2026-11-21T00:00:00Z' };

  function active(change: Query) {
    return callData(client, 'GET', `${path}/active_entities`, { query: { ...times, ...change } });
  }

  test('F-stats-05 names what has figures, with the time that they are of', async () => {
    const { status, json } = await active({ entity: 'CAMPAIGN' });
    const hours = await figures('impressions', {
      start_time: times.start_time,
      end_time: times.end_time,
    });

    expect(status).toBe(200);
    expect(listAt(json, 'data')).toMatchObject([{ entity_id: '8zva0', placements: ['ALL_ON_TWITTER'] }]);
    const [first, last] = [hours.findIndex((each) => each !== 0), hours.findLastIndex((each) => each !== 0)];
    const hourOf = (name: string) => new Date(String(at(json, `data.0.${name}`))).getUTCHours();
    expect([hourOf('activity_start_time'), hourOf('activity_end_time')]).toEqual([first, last]);
  });

  test.each<[Query, readonly string[]]>([
    [{ entity: 'LINE_ITEM', campaign_ids: '8zva0' }, ['6zva']],
    [{ entity: 'LINE_ITEM', campaign_ids: 'other' }, []],
    [{ entity: 'CAMPAIGN', line_item_ids: '6zva' }, ['8zva0']],
    [{ entity: 'CAMPAIGN', line_item_ids: 'other' }, []],
    [{ entity: 'FUNDING_INSTRUMENT', line_item_ids: '6zva' }, ['hxtet']],
    [{ entity: 'PROMOTED_TWEET', funding_instrument_ids: 'hxtet' }, ['1e8zz']],
    [{ entity: 'LINE_ITEM', line_item_ids: '6zva' }, ['6zva']],
    [{ entity: 'PROMOTED_ACCOUNT' }, []],
    [{ entity: 'CAMPAIGN', start_time: '2026-12-02', end_time: '2026-12-03' }, []],
  ])('F-stats-05 %o', async (change, ids) => {
    await client.control('POST', '/seed', {
      promoted_tweets: [
        { id: '1e8zz', account_id: us, line_item_id: '6zva', tweet_id: '1166476031668015104' },
      ],
    });

    const { json } = await active(change);

    expect(listAt(json, 'data').map((each) => at(each, 'entity_id'))).toEqual(ids);
  });

  test.each<[Query, string, string]>([
    [{}, 'MISSING_PARAMETER', 'entity'],
    [{ entity: 'ACCOUNT' }, 'INVALID_PARAMETER', 'entity'],
    [{ entity: 'CAMPAIGN', end_time: '2027-02-20T00:00:00Z' }, 'INVALID_PARAMETER', 'end_time'],
    [{ entity: 'CAMPAIGN', end_time: '2026-11-20T00:30:00Z' }, 'INVALID_PARAMETER', 'end_time'],
    [{ entity: 'CAMPAIGN', campaign_ids: 'a', line_item_ids: 'b' }, 'EXCLUSIVE_PARAMETERS', 'line_item_ids'],
  ])('refuses %o', async (change, code, parameter) => {
    const answer = await client.send('GET', `${path}/active_entities`, { query: { ...times, ...change } });

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });
});
