import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { campaigns } from '../cli/harness.ts';
import { createSite, type Site } from '../journeys/real-processes.ts';

const yes = ['apply', '--yes'] as const;
const batch = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };
const requestsSchema = z.array(z.object({ method: z.string() }));

async function siteWith(document = campaigns()): Promise<Site> {
  const site = await createSite();
  await site.write('campaigns.yaml', document);
  return site;
}

/** Starts an apply whose creating request the sandbox holds back. */
async function startHeld(site: Site): Promise<ChildProcess> {
  await site.control('PUT', 'faults', [{ ...batch, effect: 'hold' }]);
  const child = site.start([...yes]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(
    async () => {
      const requests = requestsSchema.parse(await site.control('GET', 'requests'));
      expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    },
    { timeout: 30_000, interval: 50 },
  );
  return child;
}

async function codeOf(child: ChildProcess): Promise<unknown> {
  return z.tuple([z.int().nullable(), z.unknown()]).parse(await once(child, 'close'))[0];
}

test('0 done and nothing to change, 1 error, 2 changes or drift, 3 a stale plan', async () => {
  const site = await siteWith();

  expect(await site.adsync('validate')).toMatchObject({ code: 0, stderr: '' });
  expect(await site.adsync('plan', '-o', 'plan.json')).toMatchObject({ code: 0 });
  expect(await site.adsync('plan', '--detailed-exitcode')).toMatchObject({ code: 2, stderr: '' });
  // Nobody is there to ask.
  expect(await site.adsync('apply')).toMatchObject({ code: 1 });
  expect(await site.adsync('apply', '--no-such-option')).toMatchObject({ code: 1, stdout: '' });
  expect(await site.adsync(...yes)).toMatchObject({ code: 0, stderr: '' });
  expect(await site.adsync('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  expect(await site.adsync('drift', '--detailed-exitcode')).toMatchObject({ code: 0 });

  const stale = await site.adsync(...yes, '--plan', 'plan.json');
  expect(stale).toMatchObject({ code: 3 });
  expect(stale.stderr).toContain('error[ADSYNC_PLAN_STALE]');

  const sale = (await site.records('campaigns')).find(({ name }) => name === 'Sale');
  await site.control('POST', 'mutate', [
    { collection: 'campaigns', id: sale?.['id'], set: { daily_budget_amount_local_micro: 60_000_000 } },
  ]);
  expect(await site.adsync('drift', '--detailed-exitcode')).toMatchObject({ code: 2 });
});

test('4 refused by a policy', async () => {
  const site = await siteWith(campaigns(undefined, 'policy: { forbid: [{ action: create }] }\n'));

  expect(await site.adsync('plan', '--detailed-exitcode')).toMatchObject({ code: 4 });
  expect(await site.adsync(...yes)).toMatchObject({ code: 4 });
  expect((await site.records('campaigns')).filter(({ name }) => name === 'Sale')).toEqual([]);
});

test('5 ended part-way', async () => {
  const site = await siteWith(
    campaigns({ sale: 'name: Sale, daily_budget: 5', other: 'name: Other, daily_budget: 5' }),
  );
  await site.control('PUT', 'faults', [
    { ...batch, match: { name: 'Sale' }, effect: 'refuse', code: 'INVALID_PARAMETER', parameter: 'name' },
  ]);

  const applied = await site.adsync(...yes);

  expect(applied).toMatchObject({ code: 5 });
  expect(applied.stderr).toContain('error[ADSYNC_APPLY_INCOMPLETE]');
});

test('6 the lock is held, 130 interrupted', async () => {
  const site = await siteWith();
  const first = await startHeld(site);
  const second = await site.adsync(...yes);
  const ended = codeOf(first);
  first.kill('SIGINT');
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');

  expect(second).toMatchObject({ code: 6 });
  expect(second.stderr).toContain('error[ADSYNC_LOCK_HELD]');
  expect(await ended).toBe(130);
  expect(await site.adsync(...yes)).toMatchObject({ code: 0 });
});

test('130 at once after a second Ctrl-C', async () => {
  const site = await siteWith();
  const child = await startHeld(site);
  const ended = codeOf(child);
  const told = once(child.stderr ?? child, 'data');
  child.kill('SIGINT');
  await told;
  child.kill('SIGINT');

  expect(await ended).toBe(130);
  await site.control('POST', 'release');
});

test('7 an outcome that reading cannot tell', async () => {
  const site = await siteWith(campaigns({ sale: 'name: Sale, daily_budget: 5' }));
  const child = await startHeld(site);
  const ended = codeOf(child);
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

  const applied = await site.adsync(...yes);

  expect(applied).toMatchObject({ code: 7 });
  expect(applied.stdout + applied.stderr).toContain('adsync state resolve acme-us/campaigns/sale');
});
