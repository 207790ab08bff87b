import { expect, test } from 'vitest';
import { type Bench, createBench } from '../cli/harness.ts';

const document = (placements: string, more = ''): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale:
        name: Sale
        funding_instrument: credit
        budget_optimization: LINE_ITEM
        total_budget: 900
        line_items:
          clicks: { name: Clicks, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [${placements}], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: []${more} }
`;

/** A line item of ours that somebody capped in the web interface; the document asks for a new one. */
async function capped(more = ''): Promise<Bench> {
  const bench = await createBench(document('ALL_ON_TWITTER', more));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const item = (await bench.records('line_items')).find(({ name }) => name === 'Clicks');
  const set = { daily_budget_amount_local_micro: 20_000_000, end_time: '2026-12-10T00:00:00Z' };
  await bench.control('POST', 'mutate', [{ collection: 'line_items', id: item?.['id'], set }]);
  await bench.write('campaigns.yaml', document('TWITTER_TIMELINE', more));
  return bench;
}

test('a cap that somebody set goes to the new record, and the plan says so', async () => {
  const bench = await capped();

  const { stdout } = await bench.adsync(['plan', '--undo-drift', 'acme-us']);
  expect(stdout).toMatch(/daily_budget +carried over, live 20\.00 USD/);

  expect(await bench.adsync(['apply', '--yes', '--undo-drift', 'acme-us'])).toMatchObject({ code: 0 });
  expect((await bench.records('line_items')).filter(({ name }) => name === 'Clicks')).toMatchObject([
    { daily_budget_amount_local_micro: 20_000_000, end_time: '2026-12-31T00:00:00Z' },
  ]);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test('a flight that somebody cut short is not made longer by a new record without consent', async () => {
  const { code, stdout } = await (await capped()).adsync(['plan']);

  expect(code).toBe(4);
  expect(stdout).toContain('end_time was moved outside adsync to');
});

test('what the document ignores stays as others left it on the new record, and is no change later', async () => {
  const bench = await capped(', daily_budget: 55, lifecycle: { ignore_changes: [daily_budget, end_time] }');

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  expect((await bench.records('line_items')).filter(({ name }) => name === 'Clicks')).toMatchObject([
    { daily_budget_amount_local_micro: 20_000_000, end_time: '2026-12-10T00:00:00Z' },
  ]);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  const raised = document(
    'TWITTER_TIMELINE',
    ', daily_budget: 56, lifecycle: { ignore_changes: [daily_budget] }',
  );
  await bench.write('campaigns.yaml', raised.replace('end_time: 2026-12-31', 'end_time: 2026-12-10'));
  expect((await bench.adsync(['plan'])).stdout).toContain(
    'daily_budget was lowered outside adsync to 20.00 USD',
  );
});
