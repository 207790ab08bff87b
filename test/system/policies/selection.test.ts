import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const planSchema = z.object({
  changes: z.array(z.object({ address: z.string() })),
  summary: z.object({ out_of_scope: z.int() }),
});
const document = campaigns({
  'spring-us': 'name: Spring US, daily_budget: 5',
  'spring-uk': 'name: Spring UK, daily_budget: 5',
  autumn: 'name: Autumn, daily_budget: 5',
});

async function addresses(bench: Bench, ...argv: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await bench.adsync(['plan', '--json', ...argv]);
  return planSchema.parse(JSON.parse(stdout)).changes.map(({ address }) => address);
}

test('targets and exclusions take patterns', async () => {
  const bench = await createBench(document);

  expect(await addresses(bench, '--target', 'acme-us/campaigns/spring-*')).toEqual([
    'acme-us/campaigns/spring-us',
    'acme-us/campaigns/spring-uk',
  ]);
  expect(await addresses(bench, '--target', '**/spring-*', '--exclude', '**-uk')).toEqual([
    'acme-us/campaigns/spring-us',
  ]);
  expect(await addresses(bench, '--exclude', '**-uk', '--exclude', '*/campaigns/autumn')).toEqual([
    'acme-us/campaigns/spring-us',
  ]);
});

test.each(['--target', '--exclude'])('%s with what nothing matches is refused', async (option) => {
  const bench = await createBench(document);

  const refused = await bench.adsync(['plan', option, 'acme-us/campaigns/winter-*']);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'error[ADSYNC_ADDRESS_UNKNOWN]: nothing has the address acme-us/campaigns/winter-*',
  );
});

test('apply, destroy and drift leave out what is excluded, and a saved plan keeps to what it holds', async () => {
  const bench = await createBench(document);
  const named = async (): Promise<readonly unknown[]> =>
    (await bench.records('campaigns'))
      .map(({ name }) => name)
      .filter((name) => /^(Spring|Autumn)/.test(String(name)));

  await bench.adsync(['plan', '--exclude', '**/spring-uk', '-o', 'plan.json']);
  expect(await bench.adsync(['apply', '--yes', '--plan', 'plan.json'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await named()).toEqual(['Spring US', 'Autumn']);

  expect(await bench.adsync(['apply', '--yes', '--exclude', 'acme-us/campaigns/autumn'])).toMatchObject({
    code: 0,
  });
  expect(await named()).toEqual(['Spring US', 'Autumn', 'Spring UK']);

  const drift = await bench.adsync(['drift', '--exclude', '**/spring-*']);
  expect(drift.stdout).toContain('In sync: 1 in sync');
  expect(await bench.adsync(['destroy', '--yes', '--exclude', '**/spring-*'])).toMatchObject({ code: 0 });
  expect(await named()).toEqual(['Spring US', 'Spring UK']);
});

test('what was left out of a saved plan does not speak against it', async () => {
  const lineItem =
    'line_items: { x: { name: X, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z } }';
  const bench = await createBench(campaigns({ sale: `name: Sale, daily_budget: 5, ${lineItem}` }));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write(
    'campaigns.yaml',
    campaigns(
      { sale: `name: Sale, daily_budget: 6, ${lineItem.replace('name: X', 'name: Y')}` },
      'policy: { names: { line_item: ^X } }\n',
    ),
  );

  const all = await bench.adsync(['plan']);
  const part = await bench.adsync(['plan', '--exclude', '**/line_items', '-o', 'plan.json']);
  const applied = await bench.adsync(['apply', '--yes', '--plan', 'plan.json']);

  expect(all.code).toBe(4);
  expect(part.code).toBe(0);
  expect(applied.code).toBe(0);
  expect((await bench.records('line_items')).map(({ name }) => name)).toContain('X');
});
