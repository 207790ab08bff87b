import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSite, type Site } from './real-processes.ts';

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

type Fields = Readonly<Record<string, unknown>>;

async function spring(site: Site): Promise<Fields | undefined> {
  return (await site.records('campaigns')).find(({ name }) => name === 'spring');
}

/** Starts an apply that gets no answer to its change of the campaign, and kills it once the change is there. */
async function killedAfter(site: Site, shown: Fields): Promise<void> {
  await site.control('PUT', 'faults', [
    { method: 'POST', path: '/12/batch/accounts/*/campaigns', nth: [1], effect: 'drop_after' },
  ]);
  const child: ChildProcess = site.start(['apply', '--yes']);
  const ended = once(child, 'exit');
  for (;;) {
    const now = await spring(site);
    if (Object.entries(shown).every(([wire, value]) => now?.[wire] === value)) break;
    await sleep(20);
  }
  child.kill('SIGKILL');
  await ended;
  await site.control('PUT', 'faults', []);
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
    const site = await createSite();
    await site.write('campaigns.yaml', documentOf(from));
    expect(await site.adsync('apply', '--yes')).toMatchObject({ code: 0 });
    await site.write('campaigns.yaml', documentOf(to));
    await killedAfter(site, sent);
    await changedByPerson(site, back);

    const planned = await site.adsync('plan');
    const refused = await site.adsync('apply', '--yes');
    const live = await spring(site);
    const agreed = await site.adsync('apply', '--yes', '--undo-drift', 'acme-us/campaigns/spring');

    expect(planned.code).toBe(4);
    expect(planned.stdout).toContain(reason);
    expect(refused.code).toBe(4);
    expect(live).toMatchObject(back);
    expect(agreed.code).toBe(0);
    expect(await spring(site)).toMatchObject(sent);
  },
);
