import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { campaigns, createBench } from '../cli/harness.ts';

const historySchema = z.array(
  z.object({
    user: z.string(),
    started_at: z.iso.datetime(),
    command: z.string(),
    consents: z.array(z.object({ consent: z.string(), address: z.string() })),
  }),
);

interface Case {
  readonly rule: string;
  /** Lines of `policy`. */
  readonly policy: string;
  readonly before: string;
  readonly after: string;
  /** What the plan says under "Refused". */
  readonly said: readonly string[];
}

const bidding = (amount: string): string =>
  sale(item('2026-12-31T00:00:00Z').replace('bid_amount: 1', `bid_amount: ${amount}`));
const sale = (fields: string): string => campaigns({ sale: fields });
const fiveCampaigns = campaigns(
  Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, `name: ${key}, daily_budget: 5`])),
);
const item = (end: string): string =>
  `name: Sale, daily_budget: 5, line_items: { x: { name: X, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: MAX, bid_amount: 1, start_time: 2026-12-01T00:00:00Z, end_time: ${end}, targeting: [] } }`;

const cases: readonly Case[] = [
  {
    rule: 'max_deletes',
    policy: 'max_deletes: 3',
    before: fiveCampaigns,
    after: campaigns({ a: 'name: a, daily_budget: 5' }),
    said: [
      '  max_deletes  acme-us  ADSYNC_PLAN_REFUSED',
      '    the plan deletes 4 of 6 managed resources (4 campaigns; each counts once, with all that hangs on it); the policy allows 3',
      '    Put back into the document what is to stay; a key that only changed needs a line under moved. If all of it is to go, raise policy.max_deletes.',
      '    To accept it: --override max_deletes',
    ],
  },
  {
    rule: 'max_updates',
    policy: 'max_updates: 10%',
    before: sale('name: Sale, daily_budget: 5'),
    after: sale('name: Sale, daily_budget: 6'),
    said: [
      '  max_updates  acme-us  ADSYNC_PLAN_REFUSED',
      '    the plan updates 1 of 2 managed resources; the policy allows 0',
      '    Check what the plan updates, or raise policy.max_updates.',
      '    To accept it: --override max_updates',
    ],
  },
  {
    rule: 'max_daily_budget',
    policy: 'max_daily_budget: 50.00',
    before: sale('name: Sale, daily_budget: 50'),
    after: sale('name: Sale, daily_budget: 50.01, status: ACTIVE'),
    said: [
      '  max_daily_budget  acme-us  ADSYNC_PLAN_REFUSED',
      '    the account could spend 50.01 USD a day; the policy allows 50.00 USD',
      '    Lower budgets, or raise policy.max_daily_budget.',
      '    To accept it: --override max_daily_budget',
    ],
  },
  {
    rule: 'max_daily_budget_increase',
    policy: 'max_daily_budget_increase: 20%',
    before: sale('name: Sale, daily_budget: 50, status: ACTIVE'),
    after: sale('name: Sale, daily_budget: 61, status: ACTIVE'),
    said: [
      '  max_daily_budget_increase  acme-us  ADSYNC_PLAN_REFUSED',
      "    the account's daily spending would rise by 11.00 USD; the policy allows 10.00 USD",
      '    Raise budgets in smaller steps, or raise policy.max_daily_budget_increase.',
      '    To accept it: --override max_daily_budget_increase',
    ],
  },
  {
    rule: 'max_budget_factor',
    policy: 'max_budget_factor: 10',
    before: sale('name: Sale, daily_budget: 55.00'),
    after: sale('name: Sale, daily_budget: 5500'),
    said: [
      '  max_budget_factor  acme-us/campaigns/sale  ADSYNC_PLAN_REFUSED',
      '    daily_budget rises from 55.00 to 5,500.00 USD, 100 times as much; the policy allows 10 times as much',
      '    Check the amount, or raise policy.max_budget_factor, which is 10 by default.',
      '    To accept it: --override max_budget_factor',
    ],
  },
  {
    rule: 'max_bid',
    policy: 'max_bid: 5.00',
    before: bidding('1'),
    after: bidding('5.01'),
    said: [
      '  max_bid  acme-us/campaigns/sale/line_items/x  ADSYNC_PLAN_REFUSED',
      '    bid_amount would be 5.01 USD; the policy allows 5.00 USD',
      '    Lower the bid, or raise policy.max_bid.',
      '    To accept it: --override max_bid',
    ],
  },
  {
    rule: 'max_bid',
    policy: 'max_bid: 5.00',
    before: sale('name: Sale, daily_budget: 5'),
    after: sale(
      item('2026-12-31T00:00:00Z').replace('bid_strategy: MAX, bid_amount: 1', 'bid_strategy: AUTO'),
    ),
    said: [
      '  max_bid  acme-us/campaigns/sale/line_items/x  ADSYNC_PLAN_REFUSED',
      '    would have no bid_amount, so that the platform bids by itself, without a bound; the policy allows 5.00 USD',
      '    Give it a bid_amount, unless the platform is to bid by itself.',
      '    To accept it: --override max_bid',
    ],
  },
  {
    rule: 'max_bid_factor',
    policy: 'names: {}',
    before: bidding('1.20'),
    after: bidding('120'),
    said: [
      '  max_bid_factor  acme-us/campaigns/sale/line_items/x  ADSYNC_PLAN_REFUSED',
      '    bid_amount rises from 1.20 to 120.00 USD, 100 times as much; the policy allows 10 times as much',
      '    Check the amount, or raise policy.max_bid_factor, which is 10 by default.',
      '    To accept it: --override max_bid_factor',
    ],
  },
  {
    rule: 'freeze',
    policy: 'freeze: [{ from: 2000-01-01T00:00:00Z, to: 2999-01-01T00:00:00Z }]',
    before: sale('name: Sale, daily_budget: 5'),
    after: sale('name: Sale, daily_budget: 6'),
    said: [
      '  freeze  acme-us  ADSYNC_PLAN_REFUSED',
      '    the plan changes 1 resource in other ways than lowering what is spent (acme-us/campaigns/sale); the policy allows no such change from 2000-01-01T00:00:00Z to 2999-01-01T00:00:00Z',
      '    Wait until it is 2999-01-01T00:00:00Z on the platform.',
      '    To accept it: --override freeze',
    ],
  },
  {
    rule: 'forbid',
    policy: 'forbid: [{ action: delete, kind: campaign, address: "acme-us/campaigns/brand-*" }]',
    before: campaigns({ 'brand-us': 'name: Brand, daily_budget: 5' }),
    after: campaigns({ other: 'name: Other, daily_budget: 5' }),
    said: [
      '  forbid  acme-us/campaigns/brand-us  ADSYNC_PLAN_REFUSED',
      '    the plan would delete this campaign; the policy forbids to delete any campaign at acme-us/campaigns/brand-*',
      '    Take the change out of the document.',
      '    To accept it: --override forbid',
    ],
  },
  {
    rule: 'flights',
    policy: 'flights: { max_days: 30, latest: 2027-01-31T00:00:00Z }',
    before: sale(item('2026-12-31T00:00:00Z')),
    after: sale(item('2027-01-01T00:00:00Z')),
    said: [
      '  flights  acme-us/campaigns/sale/line_items/x  ADSYNC_PLAN_REFUSED',
      '    runs for 31 days; the policy allows 30',
      '    Change its start_time or end_time.',
      '    To accept it: --override flights',
    ],
  },
  {
    rule: 'names',
    policy: 'names: { campaign: "^[A-Z]{2} .+" }',
    before: sale('name: US Sale, daily_budget: 5'),
    after: sale('name: Sale, daily_budget: 5'),
    said: [
      '  names  acme-us/campaigns/sale  ADSYNC_PLAN_REFUSED',
      '    the name "Sale" does not match ^[A-Z]{2} .+, as the policy asks of every campaign',
      '    Give it another name.',
      '    To accept it: --override names',
    ],
  },
];

