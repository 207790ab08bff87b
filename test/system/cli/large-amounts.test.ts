import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

const sale = (name: string): string =>
  campaigns({
    sale: `name: ${name}, status: ACTIVE, daily_budget: 9007199254.74, line_items: { a: { name: A, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-06T00:00:00Z, status: ACTIVE, targeting: [] } }`,
  });

test('what is committed beyond exact numbers is told as too large, and such a plan can be saved and applied', async () => {
  const bench = await createBench(sale('Sale'));

  const planned = await bench.adsync(['plan', '-o', 'plan.json']);
  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(planned.stdout).toContain('more than 9,007,199,254.740991 committed until the end of 2026-12-05');
  expect(applied).toMatchObject({ code: 0 });
});

test('a cap that somebody else set, and that is too large to count, is not called none', async () => {
  const bench = await createBench();
  const theirs = {
    id: 'f1',
    account_id: '18ce54d4x5t',
    name: 'F',
    funding_instrument_id: 'hxtet',
    entity_status: 'ACTIVE',
    budget_optimization: 'CAMPAIGN',
  };
  const json = JSON.stringify({ campaigns: [{ ...theirs, daily_budget_amount_local_micro: 0 }] });
  await fetch(`${bench.sandbox.ready.admin_url}/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: json.replace('_micro":0', '_micro":9223372036854775807'),
  });

  const text = await bench.adsync(['plan']);
  const markdown = await bench.adsync(['plan', '--format', 'markdown']);
  const html = await bench.adsync(['plan', '--format', 'html']);
  const drift = await bench.adsync(['drift', '--format', 'markdown']);

  for (const { stdout } of [text, markdown, html, drift])
    expect(stdout).toContain('1 with a daily cap too large to count');
});
