import { expect, test } from 'vitest';
import { campaigns } from '../cli/harness.ts';
import { type BenchWithOthers, benchWithOthers, campaignOf, lineItemOf } from '../cli/world-of-others.ts';

const december = (name: string): string =>
  `{ x: { name: ${name}, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: [] } }`;
const ours = `name: Ours, status: ACTIVE, daily_budget: 75, line_items: ${december('Ours')}`;
const more = `name: More, status: ACTIVE, daily_budget: 900, line_items: ${december('More')}`;

/** Somebody else spends 1,000.00 a day until 24 November; ours spend 75.00 a day in December, and now 900.00 more. */
async function underHigherDay(policy: string): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(campaigns({ ours }), {
    campaigns: [campaignOf('theirs', { daily_budget_amount_local_micro: 1_000_000_000 })],
    line_items: [
      lineItemOf('line', 'theirs', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-25T00:00:00Z' }),
    ],
  });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', campaigns({ ours, more }, policy));
  return bench;
}

test('a policy on what is spent a day is not switched off by a higher day of somebody else', async () => {
  const bench = await underHigherDay('policy: { max_daily_budget: 100 }\n');

  const { code, stdout } = await bench.adsync(['apply', '--yes']);

  expect(code).toBe(4);
  expect(stdout).toContain(
    'the account could spend 975.00 USD on 2026-12-01, 75.00 USD now; the policy allows 100.00 USD',
  );
  await bench.control('PUT', 'clock', { now: '2026-12-02T00:00:00Z' });
  await bench.control('DELETE', 'peaks');
  expect(await bench.control('GET', 'peaks')).toMatchObject({
    '18ce54d4x5t': { exposure: { USD: 75_000_000 } },
  });
});

test('what a plan changes on other days is told in every form, and not as what was before', async () => {
  const bench = await underHigherDay('');
  const told = async (format: string): Promise<string> =>
    (await bench.adsync(['plan', '--format', format])).stdout;

  const text = await told('text');
  expect(text).toContain(
    'acme-us: 1,000.00 USD on the highest day before and after, of which 1,000.00 USD by others, never more on the way, but 75.00 → 975.00 USD on 2026-12-01;',
  );
  expect(await told('markdown')).toContain(
    '`1,000.00 USD` on the highest day before and after, of which `1,000.00 USD` by others, but 75.00 → `975.00 USD` on 2026-12-01',
  );
  expect(await told('html')).toContain('but 75.00 → 975.00 USD on 2026-12-01');
  expect(text).not.toContain('as before');
});
