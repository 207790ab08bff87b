import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDaySums } from '../../../src/planner/exposure/day-sums.ts';
import {
  countDays,
  type DaySpan,
  dayAt,
  dayText,
  flightDays,
  joined,
} from '../../../src/planner/exposure/days.ts';
import { changesByDay, noLoad } from '../../../src/planner/exposure/load.ts';
import { peakOnTheWay } from '../../../src/planner/guards/flight-guards.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, exposureOf, item, million, PlanWorld, refused, sent } from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

// The worlds' time is 2026-11-20T10:00:00Z.
const nowMs = Date.parse('2026-11-20T10:00:00Z');
const sale = campaign('sale');
const winter = campaign('winter');
const active = { entity_status: 'ACTIVE' };
const perItem = { ...active, budget_optimization: 'LINE_ITEM', [daily]: null };
const flight = (from: string | null, to: string | null): Values => ({
  start_time: from === null ? null : `${from}T00:00:00Z`,
  end_time: to === null ? null : `${to}T00:00:00Z`,
});
const usd = (world: PlanWorld) => world.plan().budget['acme']?.exposure?.['USD'];

test.each<[string, string | null, string | null, string]>([
  ['over since yesterday', '2026-11-01T00:00:00Z', '2026-11-19T00:00:00Z', 'none'],
  ['over this very second', null, '2026-11-20T10:00:00Z', 'none'],
  ['over in one second', null, '2026-11-20T10:00:01Z', '2026-11-20 1'],
  ['over before it starts', '2027-01-02T00:00:00Z', '2027-01-01T00:00:00Z', 'none'],
  ['of no length', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'none'],
  ['of one second', '2027-01-01T23:59:59Z', '2027-01-02T00:00:00Z', '2027-01-01 1'],
  ['over midnight', '2027-01-01T23:59:59Z', '2027-01-02T00:00:01Z', '2027-01-01 2'],
  ['that runs', '2026-01-01T00:00:00Z', '2026-11-22T00:00:00Z', '2026-11-20 2'],
  ['to come', '2026-12-01T12:00:00Z', '2026-12-03T12:00:00Z', '2026-12-01 3'],
  ['without a start', null, '2026-11-21T00:00:00Z', '2026-11-20 1'],
  ['without an end', '2026-12-01T00:00:00Z', null, '2026-12-01 Infinity'],
  ['without either', null, null, '2026-11-20 Infinity'],
])('the days left of a flight %s', (_, start, end, expected) => {
  const days = flightDays(start, end, nowMs);

  expect(days === undefined ? 'none' : `${dayText(days.from)} ${countDays([days])}`).toBe(expected);
});

const span = fc
  .tuple(
    fc.integer({ min: 0, max: 30 }),
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.POSITIVE_INFINITY)),
  )
  .map(([from, length]): DaySpan => ({ from, to: from + length }));
const isIn =
  (day: number) =>
  ({ from, to }: DaySpan) =>
    from <= day && day < to;
const days = Array.from({ length: 50 }, (_, day) => day);

test('joined spans hold the same days, each once', () => {
  fc.assert(
    fc.property(fc.array(span), (spans) => {
      const result = joined(spans);
      for (const day of days) {
        expect(result.filter(isIn(day)).length).toBe(spans.some(isIn(day)) ? 1 : 0);
      }
    }),
  );
});

test('sums by day, and the highest of them, are those of counting each day', () => {
  const change = fc.record({ days: span, amount: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const sums = createDaySums(changes.flatMap(({ days: { from, to } }) => [from, to]));
      for (const each of changes) sums.add(each.days, each.amount);
      const on = (day: number): number =>
        changes.filter((each) => isIn(day)(each.days)).reduce((sum, { amount }) => sum + amount, 0);

      expect(sums.highest()).toBe(Math.max(0, ...sums.days.map(on)));
      expect(sums.days.map((day) => sums.amountOn(day))).toEqual(sums.days.map(on));
    }),
  );
});

