import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

const address = 'acme-us/campaigns/sale';
const declared = campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 55' });
const raised = campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 60' });

/** A bench on which the campaign was applied, and a plan that raises its budget was saved. */
async function withSavedPlan() {
  const bench = await createBench(declared);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', raised);
  await bench.adsync(['plan', '-o', 'plan.json']);
  const id = (await bench.records('campaigns')).find(({ name }) => name === 'Sale')?.['id'];
  const mutate = async (set: Readonly<Record<string, unknown>>, remove = false): Promise<unknown> =>
    await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set, remove }]);
  const budget = async () =>
    (await bench.records('campaigns')).find((one) => one['id'] === id)?.['daily_budget_amount_local_micro'];
  return { ...bench, mutate, budget };
}

test('a saved plan is carried out as it was saved', async () => {
  const bench = await withSavedPlan();

  const { code } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(0);
  expect(await bench.budget()).toBe(60_000_000);
});

test('a saved plan asks too', async () => {
  const bench = await withSavedPlan();

  const { code } = await bench.adsync(['apply', '--plan', 'plan.json']);

  expect(code).toBe(1);
});

test('a plan keeps its consents', async () => {
  const bench = await withSavedPlan();
  await bench.mutate({ daily_budget_amount_local_micro: 40_000_000 });
  await bench.adsync(['plan', '-o', 'agreed.json', '--undo-drift', address]);

  const { code, stdout } = await bench.adsync(['apply', '--plan', 'agreed.json', '--yes']);

  expect(code).toBe(0);
  expect(stdout).toContain(`With consent: --undo-drift ${address}`);
  expect(await bench.budget()).toBe(60_000_000);
});

test('a value that changed on the platform makes it stale', async () => {
  const bench = await withSavedPlan();
  await bench.mutate({ daily_budget_amount_local_micro: 57_000_000 });

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain('error[ADSYNC_PLAN_STALE]');
  expect(stderr).toContain(`${address}  daily_budget: then 55.00 USD/day, now 57.00 USD/day`);
  expect(await bench.budget()).toBe(57_000_000);
});

test('a status that somebody changed since, and a value that is by now what it was to become, are told as they are', async () => {
  const bench = await createBench(campaigns());
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', campaigns({ sale: 'name: Sale 2, status: ACTIVE, daily_budget: 60' }));
  await bench.adsync(['plan', '-o', 'plan.json']);
  const id = (await bench.records('campaigns')).find(({ name }) => name === 'Sale')?.['id'];
  const set = { entity_status: 'PAUSED', name: 'Sale 2' };
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set }]);

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain(`  ${address}  status: then ACTIVE, now PAUSED\n`);
  expect(stderr).toContain(`  ${address}  name: then Sale, now Sale 2\n`);
});

test('a value that only the new document gives is told by what the plan would make of it', async () => {
  const bench = await withSavedPlan();
  await bench.write('campaigns.yaml', campaigns({ sale: 'name: Sale 2, status: PAUSED, daily_budget: 60' }));

  const { stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(stderr).toContain(`  ${address}  name: then not changed, now Sale → Sale 2\n`);
});

test('a change that is no longer to be made makes it stale', async () => {
  const bench = await withSavedPlan();
  await bench.mutate({ daily_budget_amount_local_micro: 60_000_000 });

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain(`${address}  what the plan does: then update, now nothing`);
});

test('a changed document makes it stale', async () => {
  const bench = await withSavedPlan();
  await bench.write('campaigns.yaml', campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 61' }));

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain(`${address}  daily_budget: then 60.00 USD/day, now 61.00 USD/day`);
});

test('something created meanwhile under the name of a create makes it stale', async () => {
  const bench = await createBench(declared);
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.control('POST', 'seed', {
    campaigns: [{ account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Sale' }],
  });

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain(`${address}  what the plan does: then create, now adopt`);
});

test('other active campaigns make it stale: the order was computed from how many there were', async () => {
  const bench = await createBench(campaigns());
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.control('POST', 'seed', {
    campaigns: [
      {
        account_id: '18ce54d4x5t',
        funding_instrument_id: 'hxtet',
        name: 'Foreign',
        entity_status: 'ACTIVE',
        daily_budget_amount_local_micro: 7_000_000,
      },
    ],
  });

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain('acme-us  live campaigns under the limit: then 0, now 1');
  expect(stderr).toContain('acme-us  live spending a day: then 0.00 USD, now 7.00 USD');
});

test('a plan that was refused is refused when applied, whatever its list of violations says', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55' }, 'policy: { max_daily_budget: 50 }\n'),
  );
  await bench.adsync(['plan', '-o', 'plan.json']);
  const plan = await bench.read('plan.json');
  await bench.write('plan.json', plan.replace(/"violations": \[[\s\S]*?\n {2}\]/, '"violations": []'));

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(4);
  expect(stderr).toContain('error[ADSYNC_PLAN_REFUSED]');
});

test.each([
  [
    'edited steps',
    (text: string) => text.replaceAll('60000000', '90000000'),
    'was changed after it was saved',
  ],
  ['no JSON', () => 'steps:', 'is not JSON'],
  ['another file', () => '{"format_version":"1.0"}', 'is not a plan'],
  ['an array', () => '[]', 'is not a plan'],
  ['nothing', () => '', 'is not JSON'],
  [
    'a later format',
    (text: string) => text.replace('"1.2"', '"2.0"'),
    'is of format 2.0; this adsync reads 1.2',
  ],
])('%s is no plan to carry out', async (_name, edit, expected) => {
  const bench = await withSavedPlan();
  await bench.write('plan.json', edit(await bench.read('plan.json')));

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(1);
  expect(stderr).toContain(`error[ADSYNC_PLAN_INVALID]: the saved plan plan.json ${expected}`);
  expect(await bench.budget()).toBe(55_000_000);
});

test('a plan file that does not exist is an error', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'missing.json', '--yes']);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_PLAN_INVALID]: the saved plan missing.json cannot be read');
});

test.each([[['campaigns.yaml']], [['--target', address]], [['--adopt']], [['--override', 'max_deletes']]])(
  '--plan does not go with %j',
  async (more) => {
    const bench = await createBench();

    const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', ...more]);

    expect(code).toBe(1);
    expect(stderr).toContain(
      'error[ADSYNC_USAGE]: --plan goes with neither paths nor --target, --exclude, --changed-since nor consents',
    );
  },
);

test('a saved plan with nothing does nothing', async () => {
  const bench = await createBench(declared);
  await bench.adsync(['apply', '--yes']);
  await bench.adsync(['plan', '-o', 'plan.json']);

  const { code, stdout } = await bench.adsync(['apply', '--plan', 'plan.json']);

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing to change: 2 unchanged, 1 unmanaged.\n' });
});

test('an adoption that was not reviewed does not slip in with a plan of what stands above it', async () => {
  const settings = declared.replace('id: 18ce54d4x5t', 'id: 18ce54d4x5t\n    industry_type: TRAVEL');
  const bench = await createBench(declared);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', settings);
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.control('POST', 'seed', {
    campaigns: [{ account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Theirs' }],
  });
  const adopted = '      theirs: { name: Theirs, funding_instrument: credit, lifecycle: { adopt: true } }\n';
  await bench.write('campaigns.yaml', settings + adopted);

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  const { stdout } = await bench.adsync(['state', 'list']);

  expect(code).toBe(3);
  expect(stderr).toContain('acme-us/campaigns/theirs  what the plan does: then nothing, now adopt');
  expect(stdout).not.toContain('theirs');
});
