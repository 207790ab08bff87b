import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

const sale = 'acme-us/campaigns/sale';
const fields = (name: string): string => `name: ${name}, daily_budget: 5`;
const both = campaigns({ sale: fields('Sale'), other: fields('Other') });
const one = campaigns({ other: fields('Other') });
const gone = `Nothing stands at ${sale} any more: it is neither declared nor managed.\n`;

/** A bench with two campaigns of ours, one of which the document declares no longer. */
async function benchToDelete(): Promise<Bench> {
  const bench = await createBench(both);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', one);
  return bench;
}

const deleting = ['apply', '--yes', '--target', sale];

test('the same --target again, once what it names is deleted, has nothing to do and says so', async () => {
  const bench = await benchToDelete();
  expect(await bench.adsync(deleting)).toMatchObject({ code: 0, stderr: '' });

  const again = await bench.adsync(deleting);
  const planned = await bench.adsync(['plan', '--target', sale, '--detailed-exitcode']);

  expect([again.code, again.stderr, planned.code]).toEqual([0, gone, 0]);
  expect(again.stdout).toContain('Nothing to change');
});

test('so after a run that ended part-way, which the same command goes on with', async () => {
  const bench = await benchToDelete();
  await bench.write('campaigns.yaml', one.replace('daily_budget: 5', 'daily_budget: 6'));
  const refused = { daily_budget_amount_local_micro: 6_000_000 };
  await bench.control('PUT', 'faults', [
    { method: 'POST', path: '/**', effect: 'refuse', match: refused, code: 'INVALID_PARAMETER' },
  ]);
  const both = [...deleting, '--target', 'acme-us/campaigns/other'];
  const first = await bench.adsync(both);
  await bench.control('PUT', 'faults', []);

  const again = await bench.adsync(both);

  expect([first.code, again.code]).toEqual([5, 0]);
  expect(again.stderr).toBe(gone);
  expect(again.stdout).toContain('Applied: 1 updated;');
});

test.each([
  ['a pattern', ['plan', '--target', 'acme-us/campaigns/sal*']],
  ['an exclusion', ['plan', '--exclude', sale]],
  ['a consent', ['plan', '--undo-drift', sale]],
  ['what stood above something', ['plan', '--target', 'acme-us/campaigns']],
  ['a drift report', ['drift', '--target', sale]],
  ['a destruction', ['destroy', '--yes', '--target', sale]],
])('%s that names what is gone is no mistake', async (_what, argv) => {
  const bench = await benchToDelete();
  await bench.adsync(deleting);

  expect(await bench.adsync(argv)).toMatchObject({ code: 0 });
});

test('the address that something moved away from, and no other, is known still', async () => {
  const bench = await createBench(both);
  await bench.adsync(['apply', '--yes']);
  await bench.adsync(['state', 'mv', sale, 'acme-us/campaigns/moved']);
  await bench.write('campaigns.yaml', both.replace('sale:', 'moved:'));

  const moved = await bench.adsync(['plan', '--target', sale]);
  const wrong = await bench.adsync(['plan', '--target', 'acme-us/campaigns/sales']);

  expect([moved.code, moved.stderr]).toEqual([0, gone]);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain(
    'error[ADSYNC_ADDRESS_UNKNOWN]: nothing has the address acme-us/campaigns/sales',
  );
});