test('changes of several spans, day by day, are those of counting each day', () => {
  const change = fc.record({
    currency: fc.constant('USD'),
    days: span,
    daily: fc.integer({ min: -9, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(change), (spending) => {
      const changes = changesByDay(spending);
      for (const day of days) {
        const expected = spending
          .filter((each) => isIn(day)(each.days))
          .reduce((sum, each) => sum + each.daily, 0);
        expect(changes.filter(isIn(day)).reduce((sum, each) => sum + each.daily, 0)).toBe(expected);
      }
    }),
  );
});

test('a campaign spends on the days of its line items, whatever their status, each day once', () => {
  const world = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'a'), flight('2026-12-01', '2026-12-11'))
    .ours(item('sale', 'b'), { ...active, ...flight('2026-12-06', '2026-12-21') })
    .ours(winter, { ...active, [daily]: 20 * million })
    .ours(item('winter', 'c'), { ...active, ...flight('2026-12-16', '2026-12-31') })
    .edit(winter, { [daily]: 25 * million });

  expect(usd(world)).toEqual({
    before: 30 * million,
    after: 35 * million,
    peak: 35 * million,
    uncapped: 0,
    calendar: {
      today: 0,
      highest: 35 * million,
      highest_on: '2026-12-16',
      committed: (20 * 10 + 15 * 25) * million,
      until: '2026-12-30',
      days: [
        { from: '2026-11-20', before: 0, after: 0 },
        { from: '2026-12-01', before: 10 * million, after: 10 * million },
        { from: '2026-12-16', before: 30 * million, after: 35 * million },
        { from: '2026-12-21', before: 20 * million, after: 25 * million },
        { from: '2026-12-31', before: 0, after: 0 },
      ],
    },
  });
});

test('a campaign without any line item, or with line items that were not read, spends on every day', () => {
  const alone = new PlanWorld().ours(sale, active);
  const unread = new PlanWorld().ours(sale, active).foreign('line_item', 'x', {
    campaign_id: 'sale',
    ...flight('2026-12-01', '2026-12-11'),
  });

  for (const world of [alone, unread.unread('line_item')]) {
    expect(usd(world)?.calendar).toMatchObject({
      today: 10 * million,
      highest_on: '2026-11-20',
      committed: null,
      until: null,
    });
  }
});

test('what has ended spends nothing, has no exposure and no uncapped share', () => {
  const world = new PlanWorld()
    .ours(sale, perItem)
    .ours(item('sale', 'capped'), { ...active, [daily]: 5 * million, ...flight('2026-10-01', '2026-11-01') })
    .ours(item('sale', 'uncapped'), { ...active, ...flight('2026-10-01', '2026-11-01') })
    .ours(item('sale', 'now'), { ...active, [daily]: 3 * million, ...flight('2026-10-01', '2026-11-21') });

  expect(exposureOf(world.plan())).toEqual({
    USD: { before: 3 * million, after: 3 * million, peak: 3 * million, uncapped: 0 },
  });
});

test.each<[string, (world: PlanWorld) => PlanWorld, number | null, string | null]>([
  ['days times the daily budget', (world) => world, 3 * 10 * million, '2026-12-10'],
  [
    'at most its own total budget',
    (world) =>
      world.ours(item('sale', 'x'), {
        ...active,
        [daily]: 3 * million,
        [total]: 12 * million,
        ...flight('2026-12-01', '2026-12-11'),
      }),
    12 * million,
    '2026-12-10',
  ],
  [
    'at most what the campaign has in all',
    (world) => world.ours(sale, { ...perItem, [total]: 7 * million }),
    7 * million,
    '2026-12-10',
  ],
  [
    'without a daily budget its total budget',
    (world) =>
      world.ours(item('sale', 'x'), {
        ...active,
        [total]: 9 * million,
        ...flight('2026-12-01', '2026-12-11'),
      }),
    9 * million,
    '2026-12-10',
  ],
  [
    'without an end nobody knows',
    (world) => world.ours(item('sale', 'x'), { ...active, [daily]: million, ...flight('2026-12-01', null) }),
    null,
    null,
  ],
  [
    'without an end at most its total budget',
    (world) =>
      world.ours(item('sale', 'x'), {
        ...active,
        [daily]: million,
        [total]: 50 * million,
        ...flight('2026-12-01', null),
      }),
    50 * million,
    null,
  ],
  [
    'nothing a day is nothing in all',
    (world) => world.ours(item('sale', 'x'), { ...active, [daily]: 0, ...flight('2026-12-01', null) }),
    0,
    null,
  ],
  ['paused, nothing', (world) => world.ours(item('sale', 'x'), { [daily]: million }), 0, null],
])('committed: %s', (_, change, committed, until) => {
  const world = new PlanWorld()
    .ours(sale, perItem)
    .ours(item('sale', 'x'), { ...active, [daily]: 3 * million, ...flight('2026-12-01', '2026-12-11') });
  const other = change(world).ours(winter).ours(item('winter', 'z'), flight('2026-12-01', '2026-12-02'));
  const anyway = other.foreign('campaign', 'any', { ...active, [daily]: 0 });

  expect(usd(anyway)?.calendar ?? { committed: 0, until: null }).toMatchObject({ committed, until });
});

