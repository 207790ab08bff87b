import { expect, test } from 'vitest';
import { counted } from '../../../src/diagnostics/counted.ts';
import type { Policy, Share } from '../../../src/schemas/desired.ts';
import { planSchema } from '../../../src/schemas/plan.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const keys = (count: number, prefix = 'k'): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** So many campaigns of ours, of which so many are gone from the document. */
function deleting(gone: number, managed: number): PlanWorld {
  const world = new PlanWorld();
  for (const key of keys(managed - gone)) world.ours(campaign(key));
  for (const key of keys(gone, 'gone')) world.dropped(campaign(key));
  return world;
}

const along = 'each counts once, with all that hangs on it';

const deletes: readonly (readonly [
  share: Share,
  gone: number,
  managed: number,
  limit: number | undefined,
])[] = [
  [{ percent: 30 }, 3, 10, undefined],
  [{ percent: 30 }, 4, 10, 3],
  [{ percent: 30 }, 3, 3, undefined],
  [{ percent: 30 }, 4, 4, 3],
  [{ percent: 30 }, 6, 20, undefined],
  [{ percent: 30 }, 7, 20, 6],
  [{ percent: 33 }, 7, 20, 6],
  [{ percent: 0 }, 4, 20, 3],
  [{ count: 0 }, 1, 20, 0],
  [{ count: 10 }, 10, 10, undefined],
  [{ count: 10 }, 11, 20, 10],
];

test.each(deletes)('max_deletes %j: %i of %i gone', (share, gone, managed, limit) => {
  const plan = deleting(gone, managed).policy({ maxDeletes: share }).plan();

  const of = 'percent' in share ? 'campaigns' : `managed resources (${counted(gone, 'campaign')}; ${along})`;
  const message = `max_deletes acme: the plan deletes ${gone} of ${managed} ${of}; the policy allows ${limit}`;
  expect(refused(plan)).toEqual(limit === undefined ? [] : [message]);
  expect(plan.violations.map((each) => [each.number, each.limit])).toEqual(
    limit === undefined ? [] : [[gone, limit]],
  );
});

test('what moves is managed once', () => {
  const world = new PlanWorld().policy({ maxDeletes: { percent: 30 } });
  for (const key of keys(13))
    world.dropped(campaign(`old-${key}`)).declared(campaign(key), { name: `old-${key}` });
  for (const key of keys(7, 'gone')) world.dropped(campaign(key));
  world.moved(...keys(13).map((key) => [campaign(`old-${key}`), campaign(key)] as const));

  expect(world.plan().violations).toMatchObject([{ rule: 'max_deletes', number: 7, limit: 6 }]);
});

test('max_deletes counts what is replaced, is counted per account, and destroy is exempt', () => {
  const policy = { maxDeletes: { count: 1 } };
  const replaced = new PlanWorld().policy(policy);
  for (const key of keys(2))
    replaced.ours(campaign(key)).edit(campaign(key), { funding_instrument_id: 'fi2' });
  const spread = new PlanWorld()
    .declared('beta', {}, { id: '18ce5uk0000' })
    .dropped(campaign('a'))
    .dropped('beta/campaigns/a');

  expect(refused(replaced.plan())).toEqual([
    `max_deletes acme: the plan deletes 2 of 2 managed resources (2 campaigns; ${along}); the policy allows 1`,
  ]);
  expect(refused(spread.policy(policy).plan())).toEqual([]);
  expect(refused(deleting(5, 5).policy(policy).with({ command: 'destroy' }).plan())).toEqual([]);
});

test('managed is what the state knows of an account, and what is declared and there by now', () => {
  const plan = new PlanWorld()
    .policy({ maxDeletes: { count: 0 } })
    .dropped(campaign('gone'))
    .declared(campaign('taken'), {}, { lifecycle: { adopt: true } })
    .foreign('campaign', 'taken')
    .declared(campaign('made'))
    .declared(campaign('made-too'))
    .declared('beta', {}, { id: '18ce5uk0000' })
    .ours('beta/campaigns/a')
    .plan();

  expect(refused(plan)).toEqual([
    `max_deletes acme: the plan deletes 1 of 2 managed resources (1 campaign; ${along}); the policy allows 0`,
  ]);
});

test('a surplus member of a set is not managed', () => {
  const plan = new PlanWorld()
    .policy({ maxUpdates: { count: 0 } })
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .foreign('targeting_criterion', 'theirs', { line_item_id: 'a.x', targeting_type: 'AGE' })
    .edit(item('a', 'x'), { name: 'B' })
    .plan();

  expect(plan.changes.map(({ action }) => action)).toContain('delete');
  expect(refused(plan)).toEqual([
    'max_updates acme: the plan updates 1 of 2 managed resources; the policy allows 0',
  ]);
});

test('what is let go of, or gone outside already, is no delete', () => {
  const world = new PlanWorld()
    .policy({ maxDeletes: { count: 0 } })
    .dropped(campaign('a'))
    .dropped(campaign('b'));

  expect(refused(world.vanish(campaign('b')).removed(campaign('a'), false).plan())).toEqual([]);
});

