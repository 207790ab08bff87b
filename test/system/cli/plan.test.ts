import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planSchema } from '../../../src/schemas/plan.ts';
import { campaigns, createBench } from './harness.ts';

test('a plan shows what apply would do, and writes nothing', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['plan']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`acme-us  18ce54d4x5t

  Sale              acme-us/campaigns/sale  campaigns.yaml:7
    + create, activated last    55.00 USD/day

Plan: 1 to create (1 of them activated). 1 unchanged, 1 unmanaged.
acme-us: 0.00 → 55.00 USD a day, never more on the way; 0 → 1 of 200 campaigns active.
acme-us in USD, after the plan: today 55.00, as on the highest day, no end to what is committed.
Apply sends 2 requests.
`);
  expect(await bench.writes()).toEqual([]);
  await expect(access(join(bench.folder, '.adsync'))).rejects.toThrow('ENOENT');
});

/** A campaign, and a line item that bids so much on the line below. */
function withBid(bid: string): string {
  const item = `name: Clicks, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_amount: ${bid}, bid_strategy: MAX, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z`;
  return campaigns({ sale: `name: Sale, daily_budget: 5,\n        line_items: { clicks: { ${item} } }` });
}

test('beside a campaign stands where it is declared, also where only its line item changes', async () => {
  const bench = await createBench(withBid('1.20'));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', withBid('1.10'));

  const { stdout } = await bench.adsync(['plan']);
  const { stdout: json } = await bench.adsync(['plan', '--json']);
  const { stdout: markdown } = await bench.adsync(['plan', '--format', 'markdown']);

  expect(stdout).toMatch(/ Sale +acme-us\/campaigns\/sale +campaigns\.yaml:7\n/);
  expect(markdown).toContain('campaigns.yaml:7');
  expect(planSchema.parse(JSON.parse(json))).toMatchObject({
    changes: [{ source: { line: 8 } }],
    places: { 'acme-us/campaigns/sale': { file: 'campaigns.yaml', line: 7 } },
  });
});

test('--detailed-exitcode tells changes from none', async () => {
  const bench = await createBench();

  const before = await bench.adsync(['plan', '--detailed-exitcode']);
  await bench.adsync(['apply', '--yes']);
  const after = await bench.adsync(['plan', '--detailed-exitcode']);

  expect(before.code).toBe(2);
  expect(after).toEqual({ code: 0, stdout: 'Nothing to change: 2 unchanged, 1 unmanaged.\n', stderr: '' });
});

test('the JSON on standard output and the saved plan are the same', async () => {
  const bench = await createBench();

  const { stdout, stderr } = await bench.adsync(['plan', '--json', '-o', 'plan.json']);
  const other = await bench.adsync(['plan', '--format', 'json', '-q']);

  expect(await bench.read('plan.json')).toBe(stdout);
  expect(stderr).toContain('adsync apply --plan plan.json');
  const plan = planSchema.parse(JSON.parse(stdout));
  expect({ ...planSchema.parse(JSON.parse(other.stdout)), created_at: '' }).toEqual({
    ...plan,
    created_at: '',
  });
  expect(other.stderr).toBe('');
});

test('-v shows every field of what is created', async () => {
  const bench = await createBench();

  const { stdout } = await bench.adsync(['plan', '-v']);

  expect(stdout).toMatch(/^ {6}name +Sale$/m);
  expect(stdout).toMatch(/^ {6}budget_optimization +CAMPAIGN$/m);
});

test('a plan that is refused is shown with every reason, and ends with 4', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, daily_budget: 55', other: 'name: Other, daily_budget: 5' }),
  );
  await bench.control('POST', 'seed', {
    campaigns: [
      { account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Sale' },
      { account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Other' },
    ],
  });

  const { code, stdout, stderr } = await bench.adsync(['plan', '--detailed-exitcode']);

  expect(code).toBe(4);
  expect(stdout).toContain('Refused, for 2 reasons:');
  expect(stdout).toContain('--adopt acme-us/campaigns/sale');
  expect(stdout).toContain('--adopt acme-us/campaigns/other');
  expect(stderr).toMatch(/^error\[ADSYNC_PLAN_REFUSED\]: the plan is refused \(adopt\)/);
});

test.each([
  [['--adopt'], 0],
  [['--adopt', 'acme-us/campaigns/sale'], 0],
  [['--adopt', 'acme-us/campaigns/sale=ad0pt'], 0],
  [['--adopt', 'acme-us/campaigns/sale=other'], 4],
])('adopt %j ends with %i', async (consent, expected) => {
  const bench = await createBench();
  await bench.control('POST', 'seed', {
    campaigns: [{ id: 'ad0pt', account_id: '18ce54d4x5t', funding_instrument_id: 'hxtet', name: 'Sale' }],
  });

  const { code } = await bench.adsync(['plan', ...consent]);

  expect(code).toBe(expected);
});