test('line items of a campaign that share a total budget, in two currencies', () => {
  const eur = { currency: 'EUR' };
  const budget = new PlanWorld()
    .ours(sale, { ...perItem, [total]: 40 * million })
    .ours(item('sale', 'x'), { ...active, [daily]: 3 * million, ...flight('2026-12-01', '2026-12-11') })
    .ours(item('sale', 'y'), { ...active, [daily]: 3 * million, ...flight('2026-12-01', '2026-12-06') })
    .foreign('campaign', 'theirs', { ...active, ...eur, [daily]: 2 * million, [total]: 5 * million })
    .plan().budget['acme'];

  expect(budget?.exposure?.['USD']?.calendar).toMatchObject({ committed: 40 * million, until: '2026-12-10' });
  expect(budget?.exposure?.['EUR']?.calendar).toMatchObject({ committed: 5 * million, until: null });
});

test('two line items that swap their days go one after the other, under a pause', () => {
  const plan = new PlanWorld()
    .ours(sale, perItem)
    .ours(item('sale', 'x'), { ...active, [daily]: 3 * million, ...flight('2026-12-01', '2026-12-11') })
    .ours(item('sale', 'y'), { ...active, [daily]: 3 * million, ...flight('2027-01-01', '2027-01-11') })
    .edit(item('sale', 'x'), flight('2027-01-01', '2027-01-11'))
    .edit(item('sale', 'y'), flight('2026-12-01', '2026-12-11'))
    .plan();

  expect(exposureOf(plan)).toEqual({
    USD: { before: 3 * million, after: 3 * million, peak: 3 * million, uncapped: 0 },
  });
  expect(sent(plan)[0]).toBe(
    `release: Update ${item('sale', 'x')} PAUSED, Update ${item('sale', 'y')} PAUSED`,
  );
});

test('a flight that only becomes longer, or shorter, takes no pause', () => {
  const until = endingOn(perItem, { ...active, [daily]: 3 * million });

  expect(sent(until('2026-12-21'))).toEqual([`claim: Update ${item('sale', 'x')}`]);
  expect(sent(until('2026-12-06'))).toEqual([`release: Update ${item('sale', 'x')}`]);
});

test('a flight that becomes longer, or shorter, leaves the campaign that spends by it active', () => {
  const until = endingOn(active, {});

  expect(sent(until('2026-12-21'))).toEqual([`claim: Update ${item('sale', 'x')}`]);
  expect(sent(until('2026-12-06'))).toEqual([`release: Update ${item('sale', 'x')}`]);
});

/** Plans for a flight until 11 December that gets another end. */
function endingOn(above: Values, own: Values): (day: string) => Plan {
  return (day) =>
    new PlanWorld()
      .ours(sale, above)
      .ours(item('sale', 'x'), { ...own, ...flight('2026-12-01', '2026-12-11') })
      .edit(item('sale', 'x'), flight('2026-12-01', day))
      .plan();
}

test('a line item that moves its flight pauses the campaign that spends by it', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'x'), flight('2026-12-01', '2026-12-11'))
    .edit(item('sale', 'x'), flight('2027-01-01', '2027-01-11'))
    .plan();

  expect(sent(plan)).toEqual([
    `release: Update ${sale} PAUSED`,
    `neutral: Update ${item('sale', 'x')}`,
    `claim: Update ${sale} ACTIVE`,
  ]);
});

test('a flight that was over and becomes longer takes no pause', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'x'), flight('2026-10-01', '2026-11-01'))
    .edit(item('sale', 'x'), flight('2026-10-01', '2026-12-31'))
    .plan();

  expect(sent(plan).filter((step) => step.includes('PAUSED'))).toEqual([]);
});

test('the only line item under a new key, its flight over, pauses the campaign that spends by it', () => {
  const over = flight('2026-10-01', '2026-11-01');
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'x'), over)
    .without(item('sale', 'x'))
    .declared(item('sale', 'other'), over)
    .plan();

  expect(sent(plan).at(0)).toMatch(/Update .* PAUSED$/);
  expect(exposureOf(plan)).toEqual({});
});

