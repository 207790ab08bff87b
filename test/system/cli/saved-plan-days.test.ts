import { expect, test } from 'vitest';
import { type BenchWithOthers, benchWithOthers, campaignOf } from './world-of-others.ts';

const flight = `start_time: "2026-11-22T00:00:00Z", end_time: "2026-12-01T00:00:00Z"`;
const clicks = `clicks: { name: Clicks, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], ${flight}, bid_amount: 1.00 }`;

const document = (budget: number): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale: { name: Sale, funding_instrument: credit, status: ACTIVE, daily_budget: ${budget}, line_items: { ${clicks} } }
`;

const atSaving = 'today 0.00, highest 30.00 on 2026-11-22, 270.00 committed until the end of 2026-11-30';

/** A bench with a plan that was saved on 2026-11-20, when it is another time. */
async function savedBefore(now: string): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(document(20));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', document(30));
  const { stdout } = await bench.adsync(['plan', '-o', 'plan.json']);
  expect(stdout).toContain(`acme-us in USD, after the plan: ${atSaving}.`);
  await bench.control('PUT', 'clock', { now });
  return bench;
}

/** The closing lines about the account that applying the saved plan shows, without breaks. */
async function figuresOf(bench: BenchWithOthers): Promise<readonly string[]> {
  const { code, stdout, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const text = stdout.replaceAll(/\n {2,}/g, ' ');
  return text.split('\n').filter((line) => /^acme-us(?: in|:)/.test(line));
}

test('on the day on which it was saved, the figures of a plan stand without a date', async () => {
  expect(await figuresOf(await savedBefore('2026-11-20T18:00:00Z'))).toEqual([
    'acme-us: 20.00 → 30.00 USD on the highest day (+50 %), never more on the way; 1 of 200 campaigns active.',
    `acme-us in USD, after the plan: ${atSaving}.`,
  ]);
});

test('days later the figures are those of the day, beside those of the day on which it was saved', async () => {
  expect(await figuresOf(await savedBefore('2026-11-25T10:00:00Z'))).toEqual([
    'acme-us: 20.00 → 30.00 USD a day (+50 %), never more on the way; 1 of 200 campaigns active.',
    'acme-us in USD, after the plan, counted on 2026-11-25: today 30.00, as on the highest day, 180.00 committed until the end of 2026-11-30.',
    `acme-us in USD, after the plan, counted on 2026-11-20 when the plan was saved: ${atSaving}.`,
  ]);
});

test('a plan that was saved before all flights ended still holds once they have, and says so', async () => {
  expect(await figuresOf(await savedBefore('2026-12-05T10:00:00Z'))).toEqual([
    'acme-us: nothing can be spent; 1 of 200 campaigns active.',
    'acme-us in USD, after the plan, counted on 2026-12-05: nothing can be spent.',
    `acme-us in USD, after the plan, counted on 2026-11-20 when the plan was saved: ${atSaving}.`,
  ]);
});

test('days later a plan is stale where somebody raised what can be spent meanwhile', async () => {
  const bench = await savedBefore('2026-11-25T10:00:00Z');
  await bench.seed({ campaigns: [campaignOf('theirs')] });

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain('acme-us  spending a day after the plan: then 30.00 USD, now 37.00 USD');
});

test.each<[string, readonly string[], string]>([
  ['a saved plan', ['apply', '--plan', 'plan.json'], '2026-11-25T10:00:00Z'],
  ['a plan that was just made', ['apply'], '2026-11-20T10:00:00Z'],
])('%s is applied where all flights end while the question about it waits', async (_, argv, now) => {
  const bench = await savedBefore(now);
  const end = async (): Promise<void> =>
    void (await bench.control('PUT', 'clock', { now: '2026-12-05T10:00:00Z' }));

  const { code } = await bench.adsync(argv, { typed: 'yes\n', beforeAnswer: end });

  expect(code).toBe(0);
  expect(await bench.records('campaigns')).toContainEqual(
    expect.objectContaining({ name: 'Sale', daily_budget_amount_local_micro: 30_000_000 }),
  );
});

test('a new line item whose flight has ended since the plan was saved is refused', async () => {
  const bench = await benchWithOthers(document(20).replace(/, line_items: .* } }/, ' }'));
  await bench.adsync(['apply', '--yes']);
  await bench.write(
    'campaigns.yaml',
    document(20).replace('name: Clicks', 'name: Clicks, status: ACTIVE, targeting: []'),
  );
  expect(await bench.adsync(['plan', '-o', 'plan.json'])).toMatchObject({ code: 0 });
  await bench.control('PUT', 'clock', { now: '2026-12-05T10:00:00Z' });

  const { code, stdout } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(4);
  expect(stdout).toContain('flight_over');
});
