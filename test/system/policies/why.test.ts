import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const item = (fields: string): string =>
  `line_items: { x: { name: X, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: MAX, bid_amount: 1, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: []${fields} } }`;

async function why(bench: Bench, address: string, ...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await bench.adsync(['plan', '--why', address, ...argv]);
  expect([code, stderr]).toEqual([stdout.includes('Refused') ? 4 : 0, '']);
  return stdout;
}

async function applied(document: string): Promise<Bench> {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

/** Ids and times of a run as letters. */
function steady(text: string): string {
  return text.replaceAll(/\b9k\w{3}\b/g, 'ID').replaceAll(/20\d\d-\d\d-\d\dT[\d:]+Z(?=\.\n)/g, 'TIME');
}

test('an update: both sides, whose change, and where', async () => {
  const bench = await applied(campaigns({ sale: 'name: Sale, daily_budget: 55.00, total_budget: 900' }));
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: sale?.['id'], set: { total_budget_amount_local_micro: 950_000_000 } },
  ]);
  await bench.write(
    'campaigns.yaml',
    campaigns({ sale: 'name: Sale, daily_budget: 60.00, total_budget: 900' }),
  );

  expect(steady(await why(bench, 'acme-us/campaigns/sale', '--undo-drift', 'acme-us'))).toBe(
    `acme-us/campaigns/sale  campaign ID
It would be updated: the document and the platform were both changed.

Declared at campaigns.yaml:7:7.
adsync created it.
It is live, last changed there at TIME.

  name: declared Sale (campaigns.yaml:7:49), live Sale, last applied Sale. No change.
  funding_instrument: declared acme-us/funding_instruments/credit (campaigns.yaml:7:35), live hxtet, last applied hxtet. No change.
  daily_budget: declared 60.00 USD/day (campaigns.yaml:7:69), live 55.00 USD/day, last applied 55.00 USD/day. The document changed it.
  total_budget: declared 900.00 USD (campaigns.yaml:7:90), live 950.00 USD, last applied 900.00 USD. The platform changed it.

The platform can create, update and delete this campaign.

Step 1 of 1 sends its update.
`,
  );
});

test('nothing to do, and out of scope', async () => {
  const bench = await applied(campaigns({ sale: 'name: Sale, daily_budget: 5' }));
  expect(await why(bench, 'acme-us/campaigns/sale')).toContain(
    'Nothing changes: what is declared is live.\n\nDeclared at campaigns.yaml:7:7.\nadsync created it.\n',
  );
  await bench.write('other.yaml', campaigns({}).replace('campaigns:', ''));

  const { stdout } = await bench.adsync(['plan', 'other.yaml', '--why', 'acme-us/campaigns/sale']);

  expect(stdout).toContain(
    'Nothing changes: it is out of scope. campaigns.yaml declared it, and was not read.\n\nThe document does not declare it.',
  );
});

test('a creation: what it waits for, and what refuses it', async () => {
  const bench = await createBench(
    campaigns(
      { sale: `name: Sale, daily_budget: 5, status: ACTIVE, ${item(', status: ACTIVE')}` },
      'policy: { flights: { max_days: 10 } }\n',
    ),
  );

  const line = await why(bench, 'acme-us/campaigns/sale/line_items/x');
  const campaign = await why(bench, 'acme-us/campaigns/sale');

  expect(line).toContain('It would be created: the document asks for it.');
  expect(line).toContain('The state does not know it.\nIt is not live.\n');
  expect(line).toContain('  name: declared X (campaigns.yaml:8:');
  expect(line).toContain('Sent with a new record.\n');
  expect(line).toContain(`Step 2 of 4 sends its create.
  It waits for step 1: it stands in acme-us/campaigns/sale.
Step 3 of 4 sends its update`);
  expect(line).toContain('  It waits for step 2: its own request before this one.\n');
  expect(line).toContain(`Refused, for one reason:

  flights  acme-us/campaigns/sale/line_items/x  ADSYNC_PLAN_REFUSED
    runs for 30 days; the policy allows 10
    Change its start_time or end_time.
    To accept it: --override flights
`);
  expect(campaign).toContain(
    'Step 4 of 4 sends its update, which raises the number of campaigns that count against the limit and what can be spent a day in USD.\n',
  );
  expect(campaign).toContain(
    '  It waits for steps 2 and 3: beneath it stands acme-us/campaigns/sale/line_items/x.\n',
  );
  expect(campaign).not.toContain('Refused');
});

