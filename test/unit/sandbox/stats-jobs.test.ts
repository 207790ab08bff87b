import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { at, callData, listAt, parsed, textAt } from './data-client.ts';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;
const path = `/12/stats/jobs/accounts/${us}`;
const valid: Query = {
  entity: 'LINE_ITEM',
  entity_ids: '6zva',
  start_time: '2026-11-01T00:00:00Z',
  end_time: '2026-11-20T00:00:00Z',
  granularity: 'TOTAL',
  placement: 'ALL_ON_TWITTER',
  metric_groups: 'ENGAGEMENT',
};

function create(change: Query = {}) {
  return callData(client, 'POST', path, { query: { ...valid, ...change } });
}

function read(query: Query = {}) {
  return callData(client, 'GET', path, { query });
}

async function fileOf(change: Query): Promise<unknown> {
  const { json } = await create(change);
  const job = await read({ job_ids: textAt(json, 'data.id_str') });
  const response = await fetch(textAt(job.json, 'data.0.url'));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  return parsed(gunzipSync(await response.arrayBuffer()).toString());
}

describe('a job about figures', () => {
  test('F-stats-06 is taken, is processed, and has a file for two days', async () => {
    await client.control('PUT', '/limits', { stats_processing_seconds: 60 });
    await client.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });

    const made = await create();
    const id = textAt(made.json, 'data.id_str');
    const waiting = await read({ job_ids: id });
    await client.control('PUT', '/clock', { advance_seconds: 60 });
    const done = await read({ job_ids: id });
    const url = textAt(done.json, 'data.0.url');
    const file = await fetch(url);
    await client.control('PUT', '/clock', { advance_seconds: 48 * 3600 });
    const gone = await fetch(url);

    const { entity_ids: ids = '', metric_groups: groups = '', ...others } = valid;
    const question = { ...others, entity_ids: [ids], metric_groups: [groups] };
    const empty = { segmentation_type: null, country: null, platform: null };
    expect(made.json).toMatchObject({
      request: { params: question },
      data: {
        ...question,
        ...empty,
        account_id: us,
        status: 'PROCESSING',
        url: null,
        expires_at: null,
        created_at: '2026-12-01T00:00:00Z',
      },
    });
    expect(at(waiting.json, 'data.0')).toEqual(at(made.json, 'data'));
    expect(at(done.json, 'data.0')).toMatchObject({
      status: 'SUCCESS',
      updated_at: '2026-12-01T00:01:00Z',
      expires_at: '2026-12-03T00:01:00Z',
    });
    expect(url).toBe(`${client.baseUrl}/advertiser-api-async-analytics/stats_job_${id}.json.gz`);
    expect([file.status, gone.status]).toEqual([200, 404]);
  });

  test('ids are bare numbers and texts, and are echoed as numbers', async () => {
    const { text } = await client.send('POST', path, { query: valid });
    const id = textAt(parsed(text), 'data.id_str');

    const listed = await client.send('GET', path, { query: { job_ids: id } });

    expect(text).toContain(`"id":${id},`);
    expect(listed.text).toContain(`"job_ids":[${id}]`);
  });

  test('F-stats-02 its file has what the same question is answered with at once', async () => {
    const week = { start_time: '2026-11-10T00:00:00Z', end_time: '2026-11-17T00:00:00Z' };

    const file = await fileOf(week);
    const sync = await callData(client, 'GET', `/12/stats/accounts/${us}`, { query: { ...valid, ...week } });

    expect(file).toEqual(sync.json);
  });

  test.each<[string, Query, number]>([
    ['AGE', {}, 4],
    ['GENDER', {}, 2],
    ['PLATFORMS', {}, 3],
    ['METROS', { country: '96683cc9126741d1' }, 2],
  ])('F-stats-04 its figures are broken out by %s', async (type, more, count) => {
    const file = await fileOf({ segmentation_type: type, ...more });

    const segments = listAt(file, 'data.0.id_data');
    expect(segments).toHaveLength(count);
    expect(new Set(segments.map((each) => textAt(each, 'segment.segment_name'))).size).toBe(count);
    expect(at(file, 'request.params.segmentation_type')).toBe(type);
  });

  test('a list has the jobs of its account', async () => {
    await create();
    await create({ granularity: 'DAY', start_time: '2026-11-01', end_time: '2026-11-20' });

    const all = await read();
    const none = await callData(client, 'GET', `/12/stats/jobs/accounts/${uk}`);

    expect([listAt(all.json, 'data').length, listAt(none.json, 'data').length]).toEqual([2, 0]);
  });

  test.each<[Query, number, string, string]>([
    [{ start_time: '2026-08-01T00:00:00Z' }, 400, 'INVALID_PARAMETER', 'end_time'],
    [{ start_time: '2026-10-01T00:00:00Z', segmentation_type: 'AGE' }, 400, 'INVALID_PARAMETER', 'end_time'],
    [{ segmentation_type: 'INTERESTS' }, 400, 'INVALID_PARAMETER', 'segmentation_type'],
    [{ segmentation_type: 'METROS' }, 400, 'MISSING_PARAMETER', 'country'],
    [{ entity_ids: 'nothing' }, 404, 'LINE_ITEM_NOT_FOUND', 'entity_ids'],
    [{ entity: 'NOTHING' }, 400, 'INVALID_PARAMETER', 'entity'],
  ])('%o is refused', async (change, status, code, parameter) => {
    const answer = await client.send('POST', path, { query: { ...valid, ...change } });

    expect(answer.status).toBe(status);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test('too many ids are refused', async () => {
    const many = Array.from({ length: 201 }, (_, n) => `${n}`).join(',');

    const answer = await client.send('GET', path, { query: { job_ids: many } });

    expect([answer.status, answer.codes]).toEqual([400, ['INVALID_PARAMETER']]);
  });
});

test.each(['stats_job_1.json.gz', 'nothing', 'stats_job_.json.gz/more'])(
  'there is no file %s',
  async (name) => {
    const response = await fetch(`${client.baseUrl}/advertiser-api-async-analytics/${name}`);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
  },
);