test.each<[string, (world: PlanWorld) => PlanWorld]>([
  ['one more comes', (world) => world.declared(item('sale', 'z'), flight('2027-01-01', '2027-01-11'))],
  ['one goes', (world) => world.without(item('sale', 'y'))],
  [
    'one is made anew within the days of another',
    (world) => world.edit(item('sale', 'y'), { placements: ['TWITTER_TIMELINE'] }),
  ],
  [
    'the campaign is paused',
    (world) =>
      world
        .edit(sale, { entity_status: 'PAUSED' })
        .edit(item('sale', 'x'), flight('2027-01-01', '2027-01-11')),
  ],
])('no pause on the way where %s', (_, change) => {
  const plan = change(
    new PlanWorld()
      .ours(sale, active)
      .ours(item('sale', 'x'), flight('2026-12-01', '2026-12-31'))
      .ours(item('sale', 'y'), flight('2026-12-06', '2026-12-11')),
  ).plan();

  expect(sent(plan).filter((step) => step.includes(`${sale} ACTIVE`))).toEqual([]);
});

test('a line item that moves to another campaign leaves one on every day, and gives the other its days', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(winter, active)
    .ours(item('sale', 'x'), flight('2026-12-01', '2026-12-11'))
    .without(item('sale', 'x'))
    .declared(item('winter', 'x'), flight('2026-12-01', '2026-12-11'))
    .moved([item('sale', 'x'), item('winter', 'x')])
    .plan();

  expect(sent(plan)).toEqual([
    `claim: Delete ${item('winter', 'x')}`,
    `neutral: Create ${item('winter', 'x')} PAUSED`,
  ]);
  expect(exposureOf(plan)).toEqual({
    USD: { before: 20 * million, after: 20 * million, peak: 20 * million, uncapped: 0 },
  });
});

test('a budget is lower before it is spent on further days', () => {
  const plan = new PlanWorld()
    .ours(sale, { ...active, [daily]: 9 * million })
    .ours(item('sale', 'over'), flight('2026-10-01', '2026-11-01'))
    .edit(sale, { [daily]: 2 * million })
    .declared(item('sale', 'x'), flight('2026-12-01', '2026-12-11'))
    .plan();
  const [lower, create] = plan.steps.flatMap((step) => step.operations);

  expect(lower).toMatchObject({ address: sale, requires: [] });
  expect(create).toMatchObject({ address: item('sale', 'x'), requires: [lower?.operation] });
  expect(exposureOf(plan)).toEqual({
    USD: { before: 0, after: 2 * million, peak: 2 * million, uncapped: 0 },
  });
});

test('a budget is lower before the last flight goes that keeps it to its days', () => {
  const plan = new PlanWorld()
    .ours(sale, { ...active, [daily]: 15 * million })
    .ours(item('sale', 'x'), flight('2026-12-01', '2026-12-31'))
    .ours(winter, { ...active, [daily]: 10 * million })
    .ours(item('winter', 'x'), flight('2026-12-01', '2026-12-31'))
    .edit(sale, { [daily]: 3 * million })
    .without(item('sale', 'x'))
    .plan();
  const [lower, remove] = plan.steps.flatMap((step) => step.operations);

  expect(lower).toMatchObject({ address: sale, requires: [] });
  expect(remove).toMatchObject({ operation_type: 'Delete', requires: [lower?.operation] });
});

test('a budget is raised after the flight goes on whose days it would pass the highest day', () => {
  const plan = new PlanWorld()
    .ours(sale, { ...active, [daily]: 3 * million })
    .ours(item('sale', 'x'), flight('2026-12-01', '2026-12-31'))
    .ours(item('sale', 'y'), flight('2027-01-01', '2027-01-31'))
    .ours(winter, { ...active, [daily]: 20 * million })
    .ours(item('winter', 'y'), flight('2027-01-01', '2027-01-31'))
    .edit(sale, { [daily]: 15 * million })
    .without(item('sale', 'y'))
    .plan();
  const [remove, raise] = plan.steps.flatMap((step) => step.operations);

  expect(remove).toMatchObject({ operation_type: 'Delete', requires: [] });
  expect(raise).toMatchObject({ address: sale, requires: [remove?.operation] });
});

