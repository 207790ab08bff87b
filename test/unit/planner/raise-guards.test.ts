import { expect, test } from 'vitest';
import type { Policy } from '../../../src/schemas/desired.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const a = campaign('a');
const x = item('a', 'x');
const strict: Partial<Policy> = { maxBudgetFactor: 10, maxBidFactor: 10 };
const world = (policy = strict): PlanWorld => new PlanWorld().policy(policy);
const lineItemBudgets = { budget_optimization: 'LINE_ITEM', [daily]: null };

type Row = readonly [what: string, world: () => PlanWorld, messages: readonly string[]];

const micro = (units: number | null) => (units === null ? null : units * million);

const bidFactors: readonly (readonly [
  from: number | null,
  to: number | null,
  message: string | undefined,
])[] = [
  [1.2, 12, undefined],
  [
    1.2,
    120,
    'bid_amount rises from 1.20 to 120.00 USD, 100 times as much; the policy allows 10 times as much',
  ],
  [
    0,
    1,
    'bid_amount rises from 0.00 to 1.00 USD, any number of times as much; the policy allows 10 times as much',
  ],
  [
    1.2,
    null,
    'bid_amount goes from 1.20 USD to none, so that the platform bids by itself, without a bound; the policy allows 10 times as much',
  ],
  [null, 120, undefined],
  [12, 1, undefined],
];

test.each(bidFactors)('max_bid_factor 10: from %j to %j', (from, to, message) => {
  const plan = world()
    .ours(a)
    .ours(x, { [bid]: micro(from) })
    .edit(x, { [bid]: micro(to) })
    .plan();

  expect(refused(plan)).toEqual(message === undefined ? [] : [`max_bid_factor ${x}: ${message}`]);
});

test('an amount whose currency is not known stands by itself', () => {
  const plan = world()
    .ours(a, { [daily]: 5 * million, funding_instrument_id: 'unknown' })
    .outside(a, { currency: undefined })
    .edit(a, { [daily]: 500 * million })
    .plan();

  expect(refused(plan)).toContain(
    `max_budget_factor ${a}: daily_budget rises from 5.00 to 500.00, 100 times as much; the policy allows 10 times as much`,
  );
});

const replacements: readonly Row[] = [
  [
    'a replaced campaign is held against the live one',
    () =>
      world()
        .ours(a, { [daily]: 5 * million })
        .edit(a, { [daily]: 500 * million, funding_instrument_id: 'fi2' }),
    [
      `max_budget_factor ${a}: daily_budget rises from 5.00 to 500.00 USD, 100 times as much; the policy allows 10 times as much`,
    ],
  ],
  [
    'a cap that a replacement loses is a rise without bound',
    () =>
      world()
        .ours(a, { [daily]: 5 * million, [total]: 50 * million })
        .edit(a, { [total]: null, funding_instrument_id: 'fi2' }),
    [
      `max_budget_factor ${a}: total_budget goes from 50.00 USD to none, so that nothing bounds it any more; the policy allows 10 times as much`,
    ],
  ],
  [
    'a new key for the same name, with what stands beneath it',
    () =>
      world()
        .dropped(a, { [daily]: 5 * million })
        .dropped(x, { [bid]: million })
        .declared(campaign('b'), { name: 'a', [daily]: 500 * million })
        .declared(item('b', 'y'), { name: 'x', [bid]: 20 * million })
        .consent({ allowRecreate: ['acme'] }),
    [
      `max_budget_factor ${campaign('b')}: daily_budget rises from 5.00 to 500.00 USD, 100 times as much; the policy allows 10 times as much`,
      `max_bid_factor ${item('b', 'y')}: bid_amount rises from 1.00 to 20.00 USD, 20 times as much; the policy allows 10 times as much`,
    ],
  ],
  [
    'the same name by another funding instrument',
    () =>
      world()
        .dropped(a, { [daily]: 5 * million })
        .declared(campaign('b'), { name: 'a', [daily]: 500 * million, funding_instrument_id: 'fi2' }),
    [
      `max_budget_factor ${campaign('b')}: daily_budget rises from 5.00 to 500.00 USD, 100 times as much; the policy allows 10 times as much`,
    ],
  ],
  [
    'what somebody deleted is held against what was applied',
    () =>
      world()
        .ours(a, { [daily]: 5 * million })
        .vanish(a)
        .edit(a, { [daily]: 500 * million })
        .consent({ undoDrift: ['acme'] }),
    [
      `max_budget_factor ${a}: daily_budget rises from 5.00 to 500.00 USD, 100 times as much; the policy allows 10 times as much`,
    ],
  ],
  [
    'what is adopted',
    () =>
      world()
        .ours(a)
        .declared(x, { [bid]: 20 * million }, { lifecycle: { adopt: true } })
        .foreign('line_item', 'f', { name: 'x', campaign_id: 'a', [bid]: million }),
    [
      `max_bid_factor ${x}: bid_amount rises from 1.00 to 20.00 USD, 20 times as much; the policy allows 10 times as much`,
    ],
  ],
  ['what is new in the place of nothing', () => world().declared(a, { [daily]: 5000 * million }), []],
  [
    'another name is another thing',
    () =>
      world()
        .dropped(a, { [daily]: 5 * million })
        .declared(campaign('b'), { [daily]: 500 * million }),
    [],
  ],
];

