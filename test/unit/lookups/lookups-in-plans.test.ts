import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';

const document = `version: 1
accounts:
  acme: { id: 18ce54d4x5t, campaigns: { c: { name: C, funding_instrument: { id: hxtet }, daily_budget: 5.012 } } }
`;

test('a plan is held against the lists that are kept, once they are read, and the rule can be overridden', async () => {
  const bench = await createBench(document);
  const env = { ADSYNC_CACHE_DIR: join(bench.folder, 'cache') };
  const refused = await bench.adsync(['plan', '--json'], { env });
  await bench.adsync(['plan'], { env });
  const overridden = await bench.adsync(['plan', '--override', 'lookup'], { env });

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('"platform_code": "INVALID_DENOMINATION"');
  expect(refused.stdout).toContain('5.012 USD is not a multiple of 0.01');
  expect(overridden.code).toBe(0);
  const log = await bench.control('GET', 'requests');
  expect(JSON.stringify(log).split('/12/bidding_rules').length - 1).toBe(1);
});

test('without a folder to keep them in, the lists of a sandbox are not read', async () => {
  const bench = await createBench(document);
  const { code } = await bench.adsync(['plan']);

  expect(code).toBe(0);
  expect(JSON.stringify(await bench.control('GET', 'requests'))).not.toContain('bidding_rules');
});

test('a list that cannot be read stops nothing, and is named', async () => {
  const bench = await createBench(document);
  const env = { ADSYNC_CACHE_DIR: join(bench.folder, 'cache') };
  const refused = { method: 'GET', path: '/12/bidding_rules', effect: 'status', status: 403 };
  await bench.control('PUT', 'faults', [refused]);
  const { code, stderr } = await bench.adsync(['plan'], { env });

  expect(code).toBe(0);
  expect(stderr).toContain("Not checked against the platform's bidding rules: they could not be read.");
});
