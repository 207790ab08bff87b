import { expect, test } from 'vitest';
import { campaigns } from './harness.ts';
import { type BenchWithOthers, benchWithOthers } from './world-of-others.ts';

const address = 'acme-us/campaigns/sale';
const daily = 'daily_budget_amount_local_micro';
const full = campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00, total_budget: 900' });
const bare = campaigns({ sale: 'name: Sale, total_budget: 900' });

/** A bench whose document left status and daily budget out for one apply. */
async function leftOut(): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(full);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', bare);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

test('the plan and the apply say that fields are left out, and not that the campaign is forgotten', async () => {
  const bench = await benchWithOthers(full);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', bare);

  const { stdout } = await bench.adsync(['apply', '--yes']);

  expect(stdout).toContain('Plan: 1 with fields no longer managed.');
  expect(stdout).toContain('fields no longer managed, nothing changes on the platform');
  expect(stdout).toContain(`✓ stop managing fields of ${address}`);
  expect(stdout).not.toContain('forget');
});

test('a field that is left out is told once, and what becomes of it is no drift', async () => {
  const bench = await leftOut();
  await bench.outside('campaigns', 'Sale', { entity_status: 'PAUSED', [daily]: 40_000_000 });

  const planned = await bench.adsync(['plan', '--detailed-exitcode']);
  const drift = await bench.adsync(['drift', '--detailed-exitcode']);

  expect([planned.code, drift.code]).toEqual([0, 0]);
  expect(planned.stdout).not.toContain('no longer managed');
});

test('what people lowered while a field was left out takes consent when the document declares it again', async () => {
  const bench = await leftOut();
  await bench.outside('campaigns', 'Sale', { entity_status: 'PAUSED', [daily]: 40_000_000 });
  await bench.write('campaigns.yaml', full);

  const refused = await bench.adsync(['apply', '--yes']);
  const writes = await bench.writesOf(async () => {
    expect(await bench.adsync(['apply', '--yes', '--undo-drift', address])).toMatchObject({ code: 0 });
  });

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('drift: was 55.00 when last applied');
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'outside adsync it was paused and daily_budget was lowered to 40.00 USD; applying would switch it on again and raise daily_budget to 55.00 USD',
  );
  expect(refused.stdout).toContain(`--undo-drift ${address}`);
  expect(writes.length).toBeGreaterThan(0);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('a record made anew while a field is left out keeps what is remembered of it', async () => {
  const bench = await leftOut();
  await bench.outside('campaigns', 'Sale', { entity_status: 'PAUSED', [daily]: 40_000_000 });
  const dearer = bare.replace('credit: { id: hxtet }', 'credit: { id: hxtet }, other: { id: other }');
  await bench.seed({
    funding_instruments: [{ id: 'other', account_id: '18ce54d4x5t', currency: 'USD', type: 'CREDIT_LINE' }],
  });
  const moved = dearer.replace('funding_instrument: credit', 'funding_instrument: other');
  await bench.write('campaigns.yaml', moved);
  const replaced = await bench.adsync([
    'apply',
    '--yes',
    '--override',
    'max_deletes',
    '--take-along',
    address,
  ]);
  expect(replaced).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', moved.replace('name: Sale,', 'name: Sale, daily_budget: 55.00,'));

  const refused = await bench.adsync(['plan']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain(
    'daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 55.00 USD',
  );
});

test('state show tells what is remembered of fields that are left out', async () => {
  const bench = await leftOut();

  const { stdout } = await bench.adsync(['state', 'show', address]);

  expect(stdout).toMatch(/no longer managed, as last applied\n {2}status +ACTIVE\n {2}daily_budget +55\.00/);
});

test('what was lowered before an entry was forgotten is shown and asked for when it is taken over', async () => {
  const bench = await benchWithOthers(full);
  await bench.adsync(['apply', '--yes']);
  await bench.outside('campaigns', 'Sale', { [daily]: 40_000_000 });
  await bench.adsync(['state', 'rm', address, '--yes']);

  const refused = await bench.adsync(['apply', '--yes']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('40.00 → 55.00 USD');
  expect(refused.stdout).toContain(`--adopt ${address}`);
});