test.each(replacements)('factors: %s', (_, told, messages) => {
  expect(refused(told().plan())).toEqual(messages);
});

const elsewhere: readonly Row[] = [
  [
    'a campaign leaves its daily budget to its line items',
    () => world().ours(a).ours(x).edit(a, lineItemBudgets),
    [],
  ],
  [
    'its total budget bounds it all the same',
    () =>
      world()
        .ours(a, { [total]: 50 * million })
        .edit(a, { ...lineItemBudgets, [total]: null }),
    [
      `max_budget_factor ${a}: total_budget goes from 50.00 USD to none, so that nothing bounds it any more; the policy allows 10 times as much`,
    ],
  ],
  [
    'line items leave theirs to the campaign',
    () =>
      world()
        .ours(a, lineItemBudgets)
        .ours(x, { [daily]: million, [total]: 9 * million })
        .edit(a, { budget_optimization: 'CAMPAIGN', [daily]: million })
        .edit(x, { [daily]: null, [total]: null }),
    [],
  ],
  [
    'not while the campaign leaves it to them',
    () =>
      world()
        .ours(a, lineItemBudgets)
        .ours(x, { [daily]: million })
        .edit(x, { [daily]: null }),
    [
      `max_budget_factor ${x}: daily_budget goes from 1.00 USD to none, so that nothing bounds it any more; the policy allows 10 times as much`,
    ],
  ],
  [
    'not where the campaign that stays is not in the plan',
    () =>
      world()
        .ours(a, lineItemBudgets)
        .ours(x, { [daily]: million })
        .edit(x, { [daily]: null })
        .with({ targets: [x] }),
    [
      `max_budget_factor ${x}: daily_budget goes from 1.00 USD to none, so that nothing bounds it any more; the policy allows 10 times as much`,
    ],
  ],
  [
    'also where the campaign that is to change comes along with the line item',
    () =>
      world()
        .ours(a, lineItemBudgets)
        .ours(x, { [daily]: million })
        .edit(a, { budget_optimization: 'CAMPAIGN', [daily]: million })
        .edit(x, { [daily]: null })
        .with({ targets: [x] }),
    [],
  ],
];

test.each(elsewhere)('budgets that stand on the other level: %s', (_, told, messages) => {
  expect(refused(told().plan())).toEqual(messages);
});

const platformBids =
  'would have no bid_amount, so that the platform bids by itself, without a bound; the policy allows 5.00 USD';

const highBids: readonly Row[] = [
  [
    'a new line item',
    () => new PlanWorld().ours(a).declared(x, { [bid]: 6 * million }),
    [`max_bid ${x}: bid_amount would be 6.00 USD; the policy allows 5.00 USD`],
  ],
  ['a new one at the limit', () => new PlanWorld().ours(a).declared(x, { [bid]: 5 * million }), []],
  [
    'a new one that the platform bids for',
    () => new PlanWorld().ours(a).declared(x, { [bid]: null }),
    [`max_bid ${x}: ${platformBids}`],
  ],
  [
    'a new one whose document says nothing of bids',
    () => new PlanWorld().ours(a).declared(x),
    [`max_bid ${x}: ${platformBids}`],
  ],
  [
    'another field of one that the platform bids for already',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x, { [bid]: null })
        .edit(x, { name: 'Y' }),
    [`max_bid ${x}: ${platformBids}`],
  ],
  [
    'pausing one that the platform bids for',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x, { [bid]: null, entity_status: 'ACTIVE' })
        .edit(x, { entity_status: 'PAUSED' }),
    [],
  ],
  [
    'a bid of ours in place of one of the platform',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x, { [bid]: null })
        .edit(x, { [bid]: million }),
    [],
  ],
  [
    'another field of one that bids too much already',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x, { [bid]: 6 * million })
        .edit(x, { name: 'Y' }),
    [`max_bid ${x}: bid_amount would be 6.00 USD; the policy allows 5.00 USD`],
  ],
  [
    'switching on one whose bid the document does not give',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x)
        .outside(x, { [bid]: 6 * million })
        .edit(x, { entity_status: 'ACTIVE' }),
    [`max_bid ${x}: bid_amount would be 6.00 USD; the policy allows 5.00 USD`],
  ],
  [
    'a bid that falls, above the limit still',
    () =>
      new PlanWorld()
        .ours(a)
        .ours(x, { [bid]: 9 * million })
        .edit(x, { [bid]: 6 * million }),
    [],
  ],
  ['a delete', () => new PlanWorld().ours(a).dropped(x, { [bid]: 9 * million }), []],
];

test.each(highBids)('max_bid 5.00: %s', (_, told, messages) => {
  expect(
    refused(
      told()
        .policy({ maxBid: 5 * million })
        .plan(),
    ),
  ).toEqual(messages);
  expect(refused(told().plan())).toEqual([]);
  expect(
    refused(
      told()
        .policy({ maxBid: 5 * million })
        .consent({ override: ['max_bid'] })
        .plan(),
    ),
  ).toEqual([]);
});
