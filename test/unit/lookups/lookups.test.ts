import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLookups } from '../../../src/lookups/check-lookups.ts';
import { LookupCache } from '../../../src/lookups/lookup-cache.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import type { LiveAccount } from '../../../src/schemas/live-record.ts';
import { createWorld, type World } from '../../support/world.ts';
import { load } from '../config/support/load.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const flight = 'start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z';

let folder: string;
let world: World;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-lookups-'));
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function documentWith(campaign: string, item: string): Promise<DesiredDocument> {
  return await load(`version: 1
accounts:
  acme:
    id: 18ce54d4x5t
    campaigns:
      c: { name: C, funding_instrument: { id: hxtet }, ${campaign}, line_items: { l: { name: L, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, ${flight}, ${item} } } }
`);
}

const clicks = 'objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS';
const preroll = 'objective: PREROLL_VIEWS, product_type: MEDIA';

async function check(document: DesiredDocument, at = now) {
  const live = await world.read(document);
  const cache = new LookupCache(folder, 'loopback');
  return await checkLookups({ document, live, client: world.client, cache, now: at });
}

async function readsOf(name: string): Promise<number> {
  return (await world.requests('GET')).filter(({ path }) => path === `/12/${name}`).length;
}

test.each([
  ['IAB3', []],
  ['IAB3, IAB18', []],
  [
    'IAB24',
    [
      'INVALID_IAB_CATEGORY acme/campaigns/c/line_items/l categories: IAB24 belongs to no advertiser business category',
    ],
  ],
  [
    'IAB3, IAB18, IAB20',
    [
      'INVALID_PARAMETER acme/campaigns/c/line_items/l categories: they belong to 3 advertiser business categories; one or two are allowed',
    ],
  ],
])('a preroll with the categories %s', async (categories, expected) => {
  const { findings } = await check(
    await documentWith('daily_budget: 5', `${preroll}, categories: [${categories}]`),
  );

  expect(findings.map(({ code, address, message }) => `${code} ${address} ${message}`)).toEqual(expected);
});

test.each([
  ['IAB2', []],
  ['IAB24', []],
  [
    'IAB1-1, IAB1-2, IAB2',
    ['targeting: the content category Entertainment & Pop Culture lacks IAB1-3, IAB1-5'],
  ],
  ['IAB1-1, IAB1-2, IAB1-3, IAB1-5', []],
])('targeting by the categories %s', async (codes, expected) => {
  const targeting = codes.split(', ').map((code) => `{ type: IAB_CATEGORY, value: ${code} }`);
  const { findings } = await check(
    await documentWith('daily_budget: 5', `${clicks}, targeting: [${targeting.join(', ')}]`),
  );

  expect(findings.map(({ message }) => message)).toEqual(expected);
});

test.each([
  ['daily_budget: 5.01', []],
  [
    'daily_budget: 5.012, total_budget: 10.005',
    [
      'INVALID_DENOMINATION daily_budget: 5.012 USD is not a multiple of 0.01, the smallest step of the currency Write 5.01.',
      'INVALID_DENOMINATION total_budget: 10.005 USD is not a multiple of 0.01, the smallest step of the currency Write 10.01.',
    ],
  ],
])('a campaign with %s', async (budget, expected) => {
  const { findings } = await check(await documentWith(budget, clicks));

  expect(findings.map(({ code, message, remedy }) => `${code} ${message} ${remedy}`)).toEqual(expected);
});

test('amounts of a currency that is not known are not judged', async () => {
  const document = await documentWith('daily_budget: 5.012', clicks);
  const live: readonly LiveAccount[] = [];
  const cache = new LookupCache(folder, 'loopback');
  const report = await checkLookups({ document, live, client: world.client, cache, now });

  expect(report.findings).toEqual([]);
});

test('a list is read once a month, kept on disk between runs, and its age is told', async () => {
  const document = await documentWith('daily_budget: 5', clicks);
  await check(document);
  const { used } = await check(document, now + 29 * dayMs);

  expect(used).toEqual([{ name: 'bidding_rules', at: now }]);
  expect(await readsOf('bidding_rules')).toBe(1);
  expect((await check(document, now + 31 * dayMs)).used).toEqual([
    { name: 'bidding_rules', at: now + 31 * dayMs },
  ]);
  expect(await readsOf('bidding_rules')).toBe(2);
  expect(await readsOf('content_categories')).toBe(0);
});

test('a list that cannot be read is named, left alone for a quarter of an hour, and an old one serves meanwhile', async () => {
  const document = await documentWith('daily_budget: 5.012', clicks);
  const refused = { method: 'GET', path: '/12/bidding_rules', effect: 'status', status: 403 };
  await world.faults(refused);
  expect(await check(document)).toEqual({ findings: [], used: [], unread: ['bidding_rules'] });
  await world.faults();
  expect((await check(document, now + 60_000)).unread).toEqual(['bidding_rules']);
  expect((await check(document, now + 16 * 60_000)).findings).toHaveLength(1);
  await world.faults(refused);
  const { findings, used } = await check(document, now + 40 * dayMs);

  expect(findings).toHaveLength(1);
  expect(used).toEqual([{ name: 'bidding_rules', at: now + 16 * 60_000 }]);
});

test('a file that was damaged is read anew', async () => {
  const document = await documentWith('daily_budget: 5.012', clicks);
  await check(document);
  const file = join(folder, 'lookups', 'loopback', 'bidding_rules.json');
  expect(await readFile(file, 'utf8')).toContain('minimum_denomination');
  await writeFile(file, '{"at":');

  expect((await check(document)).findings).toHaveLength(1);
  expect(await readsOf('bidding_rules')).toBe(2);
});

test('without a folder that can be written every run reads anew', async () => {
  const document = await documentWith('daily_budget: 5.012', clicks);
  const live = await world.read(document);
  const cache = new LookupCache('/dev/null', 'loopback');
  const input = { document, live, client: world.client, cache, now };

  expect((await checkLookups(input)).findings).toHaveLength(1);
  expect((await checkLookups(input)).findings).toHaveLength(1);
  expect(await readsOf('bidding_rules')).toBe(2);
});
