import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { campaigns } from '../cli/harness.ts';
import { createSite, type Dumped, type Ended, type Running, type Site } from '../kills/site.ts';

const yes = ['apply', '--yes'] as const;
const batch = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };

async function siteWith(document = campaigns()): Promise<Site> {
  const site = await createSite();
  onTestFinished(site.remove);
  await writeFile(join(site.folder, 'campaigns.yaml'), document);
  return site;
}

/** Runs the program to its end. */
async function adsync(site: Site, ...argv: readonly string[]): Promise<Ended> {
  return await site.start(argv).ended;
}

async function saleOf(site: Site): Promise<Dumped | undefined> {
  return (await site.dump())['campaigns']?.find(({ name }) => name === 'Sale');
}

/** Starts an apply whose creating request the sandbox holds back. */
async function startHeld(site: Site): Promise<Running> {
  await site.control('PUT', 'faults', [{ ...batch, effect: 'hold' }]);
  const running = site.start(yes);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await vi.waitFor(
    async () => {
      expect((await site.requests()).filter(({ method }) => method === 'POST')).toHaveLength(1);
    },
    { timeout: 30_000, interval: 50 },
  );
  return running;
}

test('0 done and nothing to change, 1 error, 2 changes or drift, 3 a stale plan', async () => {
  const site = await siteWith();

  expect(await adsync(site, 'validate')).toMatchObject({ code: 0, stderr: '' });
  expect(await adsync(site, 'plan', '-o', 'plan.json')).toMatchObject({ code: 0 });
  expect(await adsync(site, 'plan', '--detailed-exitcode')).toMatchObject({ code: 2, stderr: '' });
  // Nobody is there to ask.
  expect(await adsync(site, 'apply')).toMatchObject({ code: 1 });
  expect(await adsync(site, 'apply', '--no-such-option')).toMatchObject({ code: 1, stdout: '' });
  expect(await adsync(site, ...yes)).toMatchObject({ code: 0, stderr: '' });
  expect(await adsync(site, 'plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  expect(await adsync(site, 'drift', '--detailed-exitcode')).toMatchObject({ code: 0 });

  const stale = await adsync(site, ...yes, '--plan', 'plan.json');
  expect(stale).toMatchObject({ code: 3 });
  expect(stale.stderr).toContain('error[ADSYNC_PLAN_STALE]');

  await site.control('POST', 'mutate', [
    {
      collection: 'campaigns',
      id: (await saleOf(site))?.['id'],
      set: { daily_budget_amount_local_micro: 60_000_000 },
    },
  ]);
  expect(await adsync(site, 'drift', '--detailed-exitcode')).toMatchObject({ code: 2 });
});

test('4 refused by a policy', async () => {
  const site = await siteWith(campaigns(undefined, 'policy: { forbid: [{ action: create }] }\n'));

  expect(await adsync(site, 'plan', '--detailed-exitcode')).toMatchObject({ code: 4 });
  expect(await adsync(site, ...yes)).toMatchObject({ code: 4 });
  expect(await saleOf(site)).toBeUndefined();
});

test('5 ended part-way', async () => {
  const site = await siteWith(
    campaigns({ sale: 'name: Sale, daily_budget: 5', other: 'name: Other, daily_budget: 5' }),
  );
  await site.control('PUT', 'faults', [
    { ...batch, match: { name: 'Sale' }, effect: 'refuse', code: 'INVALID_PARAMETER', parameter: 'name' },
  ]);

  const applied = await adsync(site, ...yes);

  expect(applied).toMatchObject({ code: 5 });
  expect(applied.stderr).toContain('error[ADSYNC_APPLY_INCOMPLETE]');
});

test('6 the lock is held, 130 interrupted', async () => {
  const site = await siteWith();
  const first = await startHeld(site);
  const second = await adsync(site, ...yes);
  first.child.kill('SIGINT');
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');

  expect(second).toMatchObject({ code: 6 });
  expect(second.stderr).toContain('error[ADSYNC_LOCK_HELD]');
  expect(await first.ended).toMatchObject({ code: 130 });
  expect(await adsync(site, ...yes)).toMatchObject({ code: 0 });
});

test('130 at once after a second Ctrl-C', async () => {
  const site = await siteWith();
  const { child, ended } = await startHeld(site);
  const told = once(child.stderr ?? child, 'data');
  child.kill('SIGINT');
  await told;
  child.kill('SIGINT');

  expect(await ended).toMatchObject({ code: 130 });
  await site.control('POST', 'release');
});

test('7 an outcome that reading cannot tell', async () => {
  const site = await siteWith(campaigns({ sale: 'name: Sale, daily_budget: 5' }));
  const { child, ended } = await startHeld(site);
  child.kill('SIGKILL');
  await ended;
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  const twin = {
    account_id: '18ce54d4x5t',
    name: 'Sale',
    funding_instrument_id: 'hxtet',
    entity_status: 'PAUSED',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 5_000_000,
  };
  await site.control('POST', 'seed', { campaigns: [twin, twin] });

  const applied = await adsync(site, ...yes);

  expect(applied).toMatchObject({ code: 7 });
  expect(applied.stdout + applied.stderr).toContain('adsync state resolve acme-us/campaigns/sale');
});
