import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const campaigns = `/12/accounts/${us}/campaigns`;
const batch = `/12/batch/accounts/${us}/campaigns`;
const params = { name: 'B', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 1_000_000 };

function collection(dump: unknown, name: string): readonly unknown[] {
  const found: unknown =
    typeof dump === 'object' && dump !== null ? Object.entries(dump).find(([key]) => key === name)?.[1] : [];
  return Array.isArray(found) ? found : [];
}

describe('seed and dump', () => {
  test('what is left out is filled, parents included', async () => {
    const { json } = await client.control('POST', '/seed', {
      accounts: [{ id: 'acc' }],
      campaigns: [{ account_id: 'acc', total_budget_amount_local_micro: 90_000 }],
      line_items: [{ account_id: 'acc', name: 'L' }],
      tracking_tags: [{ account_id: 'acc' }],
      users: [{ screen_name: 'bob' }],
    });

    const dump = (await client.control('GET', '/dump?account_id=acc')).json;

    expect(json).toMatchObject({
      accounts: ['acc'],
      campaigns: ['9k000'],
      line_items: ['7k000'],
      tracking_tags: ['3k00'],
    });
    expect(collection(dump, 'campaigns')).toMatchObject([
      { id: '9k000', account_id: 'acc', currency: 'USD', daily_budget_amount_local_micro: null },
    ]);
    expect(collection(dump, 'line_items')).toMatchObject([
      { campaign_id: '9k000', name: 'L', account_id: 'acc' },
    ]);
    expect(collection(dump, 'tracking_tags')).toMatchObject([{ line_item_id: '7k000' }]);
    expect(collection(dump, 'users')).toMatchObject([{ screen_name: 'acme_admin' }]);
  });

  test('one wrong record among many adds none', async () => {
    const before = (await client.control('GET', '/dump')).text;

    const answer = await client.control('POST', '/seed', { campaigns: [{ name: 'A' }, { nmae: 'B' }] });

    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('campaigns have no field \\"nmae\\"'),
    ]);
    expect((await client.control('GET', '/dump')).text).toBe(before);
  });

  test('a seed in place of the default one has the usual user, who may do everything', async () => {
    const sandbox = await startSandbox({ seed: { accounts: [{ id: 'mine' }] } });

    const dump: unknown = await (await fetch(`${sandbox.ready.admin_url}/dump`)).json();
    await sandbox.stop();

    expect(sandbox.ready.accounts).toEqual(['mine']);
    expect(collection(dump, 'accounts')).toMatchObject([{ id: 'mine', name: 'Account mine' }]);
    expect(collection(dump, 'users')).toMatchObject([{ accounts: { mine: ['ACCOUNT_ADMIN'] } }]);
    expect(collection(dump, 'campaigns')).toEqual([]);
  });

  test('a reset goes back to the seed, with limits, faults, clock and log', async () => {
    await client.control('PUT', '/limits', { active_campaigns: 1 });
    await client.control('PUT', '/faults', [{ effect: 'status' }]);
    await client.control('PUT', '/clock', { now: '2031-01-01T00:00:00Z' });
    await client.send('GET', campaigns);

    await client.control('POST', '/reset');

    const answer = await client.send('GET', campaigns);
    expect([answer.status, answer.headers.get('date')]).toEqual([
      200,
      expect.stringContaining('01 Dec 2026'),
    ]);
    expect((await client.control('GET', '/requests')).json).toMatchObject([{ n: 1 }]);
    expect((await client.control('GET', '/limits')).json).toMatchObject({ default_active_campaigns: 200 });
  });
});

test.each([
  ['POST', '/seed', { birds: [] }],
  ['POST', '/seed', { campaigns: {} }],
  ['POST', '/seed', { campaigns: [{ id: '8zva0' }] }],
  ['POST', '/seed', { campaigns: [{ account_id: 'nope' }] }],
  ['POST', '/seed', { campaigns: [{ daily_budget_amount_local_micro: '5' }] }],
  ['POST', '/mutate', [{ collection: 'campaigns', id: 'nope', set: {} }]],
  ['POST', '/mutate', [{ collection: 'nope', id: '8zva0' }]],
  ['POST', '/mutate', [{ collection: 'campaigns', id: '8zva0', set: { id: 'x' } }]],
  ['POST', '/generate', { account_id: us, campaigns: 1, targeting: 1 }],
  ['POST', '/generate', { account_id: 'nope', campaigns: 1 }],
  ['PUT', '/limits', { active: 1 }],
  ['PUT', '/limits', { batch_check: 'never' }],
  ['PUT', '/clock', { now: 'tomorrow' }],
  ['PUT', '/clock', { advance_seconds: 1e15 }],
  ['PUT', '/faults', [{ effect: 'explode' }]],
  ['PUT', '/faults', [{ effect: 'status', staus: 500 }]],
  ['PUT', '/faults', undefined],
  ['GET', '/requests?since=x', undefined],
])('%s %s with %o is refused with a message', async (method, path, body) => {
  const answer = await client.control(method, path, body);

  expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([400, expect.stringMatching(/\w{2}/)]);
});

test('a mutation changes what nobody asked the platform for', async () => {
  await client.control('PUT', '/clock', { now: '2026-12-05T00:00:00Z', frozen: true });

  await client.control('POST', '/mutate', [
    { collection: 'campaigns', id: '8zva0', set: { name: 'Other' }, touch: false },
    { collection: 'line_items', id: '6zva', set: { name: 'Moved on' } },
    { collection: 'funding_instruments', id: 'hxuk1', remove: true },
  ]);

  const answers = [
    await client.send('GET', `${campaigns}/8zva0`),
    await client.send('GET', `/12/accounts/${us}/line_items/6zva`),
  ];
  expect(answers.map(({ record }) => [record['name'], record['updated_at']])).toEqual([
    ['Other', '2026-12-01T00:00:00Z'],
    ['Moved on', '2026-12-05T00:00:00Z'],
  ]);
  expect((await client.send('GET', `/12/accounts/${uk}/funding_instruments`)).records).toEqual([]);
});

