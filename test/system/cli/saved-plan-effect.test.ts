import { expect, test } from 'vitest';
import { planSchema } from '../../../src/schemas/plan.ts';
import { type BenchWithOthers, benchWithOthers, campaignOf, lineItemOf } from './world-of-others.ts';

const clicks = `clicks: { name: Clicks, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: "2026-12-01T00:00:00Z", end_time: "2026-12-31T00:00:00Z", bid_amount: 1.00 }`;

/** A document of campaigns, each given by its fields. */
function document(entries: Readonly<Record<string, string>>, more = ''): string {
  const lines = Object.entries(entries).map(
    ([key, fields]) => `      ${key}: { funding_instrument: credit, ${fields} }\n`,
  );
  return `version: 1
${more}accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
${lines.join('')}`;
}

const sale = (budget: number, more = ''): string =>
  `name: Sale, status: ACTIVE, daily_budget: ${budget}, line_items: { ${clicks} }${more}`;
const saved = { sale: sale(55) };
const raised = { sale: sale(60) };
const old = { ...saved, old: `name: Old, daily_budget: 5, line_items: { ${clicks} }` };

const others = {
  funding_instruments: [{ id: 'euros', account_id: '18ce54d4x5t', currency: 'EUR' }],
  campaigns: [
    campaignOf('one'),
    campaignOf('two', { entity_status: 'PAUSED' }),
    campaignOf('three'),
    campaignOf('items', { budget_optimization: 'LINE_ITEM', daily_budget_amount_local_micro: null }),
    campaignOf('euro', { funding_instrument_id: 'euros' }),
  ],
  line_items: [lineItemOf('l1', 'items'), lineItemOf('l2', 'items', { entity_status: 'ACTIVE' })],
};

/** A world of others, the first document applied, and a plan for the second one saved. */
async function savedPlan(
  before: Readonly<Record<string, string>> = saved,
  after: Readonly<Record<string, string>> = raised,
  options: readonly string[] = [],
): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(document(before), others);
  const applied = await bench.adsync(['apply', '--yes', '--override', 'max_deletes']);
  await bench.write('campaigns.yaml', document(after));
  const planned = await bench.adsync(['plan', '-o', 'plan.json', ...options]);
  expect([applied.code, planned.code]).toEqual([0, 0]);
  return bench;
}

/** Applies the saved plan, which must be refused as stale with the lines, and send nothing. */
async function expectStale(bench: BenchWithOthers, ...lines: readonly string[]): Promise<void> {
  let ran = { code: 0, stdout: '', stderr: '' };
  const writes = await bench.writesOf(async () => {
    ran = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  });

  expect(ran.stderr).toContain('error[ADSYNC_PLAN_STALE]: what the saved plan was made from has changed');
  expect(ran.code).toBe(3);
  for (const line of lines) expect(ran.stderr).toContain(`  ${line}\n`);
  expect(writes).toEqual([]);
}

async function expectApplied(bench: BenchWithOthers): Promise<void> {
  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
}

test('a line item activated outside makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('line_items', 'l1', { entity_status: 'ACTIVE' });

  await expectStale(
    bench,
    'acme-us  live spending a day: then 72.00 USD, now 75.00 USD',
    'acme-us  spending a day after the plan: then 77.00 USD, now 80.00 USD',
    'acme-us  spending a day at most on the way: then 77.00 USD, now 80.00 USD',
  );
});

const otherThings =
  'acme-us  what can spend: then what the plan counted, now other campaigns or line items, or other budgets and times of them, with equal figures';

test('a campaign activated and an equal one paused outside make a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('campaigns', 'one', { entity_status: 'PAUSED' });
  await bench.outside('campaigns', 'two', { entity_status: 'ACTIVE' });

  await expectStale(bench, otherThings);
});

test('a budget raised and another lowered by the same amount make a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('campaigns', 'one', { daily_budget_amount_local_micro: 8_000_000 });
  await bench.outside('campaigns', 'three', { daily_budget_amount_local_micro: 6_000_000 });

  await expectStale(bench, otherThings);
});

test('a flight of a running line item that is moved outside makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('line_items', 'l2', { end_time: '2027-03-31T00:00:00Z' });

  await expectStale(bench);
});

test('a child added beneath what will be deleted makes a saved plan stale', async () => {
  const bench = await savedPlan(old, saved, ['--override', 'max_deletes']);
  const id = await bench.idOf('campaigns', 'Old');
  await bench.seed({ line_items: [lineItemOf('added', id)] });

  await expectStale(bench, 'acme-us/campaigns/old  hangs on it: then nothing, now line_item added');
});