test.each([
  [{ percent: 50 }, 2, undefined],
  [{ percent: 50 }, 3, 2],
  [{ percent: 10 }, 1, 0],
  [{ count: 3 }, 3, undefined],
  [{ count: 3 }, 4, 3],
] as const)('max_updates %j: %i of 4 updated', (share, updated, limit) => {
  const world = new PlanWorld().policy({ maxUpdates: share });
  for (const key of keys(4)) world.ours(campaign(key));
  for (const key of keys(updated)) world.edit(campaign(key), { name: `${key} renamed` });

  const message = `max_updates acme: the plan updates ${updated} of 4 managed resources; the policy allows ${limit}`;
  expect(refused(world.plan())).toEqual(limit === undefined ? [] : [message]);
});

const factors: readonly (readonly [from: number | null, to: number | null, refusedAs: string | undefined])[] =
  [
    [
      55,
      5500,
      'daily_budget rises from 55.00 to 5,500.00 USD, 100 times as much; the policy allows 10 times as much',
    ],
    [55, 550, undefined],
    [
      55,
      550.000001,
      'daily_budget rises from 55.00 to 550.000001 USD, 10.00000002 times as much; the policy allows 10 times as much',
    ],
    [
      25,
      250.1,
      'daily_budget rises from 25.00 to 250.10 USD, 10.004 times as much; the policy allows 10 times as much',
    ],
    [
      3,
      100,
      'daily_budget rises from 3.00 to 100.00 USD, 33.33 times as much; the policy allows 10 times as much',
    ],
    [
      0,
      5500,
      'daily_budget rises from 0.00 to 5,500.00 USD, any number of times as much; the policy allows 10 times as much',
    ],
    [0, 0, undefined],
    [null, 5500, undefined],
    [5500, 55, undefined],
    [
      55,
      null,
      'daily_budget goes from 55.00 USD to none, so that nothing bounds it any more; the policy allows 10 times as much',
    ],
  ];

/** Units of a currency as micro units. */
function inMicroUnits(units: number | null): number | null {
  return units === null ? null : Math.round(units * million);
}

test.each(factors)('max_budget_factor 10: from %j to %j', (from, to, message) => {
  const world = new PlanWorld()
    .policy({ maxBudgetFactor: 10 })
    .ours(campaign('a'), { [daily]: inMicroUnits(from) });

  const plan = world.edit(campaign('a'), { [daily]: inMicroUnits(to) }).plan();

  expect(refused(plan).filter((line) => line.startsWith('max_budget_factor'))).toEqual(
    message === undefined ? [] : [`max_budget_factor ${campaign('a')}: ${message}`],
  );
});

test('max_budget_factor looks at every budget, also of what is adopted, and not at bids', () => {
  const world = new PlanWorld()
    .policy({ maxBudgetFactor: 10 })
    .ours(campaign('a'), { [daily]: 1, [total]: 1 })
    .edit(campaign('a'), { [total]: 11 })
    .ours(item('a', 'x'), { [bid]: 1 })
    .edit(item('a', 'x'), { [bid]: 11 })
    .declared(campaign('b'), { [daily]: 11 }, { lifecycle: { adopt: true } })
    .foreign('campaign', 'b', { [daily]: 1 });

  expect(
    world.plan().violations.map(({ rule, address, number, limit }) => [rule, address, number, limit]),
  ).toEqual([
    ['max_budget_factor', campaign('a'), 11, 10],
    ['max_budget_factor', campaign('b'), 11, 10],
  ]);
});

/** The account spends 600 a day; the document asks for so much more. */
function raising(by: number, policy: Partial<Policy>): PlanWorld {
  return new PlanWorld()
    .foreign('campaign', 'theirs', { entity_status: 'ACTIVE', [daily]: 550 * million })
    .ours(campaign('a'), { entity_status: 'ACTIVE', [daily]: 50 * million })
    .edit(campaign('a'), { [daily]: (50 + by) * million })
    .policy(policy);
}

test.each([
  [105, 705, undefined],
  [105, 704, 'the account could spend 705.00 USD a day; the policy allows 704.00 USD'],
  [0, 500, undefined],
  [-10, 500, undefined],
])('max_daily_budget: %i more under %i', (by, limit, message) => {
  const plan = raising(by, { maxDailyBudget: limit * million }).plan();

  expect(refused(plan)).toEqual(message === undefined ? [] : [`max_daily_budget acme: ${message}`]);
});

