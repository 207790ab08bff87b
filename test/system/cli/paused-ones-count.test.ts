import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

const limits = 'limits: { count: not_deleted, active_campaigns: 4 }\n    funding_instruments';
const document = (entries: Readonly<Record<string, string>>): string =>
  campaigns(entries).replace('funding_instruments', limits);

const paused = (name: string): string => `name: ${name}, daily_budget: 5, status: PAUSED`;

/** An account with four campaigns, one of them of others and none of ours active, where the platform takes no fifth. */
async function full(): Promise<Bench> {
  const bench = await createBench(document({ a: paused('A'), b: paused('B'), c: paused('C') }));
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(0);
  return bench;
}

test('where paused campaigns count, every form of a plan says so, and a refusal advises no pause', async () => {
  const bench = await full();
  await bench.write(
    'campaigns.yaml',
    document({ a: paused('A'), b: paused('B'), c: paused('C'), d: paused('D') }),
  );

  const text = await bench.adsync(['plan']);
  const markdown = await bench.adsync(['plan', '--format', 'markdown']);
  const html = await bench.adsync(['plan', '--format', 'html']);

  expect(text.code).toBe(4);
  expect(text.stdout).toContain(
    '    4 campaigns are there, paused ones counted; the plan would make it 5, and the limit is 4\n    Delete 1 campaign, or',
  );
  expect(text.stdout).toContain('4 → 5 of 4 campaigns that are not deleted');
  expect(markdown.stdout).toContain('4 → 5 of 4 not deleted');
  expect(html.stdout).toContain('4 → 5 of 4 not deleted');
  for (const { stdout } of [text, markdown, html]) {
    expect(stdout).not.toMatch(/are active|of 4 active|active campaigns|Pause or/i);
  }
});

test('where paused campaigns count, every form of a drift report says so', async () => {
  const bench = await full();
  const campaign = (await bench.records('campaigns')).find(({ name }) => name === 'A');
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: campaign?.['id'], remove: true }]);

  const text = await bench.adsync(['drift']);
  const markdown = await bench.adsync(['drift', '--format', 'markdown']);
  const html = await bench.adsync(['drift', '--format', 'html']);

  expect(text.stdout).toContain('3 of 4 campaigns that are not deleted, 4 as last applied');
  expect(markdown.stdout).toContain('4 → 3 of 4 not deleted');
  expect(html.stdout).toContain('3 of 4 not deleted');
});
