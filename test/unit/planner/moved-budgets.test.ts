import { expect, test } from 'vitest';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const a = campaign('a');
const [x, y] = [item('a', 'x'), item('a', 'y')];
const active = { entity_status: 'ACTIVE' };
const own = (amount: number) => ({ ...active, budget_optimization: 'CAMPAIGN', [daily]: amount * million });
const beneath = { ...active, budget_optimization: 'LINE_ITEM', [daily]: null };
const spends = (amount: number | null) => ({ ...active, [daily]: amount === null ? null : amount * million });
const nothing = { ...active, [daily]: null };
const strict = (): PlanWorld => new PlanWorld().policy({ maxBudgetFactor: 3 });

/** A campaign that gives its budget to its line items. */
const given = (first: number | null, second: number | null): PlanWorld =>
  strict()
    .ours(a, own(10))
    .ours(x, nothing)
    .ours(y, nothing)
    .edit(a, beneath)
    .edit(x, spends(first))
    .edit(y, spends(second));

/** A campaign that takes its budget back. */
const taken = (first: number | null, second: number | null, after: number): PlanWorld =>
  strict()
    .ours(a, beneath)
    .ours(x, spends(first))
    .ours(y, spends(second))
    .edit(a, own(after))
    .edit(x, nothing)
    .edit(y, nothing);

const down = 'which moves from the campaign to its line items,';
const up = 'which moves from its line items to the campaign,';

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['as much together', given(5, 5), []],
  ['three times as much together', given(20, 10), []],
  [
    'more together',
    given(600, 400),
    [
      `max_budget_factor ${a}: daily_budget, ${down} rises from 10.00 to 1,000.00 USD, 100 times as much; the policy allows 3 times as much`,
    ],
  ],
  [
    'no bound',
    given(5, null),
    [
      `max_budget_factor ${a}: daily_budget, ${down} goes from 10.00 USD to none, so that nothing bounds it any more; the policy allows 3 times as much`,
    ],
  ],
  ['a budget for what is PAUSED', given(5, 900).edit(y, { entity_status: 'PAUSED' }), []],
  [
    'nothing that spends',
    given(5, 5).edit(x, { entity_status: 'PAUSED' }).edit(y, { entity_status: 'PAUSED' }),
    [],
  ],
  [
    'more than it had, to what is all PAUSED',
    given(900, 100).edit(x, { entity_status: 'PAUSED' }).edit(y, { entity_status: 'PAUSED' }),
    [
      `max_budget_factor ${a}: daily_budget, ${down} rises from 10.00 to 1,000.00 USD, 100 times as much; the policy allows 3 times as much`,
    ],
  ],
])('a campaign gives its daily budget to its line items: %s', (_what, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['as much as they had', taken(5, 5, 10), []],
  [
    'more than they had',
    taken(5, 5, 1000),
    [
      `max_budget_factor ${a}: daily_budget, ${up} rises from 10.00 to 1,000.00 USD, 100 times as much; the policy allows 3 times as much`,
    ],
  ],
  [
    'more than they had, all of them PAUSED',
    taken(5, 5, 1000)
      .ours(x, { ...spends(5), entity_status: 'PAUSED' })
      .ours(y, { ...spends(5), entity_status: 'PAUSED' })
      .edit(x, nothing)
      .edit(y, nothing),
    [
      `max_budget_factor ${a}: daily_budget, ${up} rises from 10.00 to 1,000.00 USD, 100 times as much; the policy allows 3 times as much`,
    ],
  ],
  ['where nothing bounded them', taken(5, null, 1000), []],
  ['where nobody knows what they had', taken(5, 5, 1000).unread('line_item'), []],
  ['where the sum is beyond exact numbers', taken(2 ** 53 / million, 5, 1000), []],
])('a campaign takes the daily budget of its line items: %s', (_what, world, expected) => {
  expect(refused(world.plan()).filter((line) => line.startsWith('max_budget_factor'))).toEqual(expected);
});

test('line items of other people count as well', () => {
  const world = given(5, 5).foreign('line_item', 'theirs', { ...spends(990), campaign_id: 'a' });

  expect(refused(world.plan())).toEqual([
    `max_budget_factor ${a}: daily_budget, ${down} rises from 10.00 to 1,000.00 USD, 100 times as much; the policy allows 3 times as much`,
  ]);
});

const lowered = (left: number, first: number): PlanWorld =>
  given(first, null)
    .policy({})
    .edit(y, { entity_status: 'PAUSED' })
    .outside(a, { [daily]: left * million });

test.each<readonly [string, PlanWorld, readonly string[]]>([
  [
    'more than people left',
    lowered(5, 9),
    [
      `undo_drift ${a}: daily_budget was lowered outside adsync to 5.00 USD; applying would raise it to 9.00 USD`,
    ],
  ],
  ['no more than people left', lowered(5, 4), []],
])('a budget that people lowered moves to the line items, %s', (_what, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test.each<readonly [string, PlanWorld, readonly string[]]>([
  [
    'more than people left',
    taken(50, 1, 50),
    [
      `undo_drift ${x}: daily_budget was lowered outside adsync to 5.00 USD; applying would raise it to 50.00 USD on the campaign`,
    ],
  ],
  ['no more than people left', taken(50, 1, 5), []],
])('a budget that people lowered moves to the campaign, %s', (_what, world, expected) => {
  const plan = world
    .policy({})
    .outside(x, { [daily]: 5 * million })
    .plan();

  expect(refused(plan).filter((line) => line.startsWith('undo_drift'))).toEqual(expected);
});