test.each([
  [{ percent: 25 }, 150, undefined],
  [
    { percent: 25 },
    151,
    "the account's daily spending would rise by 151.00 USD; the policy allows 150.00 USD",
  ],
  [{ count: 100 }, 100, undefined],
  [
    { count: 100 },
    101,
    "the account's daily spending would rise by 101.00 USD; the policy allows 100.00 USD",
  ],
  [{ percent: 0 }, -10, undefined],
] as const)('max_daily_budget_increase %j: %i more', (share, by, message) => {
  const plan = raising(by, { maxDailyBudgetIncrease: share }).plan();

  expect(refused(plan)).toEqual(message === undefined ? [] : [`max_daily_budget_increase acme: ${message}`]);
  expect(plan.violations.map(({ number }) => number)).toEqual(message === undefined ? [] : [by * million]);
});

test('max_daily_budget_increase is not counted from zero', () => {
  const plan = new PlanWorld()
    .policy({ maxDailyBudgetIncrease: { percent: 25 } })
    .declared(campaign('a'), { entity_status: 'ACTIVE' })
    .plan();

  expect(plan.violations).toEqual([]);
});

test('daily budgets are bounded per currency', () => {
  const plan = new PlanWorld()
    .foreign('funding_instrument', 'fi2', { currency: 'EUR' })
    .declared(campaign('a'), { entity_status: 'ACTIVE', [daily]: 40 * million })
    .declared(campaign('b'), { entity_status: 'ACTIVE', [daily]: 60 * million, funding_instrument_id: 'fi2' })
    .policy({ maxDailyBudget: 50 * million })
    .plan();

  expect(refused(plan)).toEqual([
    'max_daily_budget acme: the account could spend 60.00 EUR a day; the policy allows 50.00 EUR',
  ]);
  expect(Object.keys(plan.budget['acme']?.exposure ?? {})).toEqual(['EUR', 'USD']);
});

const overridable: readonly (readonly [rule: string, world: () => PlanWorld])[] = [
  ['max_deletes', () => deleting(1, 1).policy({ maxDeletes: { count: 0 } })],
  [
    'max_updates',
    () =>
      new PlanWorld()
        .ours(campaign('a'))
        .edit(campaign('a'), { name: 'B' })
        .policy({ maxUpdates: { count: 0 } }),
  ],
  ['max_budget_factor', () => raising(500, { maxBudgetFactor: 10 })],
  ['max_daily_budget', () => raising(500, { maxDailyBudget: 1 })],
  ['max_daily_budget_increase', () => raising(500, { maxDailyBudgetIncrease: { percent: 1 } })],
];

test.each(overridable)('--override %s accepts it, and the plan keeps that', (rule, world) => {
  const plan = world().plan();
  const accepted = world()
    .consent({ override: [rule] })
    .plan();
  const other = world()
    .consent({ override: ['another'] })
    .plan();

  expect(plan.violations.map((violation) => [violation.rule, violation.override])).toEqual([
    [rule, `--override ${rule}`],
  ]);
  expect(accepted.violations).toEqual([]);
  expect(accepted.consents).toEqual([{ consent: 'override', address: rule }]);
  expect(other.violations).toHaveLength(1);
});

test('what is no policy cannot be overridden', () => {
  const world = new PlanWorld()
    .ours(item('a', 'x'), { entity_status: 'ACTIVE' })
    .ours(campaign('a'), {}, { lifecycle: { preventDestroy: true } })
    .outside(item('a', 'x'), { entity_status: 'PAUSED' })
    .with({ command: 'destroy' })
    .consent({ override: ['prevent_destroy', 'undo_drift'] });

  expect(world.plan().violations.map(({ rule }) => rule)).toEqual(['prevent_destroy']);
});

test('a plan that raises what cannot be counted exactly is refused, and shows no figure', () => {
  const plan = new PlanWorld()
    .foreign('campaign', 'f', { entity_status: 'ACTIVE', [daily]: Number.MAX_SAFE_INTEGER })
    .declared(campaign('a'), { entity_status: 'ACTIVE', [daily]: 1 })
    // What is not exact is held against no bound of the policy.
    .policy({ maxDailyBudget: 1, maxDailyBudgetIncrease: { percent: 0 } })
    .plan();

  expect(plan.violations.map(({ limit }) => limit)).toEqual([Number.MAX_SAFE_INTEGER]);
  expect(refused(plan)).toEqual([
    'uncountable acme: the account could spend more than 9,007,199,254.740991 USD a day, beyond which amounts are not counted exactly',
  ]);
  expect(plan.budget['acme']).toMatchObject({ active_campaigns: { before: 1, after: 2 }, exposure: null });
  expect(planSchema.parse(plan)).toEqual(plan);
});

test('a plan that only lowers such an amount passes', () => {
  const plan = new PlanWorld()
    .foreign('campaign', 'f', { entity_status: 'ACTIVE', [daily]: Number.MAX_SAFE_INTEGER })
    .ours(campaign('a'), { entity_status: 'ACTIVE', [daily]: 2 })
    .edit(campaign('a'), { [daily]: 1 })
    .policy({ maxDailyBudget: 1, maxDailyBudgetIncrease: { percent: 1 } })
    .plan();

  expect(plan.violations).toEqual([]);
  expect(plan.budget['acme']?.exposure).toBeNull();
});
