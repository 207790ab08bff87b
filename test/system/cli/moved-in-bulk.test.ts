import { expect, test } from 'vitest';
import { type Bench, createBench } from './harness.ts';

const markets = [
  'us',
  'uk',
  'fr',
  'de',
  'es',
  'it',
  'nl',
  'be',
  'se',
  'no',
  'fi',
  'dk',
  'pl',
  'pt',
  'ie',
  'at',
];

/** Sixteen campaigns of one entry, whose keys begin so, each with a line item. */
function document(season: string, more = ''): string {
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      ${season}-\${matrix.market}:
        matrix: { market: [${markets.join(', ')}] }
        name: Sale \${matrix.market}
        funding_instrument: credit
        daily_budget: 20
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: AUTO
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
${more}`;
}

async function applied(season: string): Promise<Bench> {
  const bench = await createBench(document(season));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

async function inSync(bench: Bench): Promise<void> {
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
}

test('sixteen keys are changed by the one line that the plan prints', async () => {
  const bench = await applied('spring');
  await bench.write('campaigns.yaml', document('summer'));

  const refused = await bench.adsync(['plan']);

  expect(refused.code).toBe(4);
  const lines = /moved: \[.*\]/.exec(refused.stdout)?.[0] ?? '';
  expect(lines).toBe('moved: [{ from: acme-us/campaigns/spring-*, to: acme-us/campaigns/summer-* }]');
  expect(refused.stdout.match(/looks? like/g)).toHaveLength(1);
  await bench.write('campaigns.yaml', document('summer', `${lines}\n`));
  const before = await bench.writes();
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await bench.writes()).toEqual(before);
  const { stdout } = await bench.adsync(['state', 'list']);
  expect(stdout).not.toContain('spring');
  expect(stdout.match(/campaigns\/summer-[a-z]+\/line_items\/clicks/g)).toHaveLength(markets.length);
  // The line may stay.
  await inSync(bench);
});

test('a chain of lines leads to where the last one does, also for who was away for both', async () => {
  const bench = await applied('spring');
  const lines = `moved:
  - { from: acme-us/campaigns/spring-*, to: acme-us/campaigns/summer-* }
  - { from: acme-us/campaigns/summer-*, to: acme-us/campaigns/autumn-* }
`;
  await bench.write('campaigns.yaml', document('autumn', lines));
  const before = await bench.writes();

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  expect(await bench.writes()).toEqual(before);
  await inSync(bench);
});

test.each([
  [false, 16 + 1],
  [true, 0 + 1],
])('many are let go of, or deleted, by one line: destroy %s', async (destroy, live) => {
  const bench = await applied('spring');
  const removed = `removed: [{ from: acme-us/campaigns/spring-*, destroy: ${destroy} }]\n`;
  const empty = document('x').replace(/campaigns:[\s\S]*/, 'campaigns: {}\n');
  await bench.write('campaigns.yaml', `${empty}policy: { max_deletes: 100% }\n${removed}`);

  const { code, stderr } = await bench.adsync(['apply', '--yes']);

  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await bench.records('campaigns')).toHaveLength(live);
  const { stdout } = await bench.adsync(['state', 'list']);
  expect(stdout).not.toContain('spring');
});

test('one account of two is enough', async () => {
  const bench = await applied('spring');
  const other = `  acme-uk:\n    id: 18ce5uk0000\n`;
  const moved = 'moved: [{ from: acme-us/campaigns/spring-*, to: acme-us/campaigns/summer-* }]\n';
  await bench.write('campaigns.yaml', document('summer', `${other}${moved}`));

  expect(await bench.adsync(['apply', '--yes', '--account', 'acme-us'])).toMatchObject({ code: 0 });

  expect(await bench.adsync(['plan', '--detailed-exitcode', '--account', 'acme-us'])).toMatchObject({
    code: 0,
  });
});

test('a key of the account that is new too does not hide what a pattern stands for', async () => {
  const bench = await applied('spring');
  const moved = `moved:
  - { from: acme-us, to: acme }
  - { from: acme/campaigns/spring-*, to: acme/campaigns/summer-* }
`;
  await bench.write('campaigns.yaml', document('summer', moved).replace('  acme-us:\n', '  acme:\n'));
  const before = await bench.writes();

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  expect(await bench.writes()).toEqual(before);
  await inSync(bench);
});
