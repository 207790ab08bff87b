import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

const address = 'acme-us/campaigns/sale';
const both = campaigns({ sale: 'name: Sale, daily_budget: 5', other: 'name: Other, daily_budget: 5' });
const one = campaigns({ other: 'name: Other, daily_budget: 5' });

/** A bench with two campaigns of ours, one of them with a line item that somebody else made. */
async function withForeignItem(): Promise<Bench> {
  const bench = await createBench(both);
  await bench.adsync(['apply', '--yes']);
  return bench;
}

async function addItem(bench: Bench): Promise<void> {
  const campaign = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  const item = {
    id: 'thei1',
    account_id: campaign?.['account_id'],
    campaign_id: campaign?.['id'],
    name: 'Theirs',
    entity_status: 'PAUSED',
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
  };
  await bench.control('POST', 'seed', { line_items: [item] });
}

async function names(bench: Bench): Promise<readonly unknown[]> {
  return (await bench.records('campaigns')).map(({ name }) => name);
}

test('a campaign with somebody else’s line item is deleted and destroyed with consent only', async () => {
  const bench = await withForeignItem();
  await addItem(bench);

  const destroyed = await bench.adsync(['destroy', '--yes', '--override', 'max_deletes']);
  expect(destroyed.code).toBe(4);
  expect(destroyed.stderr + destroyed.stdout).toContain('line item thei1 (Theirs)');
  await bench.write('campaigns.yaml', one);
  const refused = await bench.adsync(['apply', '--yes', '--override', 'max_deletes']);
  expect(refused.code).toBe(4);
  expect(refused.stderr + refused.stdout).toContain(`--take-along ${address}`);
  const wrong = await bench.adsync(['plan', '--take-along', `${address}s`]);
  expect(wrong.stderr).toContain('error[ADSYNC_ADDRESS_UNKNOWN]');
  expect(await names(bench)).toContain('Sale');
  const consent = ['--override', 'max_deletes', '--take-along', address];
  expect((await bench.adsync(['plan', '-o', 'plan.json', ...consent])).code).toBe(0);
  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain(`With consent: --take-along ${address}`);
  expect(await names(bench)).not.toContain('Sale');
});

test('what somebody makes beneath it after a plan was saved stops that plan', async () => {
  const bench = await withForeignItem();
  await bench.write('campaigns.yaml', one);
  await bench.adsync(['plan', '-o', 'plan.json', '--override', 'max_deletes']);
  await addItem(bench);

  const { code, stderr, stdout } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect([3, 4]).toContain(code);
  expect(stderr + stdout).toContain('thei1');
  expect(await names(bench)).toContain('Sale');
});

test('destroying with consent takes along what is named', async () => {
  const bench = await withForeignItem();
  await addItem(bench);

  const { code } = await bench.adsync([
    'destroy',
    '--yes',
    '--override',
    'max_deletes',
    '--take-along',
    'acme-us',
  ]);

  expect(code).toBe(0);
  expect(await names(bench)).not.toContain('Sale');
});
