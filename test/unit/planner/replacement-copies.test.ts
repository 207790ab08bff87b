import { expect, test } from 'vitest';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import {
  campaign,
  exposureOf,
  item,
  matching,
  million,
  PlanWorld,
  refused,
  sent,
  told,
} from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const x = item('sale', 'x');
const active = { entity_status: 'ACTIVE' };
const anew = { placements: ['TWITTER_TIMELINE'] };
const itemWith = (fields: Values, more: Parameters<PlanWorld['ours']>[2] = {}): PlanWorld =>
  new PlanWorld()
    .ours(sale, { budget_optimization: 'LINE_ITEM', [daily]: null, [total]: 900 * million })
    .ours(x, fields, more);

/** What the new record is created with, and whether it is switched on. */
function creation({ steps }: Plan, address = x): Values {
  const operations = steps.flatMap((step) => step.operations).filter((each) => each.address === address);
  const create = operations.findIndex(({ operation_type: type }) => type === 'Create');
  const [made, ...later] = operations.slice(create);
  return Object.fromEntries([made, ...later].flatMap((operation) => Object.entries(operation?.params ?? {})));
}

test.each<[string, Values, Values, Values]>([
  [
    'a budget lowered outside',
    { [daily]: 55 * million },
    { [daily]: 20 * million },
    { [daily]: 20 * million },
  ],
  [
    'a bid lowered outside',
    { bid_strategy: 'MAX', [bid]: 2 * million },
    { [bid]: million },
    { [bid]: million },
  ],
  ['a status paused outside', active, { entity_status: 'PAUSED' }, { entity_status: 'PAUSED' }],
  ['a status switched on outside', {}, active, active],
  [
    'an end moved to an earlier day',
    {},
    { end_time: '2026-12-10T00:00:00Z' },
    { end_time: '2026-12-10T00:00:00Z' },
  ],
])('ignored and made anew: %s stays so', (_, declared, outside, expected) => {
  const wires = Object.keys(outside);
  const world = itemWith(declared, { lifecycle: { ignoreChanges: wires } }).outside(x, outside);
  const plan = world.edit(x, anew).plan();

  expect(refused(plan)).toEqual([]);
  for (const [wire, value] of Object.entries(expected)) expect(creation(plan)[wire]).toEqual(value);
});

test('ignored and made anew: a budget taken away stays so', () => {
  const world = itemWith({ [daily]: 55 * million }, { lifecycle: { ignoreChanges: [daily] } });

  expect(
    creation(
      world
        .outside(x, { [daily]: null })
        .edit(x, anew)
        .plan(),
    ),
  ).not.toHaveProperty(daily);
});

test('an ignored field that the document changes too is taken from the document, with consent', () => {
  const world = itemWith({ [daily]: 55 * million }, { lifecycle: { ignoreChanges: [daily] } })
    .outside(x, { [daily]: 20 * million })
    .edit(x, { ...anew, [daily]: 60 * million });

  expect(refused(world.plan())).toEqual([
    `undo_drift ${x}: daily_budget was lowered outside adsync to 20.00 USD; applying would raise it to 60.00 USD`,
  ]);
  expect(creation(world.plan())[daily]).toBe(60 * million);
});

test.each<[string, Values]>([
  ['a daily budget', { [daily]: 5 * million }],
  ['a total budget', { [total]: 70 * million }],
  ['a bid', { bid_strategy: 'MAX', [bid]: million }],
  ['an end', { end_time: '2026-12-10T00:00:00Z' }],
  ['an ACTIVE status', active],
])('what somebody set and the document does not declare is carried over: %s', (_, outside) => {
  const world = itemWith({});
  for (const wire of Object.keys(outside)) world.edit(x, noValue(wire));
  for (const wire of Object.keys(outside)) world.remember(x, withoutField(world, wire));
  const plan = world.outside(x, outside).edit(x, anew).plan();

  expect(refused(plan)).toEqual([]);
  expect(creation(plan)).toMatchObject(outside);
  expect(plan.changes.find(({ address }) => address === x)?.carried).toMatchObject(outside);
});

function noValue(wire: string): Readonly<Record<string, undefined>> {
  return Object.fromEntries([[wire, undefined]]);
}

function withoutField(world: PlanWorld, wire: string) {
  const entry = world.input().entries.find(({ address }) => address === x);
  const without = (values: Values = {}): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name !== wire));
  return { declared: without(entry?.declared), answered: without(entry?.answered) };
}