test('days that one takes wait for what frees them', () => {
  const plan = new PlanWorld()
    .ours(sale, perItem)
    .ours(item('sale', 'x'), { ...active, [daily]: 30 * million, ...flight('2026-12-01', '2026-12-11') })
    .ours(item('sale', 'y'), { [daily]: 30 * million, ...flight('2026-12-01', '2026-12-11') })
    .ours(item('sale', 'free'), { [daily]: 30 * million, ...flight('2027-01-01', '2027-01-11') })
    .edit(item('sale', 'x'), { entity_status: 'PAUSED' })
    .edit(item('sale', 'y'), active)
    .edit(item('sale', 'free'), active)
    .plan();
  const operations = plan.steps.flatMap((step) => step.operations);

  expect(operations.map(({ address, requires }) => [address, requires.length])).toEqual([
    [item('sale', 'x'), 0],
    [item('sale', 'y'), 1],
    [item('sale', 'free'), 0],
  ]);
});

test.each<[string, Values, string[]]>([
  [
    'ACTIVE and over',
    { ...active, ...flight('2026-10-01', '2026-11-01') },
    [
      `flight_over ${item('sale', 'x')}: would be created ACTIVE, and its flight has ended: 2026-11-01T00:00:00Z`,
    ],
  ],
  ['PAUSED and over', flight('2026-10-01', '2026-11-01'), []],
  ['ACTIVE and to come', { ...active, ...flight('2026-12-01', '2026-12-02') }, []],
])('a new line item that is %s', (_, fields, expected) => {
  const world = new PlanWorld().ours(sale).declared(item('sale', 'x'), fields);

  expect(refused(world.plan()).filter((line) => line.startsWith('flight_over'))).toEqual(expected);
});

test('one made anew must have days left too, one that stays need not', () => {
  const over = { ...active, ...flight('2026-10-01', '2026-11-01') };
  const world = new PlanWorld().ours(sale).ours(item('sale', 'x'), over);

  expect(refused(world.edit(item('sale', 'x'), { name: 'y' }).plan())).toEqual([]);
  expect(refused(world.edit(item('sale', 'x'), { placements: ['TWITTER_TIMELINE'] }).plan())).toEqual([
    expect.stringMatching(/^flight_over /),
  ]);
});

test('the number of a day', () => {
  expect([dayAt(0), dayAt(86_399_999), dayText(dayAt(nowMs))]).toEqual([0, 0, '2026-11-20']);
});

const onTheWay = { activeCampaigns: 200, count: 'active', lineItems: 4, batch: {} } as const;

test.each<[string, number, readonly { name: string; bound: number }[], string[]]>([
  [
    'more than before and after',
    40,
    [],
    ['peak acme: 40.00 USD a day could be spent on the way, more than before and after'],
  ],
  ['as much as after', 30, [], []],
  [
    'more in some orders',
    30,
    [{ name: 'exposure USD', bound: 30 * million }],
    ['peak acme: more than 30.00 USD a day, the most of before and after, could be spent on the way'],
  ],
  ['another currency', 30, [{ name: 'exposure EUR', bound: 1 }], []],
  ['beyond exact numbers', 2 ** 53, [{ name: 'exposure USD', bound: 30 * million }], []],
  [
    'more campaigns',
    30,
    [{ name: 'active_campaigns', bound: 200 }],
    ['peak acme: more than 200 campaigns could be active on the way'],
  ],
  [
    'more line items',
    30,
    [{ name: 'line_items', bound: 4 }],
    ['peak acme: more than 4 line items could be active on the way'],
  ],
  [
    'more without a cap',
    30,
    [{ name: 'uncapped USD', bound: 1 }],
    ['peak acme: more than 1 thing without a daily budget could spend USD on the way'],
  ],
])('a plan on the way of which %s could be spent or be active', (_, peak, lacking, expected) => {
  const calendar = { today: 0, highest: 0, highest_on: null, committed: 0, until: null, days: [] };
  const figure = { before: 20 * million, after: 30 * million, peak: peak * million, uncapped: 0 };
  const exposure = { USD: { ...figure, calendar } };
  const violations = peakOnTheWay({
    budgets: [
      {
        account: { key: 'acme', id: '1', limits: onTheWay },
        before: noLoad,
        claims: new Set(),
        lacking,
        budget: {
          active_campaigns: { before: 0, after: 200, peak: 200, limit: 200 },
          line_items: { before: 0, after: 4, peak: 4, limit: 4 },
          exposure,
        },
      },
    ],
  });

  expect(violations.map(({ rule, address, message }) => `${rule} ${address}: ${message}`)).toEqual(expected);
});

