import { describe, expect, test } from 'vitest';
import { rateGroupOf } from '../../../packages/sandbox/src/control/rate-group.ts';
import { type Answer, uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const campaigns = `/12/accounts/${us}/campaigns`;
const start = Date.parse('2026-12-01T00:00:00Z') / 1000;

function rateHeaders({ headers }: Answer): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => name.includes('rate-limit')));
}

async function limits(body: object): Promise<void> {
  expect((await client.control('PUT', '/limits', body)).status).toBe(200);
  await client.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
}

/** The headers of a window after its first request. */
function used(prefix: string, limit: number, seconds: number): Readonly<Record<string, string>> {
  return {
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(limit - 1),
    [`${prefix}-reset`]: String(start + seconds),
  };
}

/** The headers of windows of which nothing is used up. */
function full(prefix: string): Readonly<Record<string, string>> {
  return {
    [`${prefix}-limit`]: '1000000',
    [`${prefix}-remaining`]: '1000000',
    [`${prefix}-reset`]: String(start + 900),
  };
}

test('off unless set: the headers are there, and the windows stay full', async () => {
  await limits({});
  for (let time = 0; time < 7; time += 1) await client.send('GET', '/12/publishers');
  const read = await client.send('GET', campaigns);
  const refused = await client.send('POST', campaigns);
  const global = await client.send('GET', '/12/publishers');

  expect(rateHeaders(read)).toEqual({ ...full('x-rate-limit'), ...full('x-account-rate-limit') });
  expect([refused.status, rateHeaders(refused)]).toEqual([400, full('x-rate-limit')]);
  expect(rateHeaders(global)).toEqual(full('x-rate-limit'));
});

test('the public rates show on every answer, for reads of an account the account too', async () => {
  await limits({ rate_limits: 'public' });

  const read = await client.send('GET', campaigns);
  const refused = await client.send('POST', campaigns);
  const unknown = await client.send('GET', '/12/nowhere');

  expect(rateHeaders(read)).toEqual({
    ...used('x-rate-limit', 10_000, 900),
    ...used('x-account-rate-limit', 10_000, 900),
  });
  expect([refused.status, rateHeaders(refused)]).toEqual([400, used('x-rate-limit', 450, 60)]);
  expect([unknown.status, rateHeaders(unknown)]).toEqual([404, used('x-rate-limit', 5, 900)]);
});

describe('which group a request is counted in (F-rate-01)', () => {
  test.each([
    ['POST', '/12/accounts/:account_id/campaigns', 'writes'],
    ['PUT', '/12/accounts/:account_id', 'writes'],
    ['POST', '/12/batch/accounts/:account_id/line_items', 'writes'],
    ['GET', '/12/accounts', 'core_reads'],
    ['GET', '/12/accounts/:account_id', 'core_reads'],
    ['GET', '/12/accounts/:account_id/line_items/:line_item_id', 'core_reads'],
    ['GET', '/12/accounts/:account_id/cards', 'account_reads'],
    ['GET', '/12/accounts/:account_id/targeting_criteria', 'targeting_reads'],
    ['GET', '/12/targeting_criteria/tv_shows', 'tv_reads'],
    ['GET', '/12/targeting_criteria/locations', 'global_reads'],
    ['GET', '/12/iab_categories', 'global_reads'],
    ['GET', '/12/line_items/placements', 'global_reads'],
    ['GET', '/12/insights/keywords/search', 'keyword_insights'],
    ['POST', '/12/accounts/:account_id/custom_audiences/:custom_audience_id/users', 'audience'],
    ['GET', '/5/accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions', 'audience'],
    ['GET', '/2/tweets', 'post_reads'],
    ['POST', '/2/tweets', 'post_writes'],
    ['GET', '/2/users/:id/tweets', 'other'],
    ['POST', '/oauth/request_token', 'other'],
  ])('%s %s: %s', (method, pattern, group) => {
    expect(rateGroupOf({ method, pattern, withTotalCount: false })).toBe(group);
  });

  test('R141 a list with its total count is counted apart', () => {
    const pattern = '/12/accounts/:account_id/campaigns';

    expect(rateGroupOf({ method: 'GET', pattern, withTotalCount: true })).toBe('total_counts');
  });
});