test('a budget that just left the document goes to the new record', () => {
  const plan = itemWith({ [daily]: 5 * million })
    .edit(x, { ...anew, [daily]: undefined })
    .plan();

  expect(creation(plan)).toMatchObject({ [daily]: 5 * million });
  expect(plan.changes.find(({ address }) => address === x)).toMatchObject({
    carried: { [daily]: 5 * million },
    no_longer_managed: { [daily]: 5 * million },
  });
});

test('a campaign made anew takes its cap and its status along, and so do its line items', () => {
  const plan = new PlanWorld()
    .ours(sale, { [daily]: 10 * million })
    .ours(x)
    .edit(sale, { entity_status: undefined })
    .edit(x, { entity_status: undefined, end_time: undefined })
    .outside(sale, { ...active, [total]: 70 * million })
    .outside(x, { ...active, end_time: '2026-12-10T00:00:00Z' })
    .edit(sale, { funding_instrument_id: 'fi2' })
    .plan();

  expect(creation(plan, sale)).toMatchObject({ ...active, [total]: 70 * million });
  expect(creation(plan)).toMatchObject({ ...active, end_time: '2026-12-10T00:00:00Z' });
  expect(exposureOf(plan)).toEqual({
    USD: { before: 10 * million, after: 10 * million, peak: 10 * million, uncapped: 0 },
  });
});

test('a status that the document ignores stays as others left it when something else changes', () => {
  const plan = new PlanWorld()
    .ours(sale, active, { lifecycle: { ignoreChanges: ['entity_status'] } })
    .outside(sale, { entity_status: 'PAUSED' })
    .edit(sale, { name: 'renamed' })
    .plan();

  expect(sent(plan)).toEqual([`neutral: Update ${sale}`]);
  expect(refused(plan)).toEqual([]);
});

test('values that go only together are carried over together', () => {
  const caps = { frequency_cap: 3, duration_in_days: 7 };
  const plan = itemWith({}).outside(x, caps).edit(x, anew).plan();

  expect(plan.changes.find(({ address }) => address === x)).toMatchObject({ carried: caps });
  expect(plan.changes.find(({ address }) => address === x)).not.toHaveProperty('lost');
});

/** A line item that declares neither goal nor strategy nor what is paid for, with what the platform chose for it. */
function itemWithChoices(choices: Values): PlanWorld {
  const world = itemWith({ objective: 'WEBSITE_CLICKS' });
  for (const wire of Object.keys(choices)) {
    world.edit(x, noValue(wire));
    world.remember(x, withoutField(world, wire));
  }
  return world.outside(x, choices);
}

const chosen = { goal: 'LINK_CLICKS', pay_by: 'IMPRESSION', bid_strategy: 'AUTO' };

test('what the platform chose for another objective is not given to the new record', () => {
  const plan = itemWithChoices(chosen).edit(x, { objective: 'REACH' }).plan();

  for (const wire of Object.keys(chosen)) expect(creation(plan)).not.toHaveProperty(wire);
  expect(plan.changes.find(({ address }) => address === x)?.lost).toMatchObject(chosen);
});

test('what the platform chose stays with a new record that is for the same', () => {
  const plan = itemWithChoices(chosen)
    .edit(x, { placements: ['TWITTER_TIMELINE'] })
    .plan();

  expect(creation(plan)).toMatchObject(chosen);
});

