import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { campaigns, createBench } from '../cli/harness.ts';
import { startAnswerProxy } from './answer-proxy.ts';

/** A bench behind a proxy that sends every creation in a batch twice, and answers with the first. */
async function applyTwice() {
  const names = ['Spring', 'Summer', 'Autumn', 'Winter', 'Sale'];
  const bench = await createBench(
    campaigns(
      Object.fromEntries(
        names.map((name) => [name.toLowerCase(), `name: ${name}, status: PAUSED, daily_budget: 55`]),
      ),
    ),
  );
  const { ready } = bench.sandbox;
  const proxy = await startAnswerProxy(ready.base_url, (request) => (request.startsWith('POST') ? 2 : 1));
  onTestFinished(async () => await proxy.stop());
  const addresses = Object.keys(sandboxEnvironment(ready)).filter((name) => name.endsWith('BASE_URL'));
  const env = Object.fromEntries(addresses.map((name) => [name, proxy.url]));
  const applied = await bench.adsync(['apply', '--yes'], { env });
  return { bench, applied };
}

test('what a proxy made twice is told by plan and drift, in every form', async () => {
  const { bench, applied } = await applyTwice();
  expect(applied.code).toBe(0);
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(2);
  const ours = await bench.adsync(['state', 'show', 'acme-us/campaigns/sale', '--json']);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(ours.stdout));
  const twin = (await bench.records('campaigns')).find((one) => one['name'] === 'Sale' && one['id'] !== id);

  for (const form of ['text', 'json', 'markdown', 'html'])
    for (const command of ['plan', 'drift']) {
      const { code, stdout } = await bench.adsync([command, '--format', form]);

      expect([command, form, code]).toEqual([command, form, 0]);
      expect(stdout).toContain(twin?.['id']);
      expect(stdout).toContain('acme-us/campaigns/sale');
    }
  const { stdout } = await bench.adsync(['plan']);
  expect(stdout).toMatch(
    new RegExp(
      `^The platform has acme-us/campaigns/sale twice: ${id} is managed here, ${String(twin?.['id'])} is declared`,
      'm',
    ),
  );
});

test('what is there once, and what somebody else gave another name, is no twin', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  await bench.control('POST', 'seed', {
    campaigns: [{ account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Sale of others' }],
  });

  const { stdout } = await bench.adsync(['plan', '--json']);
  const { stdout: drift } = await bench.adsync(['drift', '--format', 'json']);

  expect(JSON.parse(stdout)).not.toHaveProperty('twins');
  expect(JSON.parse(drift)).not.toHaveProperty('twins');
});
