import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const sale = (budget: number): string => campaigns({ sale: `name: Sale, daily_budget: ${budget}` });
const withPolicy = (document: string, policy: string): string =>
  document.replace('version: 1\n', `version: 1\npolicy: ${policy}\n`);
const kept = (rules: string): string =>
  `No policy was read: acme-us keeps to the one that it was applied with last (${rules}).`;

async function appliedWith(policy: string): Promise<Bench> {
  const bench = await createBench(withPolicy(sale(5), policy));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  return bench;
}

test('a run that reads no policy keeps to the one of the last apply, and says so', async () => {
  const bench = await appliedWith('{ max_budget_factor: 2, names: { campaign: "^S" } }');
  await bench.write('campaigns.yaml', sale(11));

  const planned = await bench.adsync(['plan']);
  const applied = await bench.adsync(['apply', '--yes']);
  const accepted = await bench.adsync(['apply', '--yes', '--override', 'max_budget_factor']);

  expect(planned).toMatchObject({ code: 4 });
  expect(planned.stdout).toContain('2.2 times as much; the policy allows 2 times');
  expect(planned.stderr).toContain(kept('max_budget_factor: 2, names'));
  expect(planned.stderr).toContain('Write policy: {} to end it, or pass --override RULE.');
  expect(applied.code).toBe(4);
  expect(accepted.code).toBe(0);
});

test('what another file without a policy plans keeps to it too', async () => {
  const bench = await appliedWith('{ max_daily_budget: 50.00 }');
  const other = campaigns({ news: 'name: News, daily_budget: 60, status: ACTIVE' });
  await bench.write('other/news.yaml', other);

  const planned = await bench.adsync(['plan', 'other/news.yaml']);

  expect(planned.stdout).toContain('60.00 USD a day; the policy allows 50.00');
  expect(planned.stderr).toContain(kept('max_daily_budget: 50.00'));
});

test('a saved plan is held against it when it is applied', async () => {
  const bench = await createBench(sale(5));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', sale(11));
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.write('campaigns.yaml', withPolicy(sale(5), '{ max_budget_factor: 2 }'));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', sale(11));

  expect(await bench.adsync(['apply', '--yes', '--plan', 'plan.json'])).toMatchObject({ code: 4 });
});

test('the policy of the last apply that read one counts, also an empty one, and also where nothing changed', async () => {
  const bench = await appliedWith('{ max_budget_factor: 2, max_bid: 3.00 }');
  await bench.write('campaigns.yaml', withPolicy(sale(5), '{ max_budget_factor: 2 }'));
  const fewer = await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', withPolicy(sale(5), '{}'));
  const ended = await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', sale(11));
  const free = await bench.adsync(['plan']);

  expect(fewer.stderr).toContain(
    'The policy that was read has no max_bid: 3.00, which acme-us was applied with last: applying ends it.',
  );
  expect(ended.stderr).toContain('has no max_budget_factor: 2, which acme-us was applied with last');
  expect(free).toMatchObject({ code: 0, stderr: '' });
  const history = await bench.adsync(['state', 'history']);
  expect(history.stdout.match(/policy/g)).toHaveLength(3);
});

test('planning, and a refused apply, remember nothing, and neither does an apply of the same policy', async () => {
  const bench = await createBench(sale(5));
  await bench.adsync(['apply', '--yes']);
  const policy = '{ max_budget_factor: 2 }';
  await bench.write('campaigns.yaml', withPolicy(sale(11), policy));
  await bench.adsync(['plan']);
  const refused = await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', sale(11));
  const free = await bench.adsync(['plan']);
  await bench.write('campaigns.yaml', withPolicy(sale(5), policy));
  await bench.adsync(['apply', '--yes']);
  await bench.adsync(['apply', '--yes']);

  expect([refused.code, free.code]).toEqual([4, 0]);
  const history = await bench.adsync(['state', 'history']);
  expect(history.stdout.match(/policy/g)).toHaveLength(1);
});

test('state show tells the policy of an account', async () => {
  const bench = await appliedWith(
    '{ max_bid: 3.00, freeze: [{ from: 2027-01-01T00:00:00Z, to: 2027-02-01T00:00:00Z }] }',
  );

  const text = await bench.adsync(['state', 'show', 'acme-us']);
  const json = await bench.adsync(['state', 'show', 'acme-us', '--json']);

  expect(text.stdout).toContain('policy of the last apply\n  max_bid  3.00\n  freeze   [{"from"');
  expect(JSON.parse(json.stdout)).toMatchObject({ policy: { max_bid: '3.00' } });
});