test('beyond the rate: 429 with both resets, nothing done, until the window is over', async () => {
  await limits({ rates: { core_reads: { limit: 2, window_seconds: 900 } } });

  const answers = [1, 2, 3].map(() => client.send('GET', campaigns));
  const [, , refused] = await Promise.all(answers);
  await client.control('PUT', '/clock', { advance_seconds: 899 });
  const early = await client.send('GET', campaigns);
  await client.control('PUT', '/clock', { advance_seconds: 1 });
  const later = await client.send('GET', campaigns);

  const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
  expect([statuses, early.status, later.status]).toEqual([[200, 200, 429], 429, 200]);
  expect(refused?.headers.get('x-rate-limit-reset')).toBe(String(start + 900));
  expect(early.codes).toEqual(['TOO_MANY_REQUESTS']);
  expect(early.body.request).toEqual({ params: {} });
  expect(rateHeaders(early)).toMatchObject({
    'x-account-rate-limit-remaining': '0',
    'x-rate-limit-remaining': '0',
  });
});

test('windows are per endpoint, per account and per token where the platform has them so', async () => {
  await limits({
    rates: { core_reads: { limit: 1, window_seconds: 900 }, writes: { limit: 1, window_seconds: 60 } },
  });
  const status = async (method: string, path: string, sending = {}) =>
    (await client.send(method, path, sending)).status;

  const reads = [
    await status('GET', campaigns),
    await status('GET', `/12/accounts/${us}/line_items`),
    await status('GET', `/12/accounts/${uk}/campaigns`),
    // The account's window is full, whoever asks.
    await status('GET', campaigns, client.as('manager')),
    await status('GET', `${campaigns}/8zva0`),
  ];
  const writes = [
    await status('PUT', `${campaigns}/8zva0`, { query: { name: 'A' } }),
    await status('PUT', '/12/accounts/18ce54d4x5t', { query: { name: 'A' } }),
    await status('PUT', `${campaigns}/8zva0`, { query: { name: 'B' }, ...client.as('manager') }),
  ];

  expect([reads, writes]).toEqual([
    [200, 200, 200, 429, 200],
    [200, 429, 200],
  ]);
});

test('R141 lists with a total count share 200 in 15 minutes', async () => {
  await limits({ rate_limits: 'public' });
  const query = { with_total_count: 'true', count: '1' };

  const first = await client.send('GET', campaigns, { query });
  const second = await client.send('GET', `/12/accounts/${us}/line_items`, { query });

  expect([first, second].map(({ headers }) => headers.get('x-rate-limit-limit'))).toEqual(['200', '200']);
  expect(second.headers.get('x-rate-limit-remaining')).toBe('198');
});

test('a clock that is set back opens a new window', async () => {
  await limits({ rates: { core_reads: { limit: 1, window_seconds: 900 } } });
  await client.send('GET', campaigns);
  await client.control('PUT', '/clock', { now: '2026-06-01T00:00:00Z' });

  const { status } = await client.send('GET', campaigns);

  expect(status).toBe(200);
});

test('a group can be switched off, and back to what is public', async () => {
  await limits({
    rate_limits: 'public',
    rates: { core_reads: 'off', writes: { limit: 0, window_seconds: 1 } },
  });
  const off = await client.send('GET', campaigns);
  const none = await client.send('PUT', `${campaigns}/8zva0`, { query: { name: 'A' } });
  await limits({ rates: { core_reads: 'public' } });
  const on = await client.send('GET', campaigns);

  expect(off.headers.get('x-rate-limit-limit')).toBe('1000000');
  expect([none.status, on.headers.get('x-rate-limit-limit')]).toEqual([429, '10000']);
});

test.each([
  [{ rate_limits: 'private' }],
  [{ rates: { core: 'off' } }],
  [{ rates: { core_reads: { limit: -1, window_seconds: 1 } } }],
  [{ rates: { core_reads: { limit: 1 } } }],
  [{ rates: { __proto__x: 'off' } }],
])('%o is refused', async (body) => {
  const { status } = await client.control('PUT', '/limits', body);

  expect(status).toBe(400);
});