test('--target plans for what stands at or beneath the address', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale', 'sale-two': 'name: Sale two' }));

  const { stdout } = await bench.adsync(['plan', '--json', '--target', 'acme-us/campaigns/sale']);

  const { changes } = planSchema.parse(JSON.parse(stdout));
  expect(changes.map(({ address }) => address)).toEqual(['acme-us/campaigns/sale']);
});

test.each([['--target'], ['--undo-drift'], ['--allow-recreate'], ['--take-along'], ['--adopt']])(
  '%s with an address that nothing has is an error with the nearest',
  async (option) => {
    const bench = await createBench();

    const { code, stderr } = await bench.adsync(['plan', option, 'acme-us/campaigns/sales']);

    expect(code).toBe(1);
    expect(stderr).toContain(
      'error[ADSYNC_ADDRESS_UNKNOWN]: nothing has the address acme-us/campaigns/sales',
    );
    expect(stderr).toContain('Did you mean acme-us/campaigns/sale?');
  },
);

test('--account limits the run to one account', async () => {
  const uk =
    '  acme-uk: { id: 18ce5uk0000, campaigns: { tea: { name: Tea, daily_budget: 5, funding_instrument: { id: hxuk1 } } } }\n';
  const bench = await createBench(campaigns() + uk);
  await bench.adsync(['apply', '--yes']);
  await bench.write(
    'campaigns.yaml',
    campaigns({ sale: 'name: New, daily_budget: 5' }) + uk.replace('Tea', 'Coffee'),
  );

  const { stdout } = await bench.adsync(['plan', '--json', '--account', 'acme-uk']);
  const unknown = await bench.adsync(['plan', '--account', 'acme-ukk']);

  const { changes } = planSchema.parse(JSON.parse(stdout));
  expect(changes.map(({ address, action }) => [address, action])).toEqual([
    ['acme-uk/campaigns/tea', 'update'],
  ]);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('Did you mean acme-uk?');
});

const twoAccounts = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences: { buyers: { name: Buyers, shared_with: { uk: { account: acme-uk, permission_level: READ_ONLY } } } }
  acme-uk:
    id: 18ce5uk0000
    funding_instruments: { credit: { id: hxuk1 } }
    campaigns:
      tea:
        name: Tea
        funding_instrument: credit
        daily_budget: 5
        line_items:
          pot:
            name: Pot
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: MAX
            bid_amount: 1.2
            start_time: 2027-12-01T00:00:00Z
            end_time: 2027-12-31T00:00:00Z
            targeting: [{ type: CUSTOM_AUDIENCE, value: { audience: acme-us/buyers } }]
`;

test('what --account leaves out is still what the rest refers to', async () => {
  const bench = await createBench(twoAccounts);

  const early = await bench.adsync(['apply', '--yes', '--account', 'acme-uk']);
  const sent = await bench.writes();
  const first = await bench.adsync(['apply', '--yes', '--account', 'acme-us']);
  const second = await bench.adsync(['apply', '--yes', '--account', 'acme-uk']);
  const after = await Promise.all(
    [[], ['--account', 'acme-us'], ['--account', 'acme-uk']].map(
      async (only) => await bench.adsync(['plan', '--detailed-exitcode', ...only]),
    ),
  );

  expect(early.code).toBe(4);
  expect(early.stdout).toContain('refers to acme-us/audiences/buyers, which does not exist yet');
  expect(early.stdout).toContain('Plan without --account, or apply --account acme-us first.');
  expect(sent).toEqual([]);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(after.map(({ code }) => code)).toEqual([0, 0, 0]);
});

test('variables come from the command line', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: "Sale ${var.season}"' }, 'variables: { season: spring }\n'),
  );
  await bench.write('more.yaml', 'season: autumn\n');

  const flag = await bench.adsync(['plan', '--var', 'season=summer', '--var-file', 'more.yaml']);
  const file = await bench.adsync(['plan', '--var-file', 'more.yaml']);
  const environment = await bench.adsync(['plan'], { env: { ADSYNC_VAR_season: 'winter' } });

  expect(flag.stdout).toContain('Sale summer');
  expect(file.stdout).toContain('Sale autumn');
  expect(environment.stdout).toContain('Sale winter');
});

test('a plan that cannot be saved is an error', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan', '-o', 'missing/plan.json']);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_USAGE]: missing/plan.json cannot be written');
});
