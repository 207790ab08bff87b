import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';

const header = 'version: 1\naccounts:\n  acme:\n    id: 18ce54d4x5t\n    campaigns:\n      c: ';
const campaign = (lines: string): string =>
  `${header}{ name: C, funding_instrument: { id: hxtet }${lines} }\n`;

test('a campaign without any budget is not made, but one that has it may leave it to others', async () => {
  const bench = await createBench(campaign(''));
  const refused = await bench.adsync(['plan', '--json']);
  expect([refused.code, refused.stdout.includes('"platform_code": "MISSING_PARAMETER"')]).toEqual([4, true]);

  await bench.write('campaigns.yaml', campaign(', daily_budget: 5'));
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(0);
  await bench.write('campaigns.yaml', campaign(''));
  expect((await bench.adsync(['plan'])).code).toBe(0);

  await bench.write('campaigns.yaml', campaign(', daily_budget: null'));
  const unset = await bench.adsync(['apply', '--yes']);
  expect(unset.stdout + unset.stderr).toContain('needs daily_budget or total_budget');
  expect(unset.code).toBe(4);
});

test('one audience is not declared under both names', async () => {
  const bench = await createBench(
    `version: 1\naccounts:\n  acme:\n    id: 18ce54d4x5t\n    audiences: { a: { id: 1nmth } }\n    tailored_audiences: { b: { id: 1nmth } }\n`,
  );
  const { code, stderr } = await bench.adsync(['validate']);

  expect(code).toBe(1);
  expect(stderr).toContain('tailored audience b has the id 1nmth of acme/audiences/a');
});