test('the clock runs from where it is set, and stands still when frozen', async () => {
  await client.control('PUT', '/clock', { now: '2030-01-01T00:00:00+01:00', frozen: true });
  const advanced = await client.control('PUT', '/clock', { advance_seconds: 3600 });
  const answer = await client.send('GET', '/12/accounts');

  expect(advanced.json).toEqual({ now: '2030-01-01T00:00:00Z', frozen: true });
  expect(answer.headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
  expect(answer.headers.get('x-current-api-version')).toBe('12');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('the log tells what came, what was done and what went', async () => {
  await client.send('GET', `${campaigns}/`, { query: { count: '1000' } });
  await client.send('POST', batch, {
    json: [
      { operation_type: 'Create', params },
      { operation_type: 'Create', params },
    ],
  });

  const all = (await client.control('GET', '/requests?since=0')).json;
  const last = (await client.control('GET', '/requests?since=1&bodies=true')).json;

  const common = {
    account_id: us,
    fault: null,
    effect_applied: true,
    status: 200,
  };
  expect(all).toMatchObject([
    {
      ...common,
      n: 1,
      method: 'GET',
      path: `${campaigns}/`,
      query: { count: '1000' },
      operations: 0,
      bytes_in: 0,
    },
    { ...common, n: 2, method: 'POST', path: batch, query: {}, operations: 2 },
  ]);
  expect(last).toMatchObject([{ n: 2 }]);
  expect(JSON.stringify(last)).toMatch(
    /"at":"2026-12-01T00:00:\d\d\.\d{3}Z","request_body":".*Create.*","response_body":".*data/,
  );
});

test('writes beyond the rate are refused with the time when they are let in again', async () => {
  await client.control('PUT', '/clock', { now: '2026-12-01T00:00:30Z', frozen: true });
  await client.control('PUT', '/limits', { writes_per_minute: 2 });
  const write = () => client.send('PUT', `/12/accounts/${us}`, { query: { name: 'x' } });

  const answers = [await write(), await write(), await write(), await client.send('GET', '/12/accounts')];
  await client.control('PUT', '/clock', { advance_seconds: 60 });
  const later = await write();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  expect(answers[2]?.codes).toEqual(['TOO_MANY_REQUESTS']);
  expect(answers[2]?.headers.get('x-rate-limit-reset')).toBe(
    String(Date.parse('2026-12-01T00:01:30Z') / 1000),
  );
  expect(answers[1]?.headers.get('x-rate-limit-remaining')).toBe('0');
  expect(later.status).toBe(200);
});

test('peaks follow every operation, also inside a batch that ends lower', async () => {
  const made = await client.send('POST', batch, {
    json: [
      { operation_type: 'Create', params },
      { operation_type: 'Create', params },
    ],
  });
  await client.control('DELETE', '/peaks');
  const pauses = made.records.map((record) => ({
    operation_type: 'Update',
    params: { campaign_id: record['id'], entity_status: 'PAUSED' },
  }));

  await client.send('POST', batch, {
    json: [
      { operation_type: 'Create', params: { ...params, daily_budget_amount_local_micro: 500_000 } },
      ...pauses,
    ],
  });

  expect((await client.control('GET', '/peaks')).json).toEqual({
    [us]: {
      active_campaigns: 3,
      campaigns: 4,
      active_line_items: 0,
      exposure: { USD: 2_500_000 },
      highest_on: { USD: '2026-12-01' },
      today: { USD: 2_500_000 },
      uncapped: 0,
      untargeted: 0,
    },
    [uk]: {
      active_campaigns: 0,
      campaigns: 0,
      active_line_items: 0,
      exposure: {},
      highest_on: {},
      today: {},
      uncapped: 0,
      untargeted: 0,
    },
  });
});

test('exposure under LINE_ITEM is that of active line items under active campaigns', async () => {
  await client.control('POST', '/seed', {
    campaigns: [{ id: 'c1', budget_optimization: 'LINE_ITEM' }],
    line_items: [
      { campaign_id: 'c1', entity_status: 'ACTIVE', daily_budget_amount_local_micro: 300_000 },
      { campaign_id: 'c1', entity_status: 'ACTIVE' },
      { campaign_id: 'c1', entity_status: 'PAUSED', daily_budget_amount_local_micro: 900_000 },
      { campaign_id: 'c1', entity_status: 'ACTIVE', deleted: true, daily_budget_amount_local_micro: 900_000 },
    ],
  });
  const before = (await client.control('DELETE', '/peaks')).json;
  await client.send('PUT', `${campaigns}/c1`, { query: { entity_status: 'ACTIVE' } });
  const after = (await client.control('GET', '/peaks')).json;
  await client.send('PUT', `${campaigns}/c1`, { query: { entity_status: 'PAUSED' } });
  const paused = (await client.control('DELETE', '/peaks')).json;

  expect(before).toMatchObject({ [us]: { exposure: {}, uncapped: 0, active_line_items: 2 } });
  expect(after).toMatchObject({ [us]: { exposure: { USD: 300_000 }, uncapped: 1, active_campaigns: 1 } });
  expect(paused).toMatchObject({ [us]: { exposure: { USD: 0 }, uncapped: 0, active_campaigns: 0 } });
});
