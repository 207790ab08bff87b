import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLive } from '../../../src/live/read-live.ts';
import { readReferring, type Sweep } from '../../../src/live/read-referring.ts';
import type { LiveAccount } from '../../../src/schemas/live-record.ts';
import { createWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

/** So many line items of a campaign, with one criterion each, beside those of the sandbox. */
async function seedItems(count: number): Promise<void> {
  const base = { account_id: world.accountId };
  const ids = Array.from({ length: count }, (_, index) => `item${index}`);
  await world.seed({
    campaigns: [{ ...base, id: 'cmp1', name: 'Sale', funding_instrument_id: 'hxtet' }],
    line_items: ids.map((id) => ({ ...base, id, campaign_id: 'cmp1', name: `item ${id}` })),
    targeting_criteria: ids.map((id) => ({ ...base, line_item_id: id, targeting_value: 'fbd6d2f5a4e4a15e' })),
  });
}

const nothing: LiveAccount = { accountId: '', complete: [], records: [], readAt: 0 };

/** Reads after a survey that read the lists of some kinds, and the targeting below some line items. */
async function sweep(
  kind: string,
  lists: readonly string[] = [],
  below: readonly string[] = [],
): Promise<LiveAccount> {
  const { accountId, client } = world;
  const found = below.map((id) => ({ kind: 'line_item', id, key: [] }));
  const needs = [
    ...lists.map((each) => ({ kind: each })),
    ...(below.length > 0 ? [{ kind: 'targeting_criterion', below: found }] : []),
  ];
  const live = await readLive(client, [{ accountId, lists: needs, singles: [] }]);
  before = (await world.requests('GET')).length;
  const sweeps: readonly Sweep[] = [{ accountId, kind }];
  const [read] = await readReferring(client, [...live, nothing], sweeps);
  return read ?? nothing;
}

let before = 0;

/** The paths of what the sweep sent. */
async function requests(): Promise<readonly string[]> {
  const sent = (await world.requests('GET')).slice(before);
  return sent.map(({ path }) => path.replace(`/12/accounts/${world.accountId}/`, ''));
}

function found({ referring }: LiveAccount, kind: string): readonly string[] {
  return (referring?.records ?? []).filter((record) => record.kind === kind).map(({ id }) => id);
}

test('members are read below all records that they may stand below, two hundred at a time', async () => {
  await seedItems(205);

  const read = await sweep('targeting_criterion');

  expect(await requests()).toEqual(['line_items', 'targeting_criteria', 'targeting_criteria']);
  expect(read.referring?.complete).toEqual(['targeting_criterion']);
  expect(found(read, 'targeting_criterion').length).toBeGreaterThanOrEqual(205);
  expect(found(read, 'line_item')).toContain('item204');
  expect(read.records).toEqual([]);
});

test('what was read before is not read again', async () => {
  await seedItems(3);
  const known = await world.dump('line_items');
  const own = known.filter(({ account_id: id }) => id === world.accountId).map(({ id }) => String(id));

  const some = await sweep('targeting_criterion', ['line_item'], ['item0']);
  const [sent, referring] = [await requests(), found(some, 'targeting_criterion')];
  const all = await sweep('targeting_criterion', ['line_item'], own);

  expect(sent).toEqual(['targeting_criteria']);
  const belowFirst = some.records.filter(({ kind }) => kind === 'targeting_criterion').map(({ id }) => id);
  expect(belowFirst).toHaveLength(1);
  expect(referring).not.toContain(belowFirst[0]);
  expect(await requests()).toEqual([]);
  expect(all.referring?.complete).toEqual(['targeting_criterion']);
});

test('a kind with a list of the account is read in that', async () => {
  const read = await sweep('promoted_post');

  expect(await requests()).toEqual(['promoted_tweets']);
  expect(read.referring?.complete).toEqual(['promoted_post']);
});

test.each([
  ['some of the members', 'targeting_criteria', [1]],
  ['the records that they stand below', 'line_items', [1]],
])('where the platform refuses %s, the kind does not count as read', async (_, path, nth) => {
  await seedItems(205);
  await world.faults({
    method: 'GET',
    path: `/12/accounts/*/${path}`,
    nth,
    effect: 'status',
    status: 403,
    body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'This user does not have access' }] },
  });

  const read = await sweep('targeting_criterion');

  expect(read.referring?.complete).toEqual([]);
  const members = found(read, 'targeting_criterion').length;
  expect(path === 'line_items' ? members === 0 : members > 0 && members < 205).toBe(true);
});

test('refused credentials end the reading', async () => {
  await world.faults({
    method: 'GET',
    path: '/12/accounts/*/line_items',
    effect: 'status',
    status: 401,
    body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'Bad' }] },
  });

  await expect(sweep('targeting_criterion')).rejects.toMatchObject({ code: 'ADSYNC_CREDENTIALS_REFUSED' });
});
