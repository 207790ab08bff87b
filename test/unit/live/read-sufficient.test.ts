import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountNeeds, NeededList } from '../../../src/live/needs.ts';
import { readLive, readMore } from '../../../src/live/read-live.ts';
import { createWorld, type Dumped, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

/** Campaigns `c0`, `c1` … in that order. */
async function seedCampaigns(count: number, more: Dumped = {}): Promise<void> {
  const base = {
    account_id: world.accountId,
    funding_instrument_id: 'hxtet',
    daily_budget_amount_local_micro: 1_000_000,
    ...more,
  };
  const campaigns = Array.from({ length: count }, (_each, index) => ({
    ...base,
    id: `c${index}`,
    name: `Campaign ${index}`,
  }));
  await world.seed({ campaigns });
}

function needs(...lists: readonly NeededList[]): readonly AccountNeeds[] {
  return [{ accountId: world.accountId, lists, singles: [] }];
}

async function readCampaigns(sufficient: readonly string[]) {
  const [live] = await readLive(world.client, needs({ kind: 'campaign', sufficient }));
  const queries = (await world.requests()).map(({ query }) => query);
  const byIds = queries.filter((query) => query.includes('campaign_ids')).length;
  return { ...live, requests: queries.length, byIds };
}

test('an account of one page is read as without ids', async () => {
  await seedCampaigns(3);

  const { complete, partial, records, requests } = await readCampaigns(['c1']);

  expect([complete, partial, records?.length, requests]).toEqual([['campaign'], undefined, 4, 1]);
});

test('of a longer list only what matters is read: by ids what the first page does not show', async () => {
  await seedCampaigns(1999);

  const shown = await readCampaigns(['c3', 'c1990', 'c1991']);

  expect(shown).toMatchObject({ complete: [], partial: ['campaign'], requests: 2, byIds: 1 });
  expect(shown.records?.map(({ id }) => id)).toEqual(['c1990', 'c1991', 'c3']);
});

test('what the first page shows takes no second request', async () => {
  await seedCampaigns(1999);

  expect(await readCampaigns(['c3', 'c4'])).toMatchObject({ partial: ['campaign'], requests: 1, byIds: 0 });
});

test('so many ids take so many pages before the list is left', async () => {
  await seedCampaigns(2500);
  const ids = Array.from({ length: 401 }, (_each, index) => `c${index * 2}`);

  expect(await readCampaigns(ids)).toMatchObject({ complete: ['campaign'], requests: 3, byIds: 0 });
});

test.each([
  ['is deleted', 'c1500'],
  ['never was', 'zzz'],
  ['is refused as an id', 'not an id, at all'],
])('the list is read to its end where a record %s', async (_case, id) => {
  await seedCampaigns(2100);
  await world.mutate('campaigns', 'c1500', { deleted: true });

  const { complete, partial, records, requests, byIds } = await readCampaigns(['c3', 'c2000', id]);

  expect([complete, partial, records?.length]).toEqual([['campaign'], undefined, 2100]);
  expect([requests, byIds]).toEqual([4, 1]);
});

test('another fault of the platform ends the reading', async () => {
  await seedCampaigns(1100);
  await world.faults({
    method: 'GET',
    path: '/12/accounts/*/campaigns',
    nth: [2],
    effect: 'status',
    status: 404,
  });

  await expect(readCampaigns(['c1099'])).rejects.toThrow(/404/);
});

test('line items that spend beneath are not read for a part, and are once all is', async () => {
  await seedCampaigns(1100, { entity_status: 'ACTIVE', budget_optimization: 'LINE_ITEM' });
  const list = { kind: 'campaign', sufficient: ['c1099'] };
  const asked = needs(list, { kind: 'funding_instrument', sufficient: ['hxtet'] });

  const part = await readLive(world.client, asked);
  const [whole] = await readMore(world.client, part, needs({ kind: 'campaign' }));

  expect(part).toMatchObject([{ complete: ['funding_instrument'], partial: ['campaign'] }]);
  expect(whole?.complete).toEqual(['funding_instrument', 'campaign', 'line_item']);
  expect([whole?.partial, whole?.records.length]).toEqual([undefined, 1103]);
});
