import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createSite, type Dumped, type Site } from '../kills/site.ts';

function documentOf(spring: string): string {
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      spring: { name: spring, funding_instrument: credit, ${spring} }
`;
}

const log = z.array(z.object({ fault: z.string().nullish() }));

type Fields = Readonly<Record<string, unknown>>;

/** A sandbox, and a folder with a document. */
async function siteWith(document: string): Promise<Site> {
  const site = await createSite();
  onTestFinished(site.remove);
  await declare(site, document);
  return site;
}

async function declare({ folder }: Site, document: string): Promise<void> {
  await writeFile(join(folder, 'campaigns.yaml'), document);
}

async function liveCampaigns(site: Site): Promise<readonly Dumped[]> {
  return ((await site.dump())['campaigns'] ?? []).filter(({ deleted }) => deleted !== true);
}

async function spring(site: Site): Promise<Fields | undefined> {
  return (await liveCampaigns(site)).find(({ name }) => name === 'spring');
}

/** Starts an apply, kills it while its change of the campaign is under way, and lets that be carried out. */
async function killedAfter(site: Site, shown: Fields): Promise<void> {
  await site.control('PUT', 'faults', [{ path: '/12/**', method: 'POST', nth: [1], effect: 'hold' }]);
  const { child, ended } = site.start(['apply', '--yes']);
  const isUnderWay = async (): Promise<boolean> =>
    log.parse(await site.control('GET', 'requests')).some(({ fault }) => fault === 'hold');
  while (!(await isUnderWay())) await sleep(20);
  child.kill('SIGKILL');
  await ended;
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  const isDone = (now: Fields | undefined): boolean =>
    Object.entries(shown).every(([wire, value]) => now?.[wire] === value);
  while (!isDone(await spring(site))) await sleep(20);
}

async function changedByPerson(site: Site, set: Fields): Promise<void> {
  await site.control('PUT', 'clock', { advance_seconds: 3600 });
  const id = (await spring(site))?.['id'];
  await site.control('POST', 'mutate', [{ collection: 'campaigns', id, set }]);
}

const million = 1_000_000;

test.each<[string, string, string, Fields, Fields, string]>([
  [
    'switched on, and a person paused it',
    'status: PAUSED, daily_budget: 55',
    'status: ACTIVE, daily_budget: 55',
    { entity_status: 'ACTIVE' },
    { entity_status: 'PAUSED' },
    'was paused outside adsync; applying would switch it on again',
  ],
  [
    'raised, and a person lowered it to what it was',
    'status: ACTIVE, daily_budget: 55',
    'status: ACTIVE, daily_budget: 100',
    { daily_budget_amount_local_micro: 100 * million },
    { daily_budget_amount_local_micro: 55 * million },
    'daily_budget was lowered outside adsync to 55.00 USD',
  ],
  [
    'raised, and a person lowered it to something else',
    'status: ACTIVE, daily_budget: 55',
    'status: ACTIVE, daily_budget: 100',
    { daily_budget_amount_local_micro: 100 * million },
    { daily_budget_amount_local_micro: 60 * million },
    'daily_budget was lowered outside adsync to 60.00 USD',
  ],
])(
  'a killed run had %s: the next one asks before it undoes that',
  async (_, from, to, sent, back, reason) => {
    const site = await siteWith(documentOf(from));
    expect(await site.runHere(['apply', '--yes'])).toMatchObject({ code: 0 });
    await declare(site, documentOf(to));
    await killedAfter(site, sent);
    await changedByPerson(site, back);

    const planned = await site.runHere(['plan']);
    const refused = await site.runHere(['apply', '--yes']);
    const live = await spring(site);
    const agreed = await site.runHere(['apply', '--yes', '--undo-drift', 'acme-us/campaigns/spring']);

    expect(planned.code).toBe(4);
    expect(planned.stdout).toContain(reason);
    expect(refused.code).toBe(4);
    expect(live).toMatchObject(back);
    expect(agreed.code).toBe(0);
    expect(await spring(site)).toMatchObject(sent);
  },
);

test('a killed run made a record, and a person deleted it: the next one asks before it is made again', async () => {
  const site = await siteWith(documentOf('status: ACTIVE, daily_budget: 55'));
  await killedAfter(site, { name: 'spring' });
  await changedByPerson(site, { deleted: true });

  const planned = await site.runHere(['plan']);
  const refused = await site.runHere(['apply', '--yes']);
  const campaigns = await liveCampaigns(site);
  const agreed = await site.runHere(['apply', '--yes', '--undo-drift', 'acme-us/campaigns/spring']);

  expect(planned.code).toBe(4);
  expect(planned.stdout).toContain('was deleted outside adsync');
  expect(refused.code).toBe(4);
  expect(campaigns.some(({ name }) => name === 'spring')).toBe(false);
  expect(agreed.code).toBe(0);
  expect((await liveCampaigns(site)).filter(({ name }) => name === 'spring')).toHaveLength(1);
});

test('a killed run made a record, and a person renamed it: no second one is made before it is said which it is', async () => {
  const site = await siteWith(documentOf('status: ACTIVE, daily_budget: 55'));
  await killedAfter(site, { name: 'spring' });
  const id = String((await spring(site))?.['id']);
  await changedByPerson(site, { name: 'Spring sale' });

  const planned = await site.runHere(['plan']);
  const refused = await site.runHere(['apply', '--yes']);
  const resolved = await site.runHere(['state', 'resolve', 'acme-us/campaigns/spring', '--id', id]);
  const applied = await site.runHere(['apply', '--yes', '--undo-drift', 'acme-us/campaigns/spring']);

  expect(planned.stdout).toContain('still unknown');
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain(`adsync state resolve acme-us/campaigns/spring --id ${id}`);
  expect(resolved).toMatchObject({ code: 0, stderr: '' });
  expect(applied.code).toBe(0);
  const all = await liveCampaigns(site);
  expect(all.filter((each) => each['id'] === id || each['name'] === 'spring')).toMatchObject([
    { id, name: 'spring', entity_status: 'ACTIVE' },
  ]);
});
