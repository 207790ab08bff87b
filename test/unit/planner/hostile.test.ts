import { expect, test } from 'vitest';
import type { Values } from '../../../src/schemas/values.ts';
import {
  accountIds,
  campaign,
  exposureOf,
  item,
  million,
  PlanWorld,
  sent,
  tag,
  told,
} from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

const most = Number.MAX_SAFE_INTEGER;
const active = { entity_status: 'ACTIVE' };

const sizes: readonly (readonly [story: string, build: (world: PlanWorld, key: string) => void])[] = [
  [
    'made anew by another funding instrument',
    (world, key) => {
      world.ours(campaign(key), active).edit(campaign(key), { funding_instrument_id: 'fi2' });
      for (const each of ['x', 'y']) world.ours(item(key, each), active);
    },
  ],
  [
    'moved',
    (world, key) => {
      world.dropped(campaign(`old-${key}`), { name: key }).declared(campaign(key));
      for (const each of ['x', 'y']) world.dropped(item(`old-${key}`, each)).declared(item(key, each));
    },
  ],
];

// Seconds alone, more beside other work: what it takes is no promise of this test.
test.each(sizes)('5,000 campaigns with two line items each, %s', { timeout: 120_000 }, (story, build) => {
  const keys = Array.from({ length: 5000 }, (_, number) => `c${number}`);
  const world = new PlanWorld().limits({ activeCampaigns: 8000 });
  for (const key of keys) build(world, key);
  if (story === 'moved') world.moved(...keys.map((key) => [campaign(`old-${key}`), campaign(key)] as const));

  const plan = world.plan();

  expect(plan.changes).toHaveLength(15_000);
  expect(plan.violations).toEqual([]);
});

test('8,000 records of one name are one question, not 8,000 comparisons each', () => {
  const world = new PlanWorld().declared(campaign('a'), { name: 'Same' });
  for (let number = 0; number < 8000; number += 1) world.foreign('campaign', `f${number}`, { name: 'Same' });

  expect(world.plan().violations).toMatchObject([{ rule: 'ambiguous', number: 8000 }]);
});

test('a lineage as deep as an address can be is walked without falling', () => {
  const deep = `acme${'/campaigns/a'.repeat(5000)}`;
  const world = new PlanWorld()
    .dropped(campaign('a'))
    .moved([deep, campaign('b')])
    .removed(deep, true);

  expect(told(world.plan())).toEqual([`delete ${campaign('a')} (config)`]);
});

const odd = ['0', '1e3', 'constructor', 'tostring', '__x', 'a.b', 'a-b_c', '9'.repeat(200)];

test.each(odd)('a key such as %s is a key like any other', (key) => {
  const plan = new PlanWorld()
    .declared(campaign(key))
    .declared(item(key, key))
    .declared(tag(key, key, key))
    .plan();

  expect(told(plan)).toEqual([
    `create ${campaign(key)} (config)`,
    `create ${item(key, key)} (config)`,
    `create ${tag(key, key, key)} (config)`,
  ]);
});

test('a percent-encoded member of a list stands where it stands', () => {
  const address = tag('a', 'x', 'post%3Ahero%2F1');
  const plan = new PlanWorld().ours(campaign('a')).ours(item('a', 'x')).declared(address).plan();

  expect(plan.steps[0]?.operations[0]).toMatchObject({ address, params: { line_item_id: 'a.x' } });
});

function withProto(value: Values[string]): Values {
  return Object.fromEntries([['__proto__', value]]);
}

test('a wire name such as __proto__ reaches nothing', () => {
  const a = campaign('a');
  const plan = new PlanWorld()
    .ours(a)
    .outside(a, withProto({ entity_status: 'ACTIVE' }))
    .remember(a, { declared: { ...withProto('x'), name: 'a' }, answered: { ...withProto('y'), name: 'a' } })
    .plan();

  expect(told(plan)).toEqual([]);
  expect({}).not.toHaveProperty('entity_status');
});

test.each(['__proto__', 'constructor', 'toString'])(
  'a declared wire name %s that nothing knows is only unchecked',
  (wire) => {
    const a = campaign('a');
    const world = new PlanWorld().ours(a).declared(a, Object.fromEntries([[wire, 'x']]));

    const plan = world.plan();

    expect(plan.summary).toMatchObject({ unchecked: 1 });
    expect(plan.changes.map(({ before }) => Object.entries(before))).toEqual([[[wire, null]]]);
  },
);

test('64-bit ids are texts, and stay apart', () => {
  const ids = ['756201191646691328', '756201191646691329', '756201191646691330'];
  const world = new PlanWorld();
  for (const id of ids) world.foreign('campaign', id, { name: id });
  world.declared(campaign('a'), { name: ids[1] ?? '' }, { lifecycle: { adopt: true } });

  expect(world.plan().changes.map(({ id }) => id)).toEqual([ids[1]]);
});

test('names with quotes, brackets and separators do not meet by accident', () => {
  const world = new PlanWorld()
    .foreign('campaign', 'f1', { name: 'a","fi1' })
    .foreign('campaign', 'f2', { name: 'a fi1' })
    .declared(campaign('a'), { name: 'a' });

  expect(told(world.plan())).toEqual([`create ${campaign('a')} (config)`]);
});