test('a child added beneath a line item of what will be deleted makes a saved plan stale', async () => {
  const bench = await savedPlan(
    {
      ...old,
      old: old.old.replace(
        'bid_amount',
        'targeting: [{ type: LOCATION, value: 96683cc9126741d1 }], bid_amount',
      ),
    },
    saved,
    ['--override', 'max_deletes'],
  );
  const campaign = await bench.idOf('campaigns', 'Old');
  const lineItem = (await bench.records('line_items')).find((one) => one['campaign_id'] === campaign)?.['id'];
  await bench.seed({
    targeting_criteria: [
      {
        id: 'added',
        account_id: '18ce54d4x5t',
        line_item_id: lineItem,
        targeting_type: 'LOCATION',
        targeting_value: '0fb1c59dcd9c0e4f',
        operator_type: 'EQ',
      },
    ],
  });

  await expectStale(bench, 'acme-us/campaigns/old  hangs on it: then nothing, now targeting_criterion added');
});

/** The document with a second funding instrument. */
const withInstruments = (entries: Readonly<Record<string, string>>): string =>
  document(entries).replace('{ credit: { id: hxtet } }', '{ credit: { id: hxtet }, other: { id: other } }');

test('a child added beneath what will be replaced makes a saved plan stale', async () => {
  const anew = { sale: sale(55, ', lifecycle: { allow_replace: true }').replace('credit', 'other') };
  const bench = await benchWithOthers(withInstruments(saved), {
    ...others,
    funding_instruments: [
      ...others.funding_instruments,
      { id: 'other', account_id: '18ce54d4x5t', currency: 'USD' },
    ],
  });
  await bench.adsync(['apply', '--yes']);
  await bench.write(
    'campaigns.yaml',
    withInstruments({ sale: anew.sale }).replace(
      '{ funding_instrument: credit, name: Sale',
      '{ funding_instrument: other, name: Sale',
    ),
  );
  const planned = await bench.adsync(['plan', '-o', 'plan.json', '--override', 'max_deletes']);
  expect(planned.stdout).toContain('replace');
  const id = await bench.idOf('campaigns', 'Sale');
  await bench.seed({ line_items: [lineItemOf('added', id)] });

  await expectStale(bench, 'acme-us/campaigns/sale  hangs on it: then nothing, now line_item added');
});

test('a figure in another currency that changed makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('campaigns', 'euro', { daily_budget_amount_local_micro: 9_000_000 });

  await expectStale(bench, 'acme-us  live spending a day: then 7.00 EUR, now 9.00 EUR');
});

test('a campaign in a new currency makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.seed({
    funding_instruments: [{ id: 'yen', account_id: '18ce54d4x5t', currency: 'JPY' }],
    campaigns: [campaignOf('new', { funding_instrument_id: 'yen' })],
  });

  await expectStale(bench, 'acme-us  live spending a day: then 0.00 JPY, now 7.00 JPY');
});

test('a cap taken away outside makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.outside('line_items', 'l2', { daily_budget_amount_local_micro: null });

  await expectStale(bench, 'acme-us  spending USD without a daily cap after the plan: then 0, now 1');
});

test('a limit changed in the document makes a saved plan stale', async () => {
  const bench = await savedPlan();
  await bench.write(
    'campaigns.yaml',
    document(raised).replace('    campaigns:\n', '    limits: { active_campaigns: 150 }\n    campaigns:\n'),
  );

  await expectStale(bench, 'acme-us  limit of campaigns: then 200, now 150');
});

test('a limit that ends counting line items makes a saved plan stale', async () => {
  const limited = (entries: Readonly<Record<string, string>>): string =>
    document(entries).replace('    campaigns:\n', '    limits: { line_items: 150 }\n    campaigns:\n');
  const bench = await benchWithOthers(limited(saved), others);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', limited(raised));
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.write('campaigns.yaml', document(raised));

  await expectStale(bench, 'acme-us  line items under the limit: then counted, now not counted');
});

test('a new twin of what will be created makes a saved plan stale', async () => {
  const created = { ...saved, fresh: 'name: Fresh, daily_budget: 5' };
  const bench = await savedPlan(saved, created);
  await bench.seed({ campaigns: [campaignOf('twin', { name: 'Fresh', entity_status: 'PAUSED' })] });

  await expectStale(bench, 'acme-us/campaigns/fresh  what the plan does: then create, now adopt');
});

test('a resource added to the document makes a saved plan stale, and is named', async () => {
  const bench = await savedPlan();
  await bench.write('campaigns.yaml', document({ ...raised, fresh: 'name: Fresh, daily_budget: 5' }));

  await expectStale(bench, 'acme-us/campaigns/fresh  what the plan does: then nothing, now create');
});

test('a resource removed from the document makes a saved plan stale', async () => {
  const bench = await savedPlan(old, { ...old, ...raised });
  await bench.write('campaigns.yaml', document(raised));

  await expectStale(bench, 'acme-us/campaigns/old  what the plan does: then nothing, now delete');
});

