import { expect, test } from 'vitest';
import { planSchema } from '../../../src/schemas/plan.ts';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const sale = (budget: number): string => campaigns({ sale: `name: Sale, daily_budget: ${budget}` });
const withPolicy = (document: string, policy: string): string =>
  document.replace('version: 1\n', `version: 1\npolicy: ${policy}\n`);
const kept = (rules: string): string =>
  `No policy was read: the rules of the last apply hold for acme-us (${rules}).`;
const looser = (change: string): string =>
  `The policy is looser than at the last apply of acme-us: ${change}\n`;

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
  expect(planned.stdout).toContain('2.2 times as much; the policy allows 2 times as much');
  expect(planned.stdout).toContain(kept('max_budget_factor: 2, names'));
  expect(planned.stdout).toContain(
    'Write policy: {} to end them, or pass --override RULE to accept what one of them refuses.',
  );
  expect(applied.stdout).toContain(kept('max_budget_factor: 2, names'));
  expect(applied.code).toBe(4);
  expect(accepted.code).toBe(0);
});

test('what another file without a policy plans keeps to it too', async () => {
  const bench = await appliedWith('{ max_daily_budget: 50.00 }');
  const other = campaigns({ news: 'name: News, daily_budget: 60, status: ACTIVE' });
  await bench.write('other/news.yaml', other);

  const planned = await bench.adsync(['plan', 'other/news.yaml']);

  expect(planned.stdout).toContain('60.00 USD a day; the policy allows 50.00 USD');
  expect(planned.stdout).toContain(kept('max_daily_budget: 50.00'));
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

  expect(fewer.stdout).toContain(looser('max_bid: 3.00 holds no longer.'));
  expect(ended.stdout).toContain(looser('max_budget_factor: 2 becomes max_budget_factor: 10.'));
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

const rules = [
  [
    'max_daily_budget: 100',
    'max_daily_budget: 100000',
    'max_daily_budget: 100 becomes max_daily_budget: 100000.',
  ],
  ['max_daily_budget: 100.00', 'max_daily_budget: 100', undefined],
  ['max_daily_budget: 100', 'max_daily_budget: 99.999999', undefined],
  [
    'max_daily_budget_increase: 10',
    'max_daily_budget_increase: 10%',
    'max_daily_budget_increase: 10 becomes max_daily_budget_increase: 10%.',
  ],
  ['max_deletes: 20%', 'max_deletes: 20.5%', 'max_deletes: 20% becomes max_deletes: 20.5%.'],
  ['max_deletes: 20%', 'max_updates: 5', 'max_deletes: 20% becomes max_deletes: 30%.'],
  ['max_deletes: 40%', 'max_updates: 5', undefined],
  ['max_deletes: 20%', 'max_deletes: 0', undefined],
  ['max_deletes: 0', 'max_deletes: 20%', 'max_deletes: 0 becomes max_deletes: 20%.'],
  ['max_updates: 5', 'max_deletes: 100%', 'max_deletes: 30% becomes max_deletes: 100%.'],
  ['undo_drift: ask', 'undo_drift: allow', 'undo_drift: ask becomes undo_drift: allow.'],
  ['max_updates: 5', 'undo_drift: allow, max_updates: 5', 'undo_drift: ask becomes undo_drift: allow.'],
  ['undo_drift: allow', 'undo_drift: ask', undefined],
  ['undo_drift: allow', 'max_updates: 5', undefined],
  ['names: { campaign: "^S" }', 'names: { campaign: "^S", line_item: "^S" }', undefined],
  [
    'names: { campaign: "^S" }',
    'names: { line_item: "^S" }',
    'names forbids less than it did, or other things.',
  ],
  [
    'names: { campaign: "^S" }',
    'names: { campaign: "." }',
    'names forbids less than it did, or other things.',
  ],
  ['names: { campaign: "^S" }', 'max_updates: 5', 'names holds no longer.'],
  ['flights: { max_days: 30 }', 'flights: { max_days: 20, latest: 2027-01-31T00:00:00Z }', undefined],
  [
    'flights: { max_days: 30 }',
    'flights: { max_days: 31 }',
    'flights forbids less than it did, or other things.',
  ],
  ['flights: { earliest: 2027-01-01T00:00:00Z }', 'flights: { earliest: 2027-01-02T00:00:00Z }', undefined],
  [
    'flights: { earliest: 2027-01-02T00:00:00Z }',
    'flights: { earliest: 2027-01-01T00:00:00Z }',
    'flights forbids less than it did, or other things.',
  ],
  ['flights: { latest: 2027-01-02T00:00:00Z }', 'flights: { latest: 2027-01-01T00:00:00Z }', undefined],
  [
    'flights: { latest: 2027-01-01T00:00:00Z }',
    'flights: { latest: 2027-01-02T00:00:00Z }',
    'flights forbids less than it did, or other things.',
  ],
  [
    'forbid: [{ action: delete }]',
    'forbid: [{ action: create, kind: media }, { action: delete }]',
    undefined,
  ],
  [
    'forbid: [{ action: delete }]',
    'forbid: [{ action: delete, kind: campaign }]',
    'forbid forbids less than it did, or other things.',
  ],
] as const;

test.each(rules)(
  'a rule that is looser than at the last apply is said: %s, then %s',
  async (was, becomes, said) => {
    const bench = await appliedWith(`{ ${was} }`);
    await bench.write('campaigns.yaml', withPolicy(sale(5), `{ ${becomes} }`));

    const { code, stdout } = await bench.adsync(['plan']);

    expect(code).toBe(0);
    if (said === undefined) expect(stdout).not.toContain('looser');
    else expect(stdout).toContain(looser(said));
  },
);

test('rules that are kept and rules that are loosened are in every form of a plan', async () => {
  const bench = await appliedWith('{ max_daily_budget: 100, undo_drift: allow }');
  await bench.write('campaigns.yaml', sale(5));
  const unread = [
    await bench.adsync(['plan', '--format', 'markdown']),
    await bench.adsync(['plan', '--format', 'html']),
  ];
  const unreadJson = await bench.adsync(['plan', '--json']);
  await bench.write('campaigns.yaml', withPolicy(sale(45), '{ max_daily_budget: 100000 }'));
  const loosened = [
    await bench.adsync(['plan', '--format', 'markdown']),
    await bench.adsync(['plan', '--format', 'html']),
  ];
  const loosenedJson = await bench.adsync(['plan', '--json']);
  const quiet = await bench.adsync(['plan', '-q', '-o', 'plan.json']);

  const [unreadMarkdown, unreadHtml] = unread.map(({ stdout }) => stdout);
  const [markdown, html] = loosened.map(({ stdout }) => stdout);
  expect(unreadMarkdown).toContain('hold for `acme-us` (`max_daily_budget: 100`). Write `policy: {}`');
  expect(unreadHtml).toContain('hold for <code>acme-us</code> (<code>max_daily_budget: 100</code>)');
  expect(markdown).toContain('`max_daily_budget: 100` becomes `max_daily_budget: 100000`.');
  expect(html).toContain('<code>max_daily_budget: 100</code> becomes <code>max_daily_budget: 100000</code>');
  expect(quiet.stdout).toContain(looser('max_daily_budget: 100 becomes max_daily_budget: 100000.'));
  const was = { account: 'acme-us', rule: 'max_daily_budget', was: '100' };
  expect(planSchema.parse(JSON.parse(unreadJson.stdout)).policies).toEqual([
    { ...was, status: 'kept', becomes: '100' },
  ]);
  expect(planSchema.parse(JSON.parse(loosenedJson.stdout)).policies).toEqual([
    { ...was, status: 'loosened', becomes: '100000' },
  ]);
});

test('undo_drift: allow is not kept to, and nothing says that it is', async () => {
  const bench = await appliedWith('{ undo_drift: allow }');
  await bench.write('campaigns.yaml', sale(5));

  expect((await bench.adsync(['plan'])).stdout).not.toContain('No policy was read');
});

test('an account that was never applied has no rules that could be looser', async () => {
  const bench = await createBench(withPolicy(sale(5), '{ max_deletes: 100% }'));

  expect((await bench.adsync(['plan'])).stdout).not.toContain('looser');
});

test('a saved plan that is applied tells of the rules as they are then', async () => {
  const bench = await appliedWith('{ max_daily_budget: 100 }');
  await bench.write('campaigns.yaml', withPolicy(sale(45), '{ max_daily_budget: 100000 }'));
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.write('campaigns.yaml', withPolicy(sale(5), '{ max_daily_budget: 200000 }'));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', withPolicy(sale(45), '{ max_daily_budget: 100000 }'));

  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(applied.code).toBe(0);
  expect(applied.stdout).not.toContain('looser');
});

const both = (policy: string): string => `version: 1
${policy}accounts:
  acme-us: { id: 18ce54d4x5t, campaigns: { a: { name: A, funding_instrument: { id: hxtet }, daily_budget: 5 } } }
  acme-uk: { id: 18ce5uk0000 }
`;

test('accounts of which the same is to be said share a sentence', async () => {
  const bench = await createBench(both('policy: { max_bid: 3.00 }\n'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', both(''));
  const unread = await bench.adsync(['plan']);
  await bench.write('campaigns.yaml', both('policy: { max_bid: 4.00 }\n'));
  const loosened = await bench.adsync(['plan']);

  expect(unread.stdout).toContain('the rules of the last apply hold for acme-us, acme-uk (max_bid: 3.00).');
  expect(loosened.stdout).toContain('of acme-us, acme-uk: max_bid: 3.00 becomes max_bid: 4.00.');
});