test('the largest amount there is', () => {
  const plan = new PlanWorld().declared(campaign('a'), { ...active, [daily]: most }).plan();

  expect(plan.violations).toEqual([]);
  expect(plan.budget['acme']?.exposure?.['USD']).toMatchObject({ before: 0, after: most, peak: most });
});

test('a swap of the largest amounts is counted exactly', () => {
  const world = new PlanWorld();
  for (const key of ['a', 'b', 'c'])
    world.dropped(campaign(`old-${key}`), { ...active, [daily]: key === 'a' ? most - 2 : 1 });
  for (const key of ['a', 'b', 'c'])
    world.declared(campaign(key), { ...active, [daily]: key === 'a' ? most - 2 : 1 });

  const plan = world.plan();

  expect(plan.violations).toEqual([]);
  expect(exposureOf(plan)?.['USD']).toEqual({
    before: most,
    after: most,
    peak: most,
    uncapped: 0,
  });
});

test('a swap of the largest amounts between line items of one campaign is counted exactly', () => {
  const lineItems = { ...active, budget_optimization: 'LINE_ITEM', [daily]: null };
  const plan = new PlanWorld()
    .ours(campaign('a'), lineItems)
    .ours(item('a', 'on'), { [daily]: most })
    .ours(item('a', 'off'), { ...active, [daily]: most })
    .edit(item('a', 'on'), active)
    .edit(item('a', 'off'), { entity_status: 'PAUSED' })
    .plan();

  expect(sent(plan)).toEqual([
    `release: Update ${item('a', 'off')} PAUSED`,
    `claim: Update ${item('a', 'on')} ACTIVE`,
  ]);
  expect(exposureOf(plan)?.['USD']).toEqual({
    before: most,
    after: most,
    peak: most,
    uncapped: 0,
  });
});

test('a live amount beyond exact numbers is text, and counts as without a bound', () => {
  const plan = new PlanWorld()
    .foreign('campaign', 'f', { ...active, [daily]: '9223372036854775807' })
    .ours(campaign('a'), { [total]: 50 * million })
    .outside(campaign('a'), { [total]: '9223372036854775807' })
    .plan();

  expect(exposureOf(plan)).toEqual({ USD: { before: 0, after: 0, peak: 0, uncapped: 1 } });
  expect(plan.changes[0]).toMatchObject({
    before: { [total]: '9223372036854775807' },
    after: { [total]: 50 * million },
  });
  expect(plan.violations).toEqual([]);
});

test('half an answer: a record without any field is unchecked in all', () => {
  const world = new PlanWorld().ours(campaign('a'));
  const live = world.input().live.map((account) => ({
    ...account,
    records: account.records.map((record) =>
      record.kind === 'campaign' ? { ...record, fields: {} } : record,
    ),
  }));

  const plan = world.with({ live }).plan();

  expect(plan.changes).toEqual([]);
  expect(plan.summary).toMatchObject({ unchanged: 1, unchecked: 1 });
});

test('an account of which nothing was read has no figures', () => {
  const { budget } = new PlanWorld().with({ live: [] }).plan();

  expect(budget).toEqual({ acme: { active_campaigns: null, exposure: null } });
});

test('records of kinds and accounts that the document does not name are counted at most', () => {
  const plan = new PlanWorld()
    .foreign('campaign', 'x', active, 'beta')
    .foreign('account', accountIds['beta'] ?? '', {}, 'beta')
    .plan();

  expect(plan.summary.unmanaged).toBe(3);
  expect(Object.keys(plan.budget)).toEqual(['acme']);
});

test('a reference to what does not exist is refused where it is missing, and costs the currency only', () => {
  const credit = 'acme/funding_instruments/credit';
  const plan = new PlanWorld()
    .declared(credit, {}, { id: 'nope' })
    .declared(campaign('a'), { ...active, funding_instrument_id: { id_of: credit } })
    .plan();

  expect(plan.violations.map(({ rule, address }) => [rule, address])).toEqual([['no_such_record', credit]]);
  expect(plan.changes.map(({ address, currency }) => [address, currency])).toEqual([[campaign('a'), null]]);
});

test('resources of an account that the document does not list are not planned with somebody else', () => {
  const plan = new PlanWorld().declared(campaign('a'), active).document({ accounts: [] }).plan();

  expect(plan.changes.map(({ account_id: id }) => id)).toEqual(['']);
  expect(plan.budget).toEqual({});
});

test('what is deleted shows what could be read of it', () => {
  const plan = new PlanWorld()
    .dropped(campaign('a'))
    .outside(campaign('a'), { [daily]: undefined })
    .plan();

  expect(plan.changes[0]?.before).not.toHaveProperty(daily);
  expect(plan.changes[0]?.before).toMatchObject({ name: 'a' });
});

test('a line item that does not say where it stands counts by itself', () => {
  const plan = new PlanWorld().foreign('line_item', 'f', active).limits({ lineItems: 5 }).plan();

  expect(plan.budget['acme']?.line_items?.before).toBe(1);
});
