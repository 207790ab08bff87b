import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const exposureSchema = z.object({
  budget: z.object({
    'acme-us': z.object({
      exposure: z.object({ USD: z.object({ before: z.number(), after: z.number(), uncapped: z.number() }) }),
    }),
  }),
});

/** A campaign of ours, and line items that somebody made beneath it in the web interface. */
async function campaignOf(status: string, fields: string, policy = ''): Promise<Bench> {
  const bench = await createBench(campaigns({ sale: `name: Sale, status: ${status}, ${fields}` }, policy));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  const item = (name: string, entityStatus: string, daily: number | null): unknown => ({
    account_id: '18ce54d4x5t',
    campaign_id: sale?.['id'],
    name,
    entity_status: entityStatus,
    daily_budget_amount_local_micro: daily,
    start_time: '2026-11-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
  });
  await bench.control('POST', 'seed', {
    line_items: [
      item('One', 'ACTIVE', 300_000_000),
      item('Two', 'PAUSED', 99_000_000),
      item('Three', 'ACTIVE', null),
    ],
  });
  return bench;
}

const byItems = 'budget_optimization: LINE_ITEM, total_budget: 1000';

test.each<[string, string, string, string, string, string[]]>([
  [
    'switched to the budgets of its line items',
    'ACTIVE',
    'daily_budget: 55',
    'ACTIVE',
    `${byItems}, daily_budget: null`,
    // One of them has no daily budget, so that nothing bounds the campaign any more.
    ['--override', 'max_budget_factor'],
  ],
  ['activated', 'PAUSED', byItems, 'ACTIVE', byItems, []],
])('a campaign that is %s brings out line items that nobody declared', async (...world) => {
  const [, was, had, becomes, gets, consent] = world;
  const bench = await campaignOf(was, had);
  await bench.write('campaigns.yaml', campaigns({ sale: `name: Sale, status: ${becomes}, ${gets}` }));

  const planned = await bench.adsync(['plan', '--json']);
  const figures = exposureSchema.parse(JSON.parse(planned.stdout)).budget['acme-us'].exposure.USD;
  expect(figures).toMatchObject({ after: 300_000_000, uncapped: 1 });

  await bench.control('DELETE', 'peaks');
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: consent.length === 0 ? 0 : 4 });
  if (consent.length > 0)
    expect(await bench.adsync(['apply', '--yes', ...consent])).toMatchObject({ code: 0 });
  expect(await bench.control('GET', 'peaks')).toMatchObject({
    '18ce54d4x5t': { exposure: { USD: Math.max(figures.before, figures.after) }, uncapped: 1 },
  });
});

test('max_daily_budget refuses a campaign that would bring out line items that nobody declared', async () => {
  const policy = 'policy: { max_daily_budget: 200 }\n';
  const bench = await campaignOf('PAUSED', byItems, policy);
  await bench.write('campaigns.yaml', campaigns({ sale: `name: Sale, status: ACTIVE, ${byItems}` }, policy));

  const { code, stdout, stderr } = await bench.adsync(['plan']);

  expect(code).toBe(4);
  expect(stdout + stderr).toContain('could spend 300.00 USD a day; the policy allows 200.00 USD');
});

test('a plan that brings nothing out lists the campaigns alone', async () => {
  const bench = await campaignOf('ACTIVE', 'daily_budget: 55');
  await bench.write('campaigns.yaml', campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 56' }));
  const log = z.array(z.object({ n: z.number(), path: z.string() }));
  const before = log.parse(await bench.control('GET', 'requests')).length;

  await bench.adsync(['plan']);

  const read = log.parse(await bench.control('GET', 'requests')).slice(before);
  expect(read.map(({ path }) => path).filter((path) => path.endsWith('/line_items'))).toEqual([]);
});