test('what is above a limit after the plan as well is told by the guard of that limit', () => {
  const lacking = [{ name: 'active_campaigns', bound: 200 }];
  const budget = { active_campaigns: { before: 0, after: 201, peak: 201, limit: 200 }, exposure: {} };
  const account = { key: 'acme', id: '1', limits: onTheWay };

  expect(
    peakOnTheWay({ budgets: [{ account, before: noLoad, claims: new Set(), lacking, budget }] }),
  ).toEqual([]);
});

/** The addresses of the operations that each operation of a plan requires. */
function requirementsIn({ steps }: Plan): Readonly<Record<string, readonly string[]>> {
  const operations = steps.flatMap((step) =>
    step.operations.map((each) => ({ ...each, effect: step.effect })),
  );
  const addresses = new Map(operations.map(({ operation, address }) => [operation, address]));
  return Object.fromEntries(
    operations.map(({ address, effect, requires }) => [
      `${effect} ${address}`,
      requires.map((number) => String(addresses.get(number))),
    ]),
  );
}

test('whichever flight under an active campaign comes first opens its days: both wait for room', () => {
  const plan = new PlanWorld()
    .ours(sale, { ...active, [daily]: 18 * million })
    .ours(item('sale', 'x'), flight('2027-01-01', '2027-01-31'))
    .declared(item('sale', 'y'), flight('2026-12-01', '2026-12-31'))
    .declared(item('sale', 'z'), flight('2026-12-01', '2026-12-31'))
    .dropped(winter, { ...active, [daily]: 10 * million })
    .dropped(item('winter', 'a'), flight('2026-12-01', '2026-12-31'))
    .plan();

  expect(requirementsIn(plan)).toMatchObject({
    [`claim ${item('sale', 'y')}`]: [winter],
    [`claim ${item('sale', 'z')}`]: [winter],
  });
});

test('days of which two flights go are free when both are gone', () => {
  const plan = new PlanWorld()
    .ours(sale, { ...active, [daily]: 18 * million })
    .ours(item('sale', 'x'), flight('2027-01-01', '2027-01-31'))
    .dropped(item('sale', 'y'), flight('2026-12-01', '2026-12-31'))
    .dropped(item('sale', 'z'), flight('2026-12-01', '2026-12-31'))
    .ours(winter, { [daily]: 10 * million })
    .ours(item('winter', 'a'), flight('2026-12-01', '2026-12-31'))
    .edit(winter, active)
    .plan();

  expect(requirementsIn(plan)).toMatchObject({
    [`release ${item('sale', 'y')}`]: [],
    [`release ${item('sale', 'z')}`]: [],
    [`claim ${winter}`]: [item('sale', 'y'), item('sale', 'z')],
  });
});

test('of the highest day before and after, the share of records that nobody manages is told', () => {
  const world = new PlanWorld()
    .ours(sale, { ...perItem })
    .ours(item('sale', 'clicks'), { ...active, [daily]: 10 * million, ...flight('2026-12-01', '2026-12-05') })
    .foreign('line_item', 'f1', {
      campaign_id: 'sale',
      ...active,
      [daily]: 30 * million,
      ...flight('2026-12-04', '2026-12-10'),
    });

  // Before, the fourth of December is the highest day; afterwards, days on which only ours run.
  expect(usd(world)).toMatchObject({
    before: 40 * million,
    others: { before: 30 * million, after: 30 * million },
  });
  const raised = world.edit(item('sale', 'clicks'), {
    [daily]: 50 * million,
    ...flight('2026-12-01', '2026-12-03'),
  });
  expect(usd(raised)).toMatchObject({ after: 50 * million, others: { before: 30 * million, after: 0 } });
  const paused = world.edit(sale, { entity_status: 'PAUSED' });
  expect(usd(paused)).toMatchObject({ after: 0, others: { before: 30 * million, after: 0 } });
});

test('where all that spends is managed, no share of others is told', () => {
  const world = new PlanWorld().ours(sale, { ...active, [daily]: 10 * million });

  expect(usd(world)?.before).toBe(10 * million);
  expect(usd(world)).not.toHaveProperty('others');
});