test('a claim waits for the room that a release makes', async () => {
  const bench = await applied(
    campaigns({
      a: 'name: A, daily_budget: 5, status: ACTIVE',
      b: 'name: B, daily_budget: 5, status: PAUSED',
    }),
  );
  await bench.write(
    'campaigns.yaml',
    campaigns({
      a: 'name: A, daily_budget: 5, status: PAUSED',
      b: 'name: B, daily_budget: 5, status: ACTIVE',
    }),
  );

  expect(
    await why(bench, 'acme-us/campaigns/b'),
  ).toContain(`Step 2 of 2 sends its update, which raises the number of campaigns that count against the limit and what can be spent a day in USD.
  It waits for step 1: the room that becomes free by acme-us/campaigns/a.
`);
  expect(await why(bench, 'acme-us/campaigns/a')).toContain(
    'Step 1 of 2 sends its update, which lowers the number of campaigns that count against the limit and what can be spent a day in USD.\n',
  );
});

test('a replace says what cannot be changed, and what goes along; a delete says that it is final', async () => {
  const bench = await applied(campaigns({ sale: `name: Sale, daily_budget: 5, ${item('')}` }));
  await bench.write(
    'campaigns.yaml',
    campaigns({ sale: `name: Sale, daily_budget: 5, ${item('').replace('ENGAGEMENTS', 'WEBSITE_CLICKS')}` }),
  );

  const replaced = await why(bench, 'acme-us/campaigns/sale/line_items/x');
  await bench.write('campaigns.yaml', campaigns({ other: 'name: Other, daily_budget: 5' }));
  const deleted = await why(bench, 'acme-us/campaigns/sale');

  expect(replaced).toContain('It would be replaced by a new one: objective cannot be updated.');
  expect(replaced).toContain('The document changed it. It cannot be changed on an existing line item.');
  expect(deleted).toContain('It would be deleted: no longer declared. This cannot be undone.');
  expect(deleted).toContain('The document does not declare it.\nadsync created it.\n');
  expect(deleted).toContain('With it go or are made anew: acme-us/campaigns/sale/line_items/x.');
});

test('a raised budget says what it raises, and an account what is known of it', async () => {
  const policy = 'policy: { max_daily_budget: 500, max_bid: 5 }\n';
  const bench = await applied(campaigns({ sale: 'name: Sale, daily_budget: 5, status: ACTIVE' }, policy));
  await bench.write(
    'campaigns.yaml',
    campaigns({ sale: 'name: Sale, daily_budget: 6, status: ACTIVE' }, policy),
  );

  expect(await why(bench, 'acme-us/campaigns/sale')).toContain(
    'Step 1 of 1 sends its update, which raises what can be spent a day in USD.\n',
  );
  expect(await why(bench, 'acme-us')).toContain(
    `Declared at campaigns.yaml:4:3.
The state knows it by this key, with the policy of its last apply: max_daily_budget, max_bid.
Its settings were not read, because the document manages none of them.
`,
  );
});

test('before an apply the state knows no account, and without a policy it knows the key', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, daily_budget: 5' }));

  expect(await why(bench, 'acme-us')).toContain('The state does not know it.\n');
  await bench.adsync(['apply', '--yes']);
  expect(await why(bench, 'acme-us')).toContain('The state knows it by this key.\n');
});

test('as data', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, daily_budget: 5' }));
  const schema = z.object({
    format_version: z.string(),
    address: z.string(),
    change: z.object({ action: z.string() }),
    fields: z.array(z.object({ field: z.string(), changed_by: z.string() })),
    operations: z.array(z.object({ step: z.int(), type: z.string() })),
  });

  expect(schema.parse(JSON.parse(await why(bench, 'acme-us/campaigns/sale', '--json')))).toEqual({
    format_version: '1.2',
    address: 'acme-us/campaigns/sale',
    change: { action: 'create' },
    fields: ['name', 'funding_instrument_id', 'daily_budget_amount_local_micro'].map((field) => ({
      field,
      changed_by: 'new',
    })),
    operations: [{ step: 1, type: 'Create' }],
  });
});

test.each([
  [
    ['--why', 'acme-us/campaigns/sal'],
    'nothing has the address acme-us/campaigns/sal\n  Did you mean acme-us/campaigns/sale?',
  ],
  [['--why', 'acme-us', '--target', 'acme-us'], '--why goes with neither -o, --target'],
  [['--why', 'acme-us', '--format', 'html'], '--why goes with neither -o, --target'],
])('%j is refused', async (argv, message) => {
  const bench = await createBench();

  const refused = await bench.adsync(['plan', ...argv]);

  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(message);
});
