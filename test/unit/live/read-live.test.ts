import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountNeeds } from '../../../src/live/needs.ts';
import { readLive } from '../../../src/live/read-live.ts';
import type { PlatformClient } from '../../../src/platform/client.ts';
import type { LiveAccount } from '../../../src/schemas/live-record.ts';
import { createWorld, type Dumped, type World } from '../../support/world.ts';

const uk = '18ce5uk0000';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

function needs(kinds: readonly string[], more: Partial<AccountNeeds> = {}): AccountNeeds {
  return { accountId: world.accountId, lists: kinds.map((kind) => ({ kind })), singles: [], ...more };
}

async function readOne(account: AccountNeeds): Promise<LiveAccount> {
  const [live] = await readLive(world.client, [account]);
  if (live === undefined) throw new Error('nothing was read');
  return live;
}

async function seedCampaigns(count: number, more: Dumped = {}): Promise<void> {
  const base = {
    account_id: world.accountId,
    funding_instrument_id: 'hxtet',
    daily_budget_amount_local_micro: 1_000_000,
  };
  const campaigns = Array.from({ length: count }, (_each, index) => ({
    ...base,
    name: `c${index}`,
    ...more,
  }));
  await world.seed({ campaigns });
}

test('a list is read to its end, a thousand at a time, and never counted', async () => {
  await seedCampaigns(1500);

  const live = await readOne(needs(['campaign']));

  expect(live.records.length).toBe(1501);
  expect(live.complete).toEqual(['campaign']);
  const queries = (await world.requests()).map(({ query }) => query);
  expect(queries.length).toBe(2);
  expect(queries.every((query) => /count\W+1000/.test(query) && !query.includes('with_total_count'))).toBe(
    true,
  );
});

test('accounts come in the order asked for, kinds in theirs, records by id', async () => {
  const [first, second] = await readLive(world.client, [
    { accountId: uk, lists: [{ kind: 'funding_instrument' }], singles: [] },
    needs(['funding_instrument', 'campaign', 'line_item']),
  ]);

  expect(first?.records.map(({ id }) => id)).toEqual(['hxuk1']);
  expect(second?.records.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'funding_instrument hxtet',
    'campaign 8zva0',
    'line_item 6zva',
  ]);
  expect(second?.complete).toEqual(['funding_instrument', 'campaign', 'line_item']);
});

test('line items are listed too where an active campaign leaves the budget to them', async () => {
  await seedCampaigns(1, { entity_status: 'ACTIVE', budget_optimization: 'LINE_ITEM' });

  const live = await readOne(needs(['campaign']));

  expect(live.complete).toEqual(['campaign', 'line_item']);
  expect(live.records.some(({ id }) => id === '6zva')).toBe(true);
});

test.each([
  ['paused', { entity_status: 'PAUSED', budget_optimization: 'LINE_ITEM' }],
  ['holding its budget', { entity_status: 'ACTIVE', budget_optimization: 'CAMPAIGN' }],
])('line items are not listed for a campaign that is %s', async (_title, more) => {
  await seedCampaigns(1, more);

  const live = await readOne(needs(['campaign']));

  expect(live.complete).toEqual(['campaign']);
});

test('what a list does not show is read singly', async () => {
  const live = await readOne(needs([], { singles: [{ kind: 'account', id: world.accountId }] }));

  expect(live).toMatchObject({
    complete: [],
    records: [{ id: world.accountId, fields: { name: 'Acme US', industry_type: 'RETAIL' } }],
  });
});

test('named records are asked for two hundred at a time, and are not the whole list', async () => {
  const ids = ['8zva0', ...Array.from({ length: 250 }, (_each, index) => `none${index}`)];

  const live = await readOne(needs([], { lists: [{ kind: 'campaign', ids }] }));

  expect(live).toMatchObject({ complete: [], records: [{ id: '8zva0' }] });
  expect(await world.requests()).toHaveLength(2);
});

test('nothing needed is nothing read', async () => {
  const live = await readOne(needs([]));

  expect(live).toEqual({ accountId: world.accountId, complete: [], records: [], readAt: 0 });
  expect(await world.requests()).toEqual([]);
});

test('the time is the platform’s, of the earliest answer', async () => {
  await world.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true });

  const live = await readOne(needs(['campaign', 'line_item']));

  expect(live.readAt).toBe(Date.parse('2030-01-01T00:00:00Z'));
});

test('a record that comes twice, for a page shifted meanwhile, counts once, as it was last', async () => {
  const pages = [
    { records: [{ id: 'b', name: 'old' }, { id: 'a' }], date: 2000, hasNext: true },
    { records: [{ id: 'b', name: 'new' }], date: 1000, hasNext: false },
  ];
  const client: PlatformClient = {
    requests: 0,
    reads: 0,
    parallel: 4,
    sandbox: undefined,
    untilRoom: async () => await Promise.resolve(),
    call: async (request) => await world.client.call(request),
    close: async () => await Promise.resolve(),
    list: async function* list() {
      yield* pages;
    },
  };

  const [live] = await readLive(client, [needs(['campaign'])]);

  expect(live?.records.map(({ id, fields }) => [id, fields['name']])).toEqual([
    ['a', undefined],
    ['b', 'new'],
  ]);
  expect(live?.readAt).toBe(1000);
});

test('a record that cannot be read stops the reading, with its path, id and field', async () => {
  const data = [{ id: 'x', name: 7 }];
  await world.faults({
    path: '/12/accounts/*/campaigns',
    effect: 'status',
    status: 200,
    body: { data, next_cursor: null },
  });

  const reading = readOne(needs(['funding_instrument', 'campaign']));

  await expect(reading).rejects.toMatchObject({
    code: 'ADSYNC_ANSWER_INVALID',
    message: expect.stringContaining('campaign x') as unknown,
    detail: { lines: ['/12/accounts/18ce54d4x5t/campaigns'] },
  });
});

test.each([
  ['an answer without data', {}],
  ['an answer that is no object', [1]],
])('%s to a single read is refused', async (_title, body) => {
  await world.faults({ path: '/12/accounts/*', effect: 'status', status: 200, body });

  const reading = readOne(needs([], { singles: [{ kind: 'account', id: world.accountId }] }));

  await expect(reading).rejects.toMatchObject({ code: 'ADSYNC_ANSWER_INVALID' });
});

test.each<readonly [string, Partial<AccountNeeds>]>([
  ['listing what has no list', { lists: [{ kind: 'account' }] }],
  ['a single read of what has none', { singles: [{ kind: 'campaign', id: 'x' }] }],
  ['a kind that does not exist', { lists: [{ kind: '__proto__' }] }],
])('%s is a fault of ours', async (_title, more) => {
  await expect(readOne(needs([], more))).rejects.toThrow(RangeError);
});
