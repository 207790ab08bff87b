import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

const more = campaigns({
  sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00',
  other: 'name: Other, status: PAUSED, daily_budget: 20',
});

test('two applies at once through two names of one state send nothing, and each says why', async () => {
  const bench = await createBench();
  await bench.adsync(['--state', 'sqlite:a/state.db', 'apply', '--yes']);
  mkdirSync(join(bench.folder, 'b'));
  linkSync(join(bench.folder, 'a/state.db'), join(bench.folder, 'b/state.db'));
  await bench.write('campaigns.yaml', more);
  const before = await bench.writes();

  const names = ['sqlite:a/state.db', 'sqlite:b/state.db'];
  const runs = await Promise.all(
    names.map(async (state) => await bench.adsync(['--state', state, 'apply', '--yes'])),
  );

  for (const { code, stderr } of runs)
    expect([code, stderr]).toEqual([1, expect.stringContaining('has 2 names (hard links)')]);
  expect(await bench.writes()).toEqual(before);
});