test('what is paid for is chosen anew where the document names another goal', () => {
  const plan = itemWithChoices({ goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' })
    .edit(x, { ...anew, goal: 'SITE_VISITS' })
    .plan();

  expect(creation(plan)).toMatchObject({ goal: 'SITE_VISITS' });
  expect(creation(plan)).not.toHaveProperty('pay_by');
});

test('a strategy goes to a new record of another objective together with its bid', () => {
  const bounded = { bid_strategy: 'MAX', [bid]: 2 * million };
  const plan = itemWithChoices(bounded).edit(x, { objective: 'ENGAGEMENTS' }).plan();

  expect(creation(plan)).toMatchObject(bounded);
});

const age = {
  targeting_type: 'AGE',
  operator_type: 'EQ',
  targeting_value: 'AGE_OVER_25',
  line_item_id: 'sale.x',
};

test('targeting that somebody added is told as going where its line item is made anew', () => {
  const plan = itemWith({}).foreign('targeting_criterion', 'theirs', age).edit(x, anew).plan();

  expect(told(plan)).toContain(`delete ${x}/targeting/AGE:EQ:AGE_OVER_25 (drift)`);
});

test('targeting that somebody added to a set that is left alone goes along only with consent', () => {
  const world = itemWith({}, { lifecycle: { ignoreChanges: ['targeting'] } })
    .foreign('targeting_criterion', 'theirs', age)
    .edit(x, anew);

  expect(refused(world.plan())).toEqual([matching(new RegExp(`^take_along ${x}: .*theirs`))]);
  expect(refused(world.consent({ takeAlong: [x] }).plan())).toEqual([]);
});

test('of values that do not go with the document only those are lost that break a rule', () => {
  const set = { goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'o2', advertiser_domain: 'example.com' };
  const plan = itemWith({})
    .outside(x, set)
    .edit(x, { ...anew, primary_web_event_tag: null })
    .plan();

  expect(plan.changes.find(({ address }) => address === x)).toMatchObject({
    carried: { advertiser_domain: 'example.com' },
    lost: { goal: 'WEBSITE_CONVERSIONS' },
  });
});

test('the pace of a line item does not go under a campaign that holds the budget', () => {
  const pace = { standard_delivery: false };
  const world = itemWith({}).outside(x, pace);

  expect(creation(world.edit(x, anew).plan())).toMatchObject(pace);

  const moved = world.edit(sale, { budget_optimization: 'CAMPAIGN', [daily]: 10 * million }).plan();
  expect(refused(moved)).toEqual([]);
  expect(creation(moved)).not.toHaveProperty('standard_delivery');
  expect(moved.changes.find(({ address }) => address === x)?.lost).toMatchObject(pace);
});

test('a frequency that does not go with the document is not lost: the plan is refused', () => {
  const plan = itemWith({})
    .outside(x, { frequency_cap: 3, duration_in_days: 7 })
    .edit(x, { ...anew, duration_in_days: null })
    .plan();

  expect(refused(plan)).toEqual([`rule ${x}: frequency_cap and duration_in_days need each other`]);
});

/** A line item that an earlier run deleted in order to make it anew. */
const deletedBefore = (fields: Values, toCarryOver: Values): PlanWorld =>
  itemWith(fields)
    .remember(x, { toCarryOver })
    .vanish(x)
    .edit(x, { ...anew, entity_status: undefined });

test('what an earlier run deleted in order to make it anew is made with the values of the old record', () => {
  const world = deletedBefore({}, { ...active, [total]: 30 * million });
  const plan = world.plan();

  expect(refused(plan)).toEqual([]);
  expect(creation(plan)).toMatchObject({ ...anew, ...active, [total]: 30 * million });
  expect(plan.changes).toMatchObject([{ address: x, action: 'create', cause: 'config' }]);
  expect(world.drift().resources).toMatchObject([
    { address: sale, status: 'in_sync' },
    { address: x, status: 'in_sync' },
  ]);
});

test('a raise of what an earlier run deleted is a raise over the old record', () => {
  const plan = deletedBefore({}, { [daily]: million })
    .edit(x, { [daily]: 100 * million })
    .policy({ maxBudgetFactor: 10 })
    .plan();

  expect(refused(plan)).toEqual([matching(/^max_budget_factor .*from 1\.00 .*to 100\.00/)]);
});

test('what people lowered of it is not raised without consent', () => {
  const plan = deletedBefore({ [daily]: 100 * million }, { [daily]: million }).plan();

  expect(refused(plan)).toEqual([
    `undo_drift ${x}: daily_budget was lowered outside adsync to 1.00 USD; applying would raise it to 100.00 USD`,
  ]);
});

test('the values stay remembered under a new address', () => {
  const other = item('sale', 'y');
  const { stateChanges } = deletedBefore({}, active)
    .without(x)
    .declared(other, { ...anew, name: 'x' })
    .moved([x, other])
    .result();

  expect(stateChanges).toMatchObject([{ put: [{ address: other, toCarryOver: active }], remove: [x] }]);
});

test('what is declared no longer is forgotten without a word', () => {
  const { plan, stateChanges } = deletedBefore({}, active).without(x).result();

  expect(plan.changes).toEqual([]);
  expect(stateChanges).toMatchObject([{ put: [], remove: [x] }]);
});