const withPolicy = (document: string, policy: string): string =>
  document.replace('version: 1\n', `version: 1\npolicy: { ${policy} }\n`);

test.each(cases)(
  '$rule refuses a plan, and says the way out',
  async ({ rule, policy, before, after, said }) => {
    const bench = await createBench(before);
    expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    await bench.write('campaigns.yaml', withPolicy(after, policy));

    const refused = await bench.adsync(['plan']);
    const accepted = await bench.adsync(['plan', '--override', rule, '-o', 'plan.json']);
    const applied = await bench.adsync(['apply', '--yes', '--plan', 'plan.json']);
    const told = await bench.adsync(['state', 'history']);
    const history = await bench.adsync(['state', 'history', '--json']);

    expect(refused.code).toBe(4);
    expect(refused.stdout).toContain(`Refused, for one reason:\n\n${said.join('\n')}\n`);
    expect(accepted.code).toBe(0);
    expect(applied.code).toBe(0);
    expect(told.stdout).toContain(`  agreed to --override ${rule}\n`);
    const runs = historySchema.parse(JSON.parse(history.stdout));
    expect(runs.map(({ command, consents }) => [command, consents])).toEqual([
      ['apply', []],
      ['apply', [{ consent: 'override', address: rule }]],
    ]);
    expect(runs.at(-1)?.user).toBe(userInfo().username);
  },
);

test('destroy is refused and let through by the same option', async () => {
  const document = sale('name: Sale, daily_budget: 5');
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  await bench.write('campaigns.yaml', withPolicy(document, 'forbid: [{ action: delete }]'));

  const refused = await bench.adsync(['destroy', '--yes']);
  const accepted = await bench.adsync(['destroy', '--yes', '--override', 'forbid']);
  const left = await bench.adsync(['state', 'list', '--json']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('To accept it: --override forbid');
  expect(accepted.code).toBe(0);
  expect(JSON.parse(left.stdout)).toEqual([]);
});