test('a saved plan with nothing is stale where there is something to do', async () => {
  const bench = await savedPlan(saved, saved);
  await bench.write('campaigns.yaml', document(raised));

  await expectStale(bench, 'acme-us/campaigns/sale  what the plan does: then nothing, now update');
});

test('a saved plan with nothing stays so where only figures have changed', async () => {
  const bench = await savedPlan(saved, saved);
  await bench.outside('campaigns', 'one', { daily_budget_amount_local_micro: 9_000_000 });

  await expectApplied(bench);
});

test('what changed outside and does not touch the effect lets a saved plan hold', async () => {
  const bench = await savedPlan();
  await bench.outside('campaigns', 'one', { name: 'Another name' });
  await bench.outside('campaigns', 'two', { daily_budget_amount_local_micro: 90_000_000 });
  await bench.outside('line_items', 'l2', { bid_amount_local_micro: 2_000_000 });
  await bench.seed({
    campaigns: [campaignOf('new', { entity_status: 'PAUSED' })],
    line_items: [lineItemOf('l3', 'two', { entity_status: 'ACTIVE' }), lineItemOf('l4', 'two')],
  });

  await expectApplied(bench);
});

test('a document that changed where it does not touch the effect lets a saved plan hold', async () => {
  const bench = await savedPlan();
  await bench.write(
    'campaigns.yaml',
    `# A comment that moves every line.\n${document(raised, 'policy: { max_budget_factor: 5 }\n')}`,
  );

  await expectApplied(bench);
});

test.each([
  ['--target', ['--target', 'acme-us/campaigns/sale']],
  ['--exclude', ['--exclude', 'acme-us/campaigns/fresh']],
])('a plan limited by %s is planned again with the same limit', async (_name, options) => {
  const more = { ...raised, fresh: 'name: Fresh, daily_budget: 5' };
  const bench = await savedPlan(saved, more, options);
  await bench.write('campaigns.yaml', document({ ...more, fresh: 'name: Fresh, daily_budget: 6' }));

  await expectApplied(bench);
  expect((await bench.records('campaigns')).map(({ name }) => name)).not.toContain('Fresh');
});

test('a plan limited by --target is stale where something new stands beneath the target', async () => {
  const bench = await savedPlan(saved, raised, ['--target', 'acme-us/campaigns/sale']);
  const second = clicks.replace('clicks:', 'more:').replace('Clicks', 'More');
  await bench.write('campaigns.yaml', document({ sale: sale(60).replace(' }', ` }, ${second}`) }));

  await expectStale(
    bench,
    'acme-us/campaigns/sale/line_items/more  what the plan does: then nothing, now create',
  );
});

test('a plan limited by --account needs no --account to be applied, and no other one', async () => {
  const uk = '  acme-uk:\n    id: 18ce5uk0000\n    limits: { active_campaigns: 150 }\n';
  const bench = await benchWithOthers(document(saved) + uk);
  await bench.adsync(['plan', '-o', 'plan.json', '--account', 'acme-us']);

  const other = await bench.adsync(['apply', '--plan', 'plan.json', '--yes', '--account', 'acme-uk']);

  expect(other.code).toBe(1);
  expect(other.stderr).toContain(
    'error[ADSYNC_USAGE]: --account acme-uk does not fit the plan, which was made for --account acme-us',
  );
  await expectApplied(bench);
});

test('a plan for all accounts does not go with --account', async () => {
  const bench = await savedPlan();

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--account', 'acme-us']);

  expect(code).toBe(1);
  expect(stderr).toContain('does not fit the plan, which was made for all accounts');
});

/** The saved plan as an adsync would have saved it that did not record what a plan is limited to. */
async function inOlderFormat(bench: BenchWithOthers): Promise<void> {
  const { selection: _selection, ...plan } = planSchema.parse(JSON.parse(await bench.read('plan.json')));
  const { spending: _spending, ...basis } = plan.basis;
  await bench.write('plan.json', JSON.stringify({ ...plan, format_version: '1.0', basis }));
}

test('a plan in an older format holds where nothing has changed', async () => {
  const more = { ...raised, fresh: 'name: Fresh, daily_budget: 5' };
  const bench = await savedPlan(saved, more, ['--target', 'acme-us/campaigns/sale']);
  await inOlderFormat(bench);

  await expectApplied(bench);
  expect((await bench.records('campaigns')).map(({ name }) => name)).not.toContain('Fresh');
});

test('a plan in an older format is stale where anything has changed', async () => {
  const bench = await savedPlan();
  await inOlderFormat(bench);
  await bench.outside('campaigns', 'one', { entity_status: 'PAUSED' });
  await bench.outside('campaigns', 'two', { entity_status: 'ACTIVE' });

  await expectStale(bench);
});
