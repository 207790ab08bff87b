import { expect, test } from 'vitest';
import { inNeedOrder } from '../../../src/planner/match/need-order.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { plainText, type Values } from '../../../src/schemas/values.ts';
import {
  audience,
  campaign,
  flexible,
  item,
  member,
  million,
  PlanWorld,
  refused,
  tag,
} from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const other = campaign('other');
const active = { entity_status: 'ACTIVE' };
const paused = { entity_status: 'PAUSED' };
const lineItemBudgets = { budget_optimization: 'LINE_ITEM', [daily]: null };
const x = item('sale', 'x');
const y = item('sale', 'y');
const place = (number: number): string => `LOCATION:EQ:${number}`;

/** What each operation is skipped without, by what it does and to which address. */
function needs({ steps }: Plan): Readonly<Record<string, readonly string[]>> {
  const operations = steps.flatMap(({ operations }) => operations);
  const names = new Map(
    operations.map(({ operation, operation_type: type, address, params }) => [
      operation,
      `${type} ${address} ${plainText(params['entity_status'] ?? '')}`.trim(),
    ]),
  );
  return Object.fromEntries(
    operations.map(({ operation, requires }): [string, readonly string[]] => [
      names.get(operation) ?? '',
      requires.map((number) => names.get(number) ?? '').toSorted(),
    ]),
  );
}

function category(key: string, name: string): string {
  return `${item('sale', key)}/curated_categories/${name}`;
}

function criterion(key: string, number: number): string {
  return member('sale', key, place(number));
}

/** Two line items of ours that get two places each. */
function placed(fields: Values): PlanWorld {
  const world = new PlanWorld().ours(sale);
  for (const key of ['x', 'y']) {
    world.ours(item('sale', key), fields);
    for (const number of [1, 2]) world.declared(criterion(key, number));
  }
  return world;
}

test('what needs the new budget_optimization requires its switch, what only leaves or is only paused the pause', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(x)
    .ours(y, active)
    .ours(item('sale', 'z'), active)
    .dropped(item('sale', 'gone'))
    .edit(sale, lineItemBudgets)
    .edit(x, { [daily]: 4 * million })
    .edit(y, paused)
    .edit(item('sale', 'z'), { ...paused, [daily]: 4 * million })
    .plan();
  const pause = `Update ${sale} PAUSED`;
  const both = [`Update ${sale}`, pause];

  expect(needs(plan)).toEqual({
    [pause]: [],
    [`Update ${sale}`]: [pause],
    [`Update ${x}`]: both,
    [`Update ${y} PAUSED`]: [pause],
    [`Update ${item('sale', 'z')} PAUSED`]: both,
    [`Delete ${item('sale', 'gone')}`]: [pause],
    [`Update ${sale} ACTIVE`]: [
      `Delete ${item('sale', 'gone')}`,
      `Update ${sale}`,
      `Update ${x}`,
      `Update ${y} PAUSED`,
      `Update ${item('sale', 'z')} PAUSED`,
    ],
  });
});

test('a change of a campaign that needs no pause is required by nothing beneath it', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(x)
    .edit(sale, { name: 'Renamed' })
    .edit(x, { name: 'Renamed' })
    .plan();

  expect(needs(plan)).toEqual({ [`Update ${sale}`]: [], [`Update ${x}`]: [] });
});

test('a line item that leaves a campaign for another goes after the pause of the old one, and before its delete', () => {
  const plan = new PlanWorld()
    .dropped(sale, active)
    .ours(other, active)
    .dropped(x, active)
    .dropped(tag('sale', 'x', 't'))
    .declared(item('other', 'x'), active)
    .moved([x, item('other', 'x')])
    .plan();

  const moved = item('other', 'x');
  const pause = `Update ${sale} PAUSED`;

  expect(needs(plan)).toEqual({
    [pause]: [],
    [`Update ${moved} PAUSED`]: [pause],
    [`Delete ${tag('other', 'x', 't')}`]: [`Update ${moved} PAUSED`],
    [`Delete ${moved}`]: [`Delete ${tag('other', 'x', 't')}`, `Update ${moved} PAUSED`, pause].toSorted(),
    [`Delete ${sale}`]: [`Delete ${moved}`, pause],
    [`Create ${moved} PAUSED`]: [`Delete ${moved}`],
    [`Update ${moved} ACTIVE`]: [`Create ${moved} PAUSED`, `Delete ${tag('other', 'x', 't')}`],
  });
});

test('a line item that leaves a campaign that stays does not wait for its pause', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(other)
    .dropped(x)
    .declared(item('other', 'x'))
    .moved([x, item('other', 'x')])
    .edit(sale, paused)
    .plan();

  expect(needs(plan)).toEqual({
    [`Update ${sale} PAUSED`]: [],
    [`Delete ${item('other', 'x')}`]: [],
    [`Create ${item('other', 'x')} PAUSED`]: [`Delete ${item('other', 'x')}`],
  });
});

test('what promotes a post that is made anew is made anew after it, though the old post stays', () => {
  const post = 'acme/posts/hero';
  const promoted = `${x}/promoted_posts/hero`;
  const plan = new PlanWorld()
    .ours(post, {}, { lifecycle: { allowReplace: true } })
    .edit(post, { text: 'Summer' })
    .ours(sale)
    .ours(x)
    .ours(promoted, { tweet_id: 'hero' })
    .edit(promoted, { tweet_id: { id_of: post } })
    .plan();

  expect(needs(plan)).toEqual({
    [`Create ${post}`]: [],
    [`Delete ${promoted}`]: [],
    [`Create ${promoted}`]: [`Create ${post}`, `Delete ${promoted}`],
  });
});

test('the claim that takes the room of a release is the one that spends it', () => {
  const plan = new PlanWorld()
    .dropped(other, active)
    .declared(sale, { ...active, ...lineItemBudgets })
    .declared(x, { ...active, [daily]: 4 * million })
    .plan();

  expect(needs(plan)).toEqual({
    [`Delete ${other}`]: [],
    [`Create ${sale} PAUSED`]: [],
    [`Create ${x} PAUSED`]: [`Create ${sale} PAUSED`],
    [`Update ${x} ACTIVE`]: [`Create ${x} PAUSED`],
    [`Update ${sale} ACTIVE`]: [
      `Create ${sale} PAUSED`,
      `Create ${x} PAUSED`,
      `Delete ${other}`,
      `Update ${x} ACTIVE`,
    ],
  });
});

test('operations of one round go in the order of the document, whatever requires them', () => {
  const { steps } = new PlanWorld()
    .ours(sale)
    .ours(other)
    .ours(item('other', 'z'))
    .ours(x)
    .edit(sale, { ...active, name: 'Renamed' })
    .edit(item('other', 'z'), { name: 'Renamed' })
    .edit(x, { name: 'Renamed' })
    .plan();

  expect(steps.map(({ operations }) => operations.map(({ address }) => address))).toEqual([
    [sale],
    [item('other', 'z'), x],
    [sale],
  ]);
});

test('what an operation requires is in the order in which it is sent', () => {
  const plan = new PlanWorld().declared(sale, active).declared(x, active).declared(y, active).plan();

  expect(plan.steps.at(-1)?.operations.map(({ operation, requires }) => [operation, requires])).toEqual([
    [6, [1, 2, 3, 4, 5]],
  ]);
});

test('what comes into a set requires what leaves it, and a kind all of what it needs beside it', () => {
  const keys = ['x', 'y'];
  // Nothing fits one request, so that each has requirements of its own.
  const world = new PlanWorld().ours(sale).limits({ batch: { targeting_criteria: 1 } });
  for (const key of keys)
    world
      .ours(item('sale', key))
      .dropped(criterion(key, 1))
      .declared(criterion(key, 2))
      .dropped(category(key, 'old'))
      .declared(category(key, 'new'));
  const expected = keys.flatMap((key): [string, readonly string[]][] => {
    const left = `Delete ${criterion(key, 1)}`;
    const came = `Create ${criterion(key, 2)}`;
    const old = `Delete ${category(key, 'old')}`;
    return [
      [left, []],
      [old, []],
      [came, [old, left]],
      [`Create ${category(key, 'new')}`, [came, old, left]],
    ];
  });

  expect(needs(world.plan())).toEqual(Object.fromEntries(expected));
});

test('what goes in one request requires all that any of it requires, and waits for all of it', () => {
  const buyers = audience('buyers');
  const plan = new PlanWorld()
    .declared(buyers)
    .ours(sale)
    .ours(x)
    .declared(member('sale', 'x', 'CUSTOM_AUDIENCE:EQ:audience:buyers'), {
      targeting_value: { id_of: buyers },
    })
    .declared(member('sale', 'x', place(1)))
    .dropped(member('sale', 'x', place(2)))
    .plan();
  const together = plan.steps.find(({ path }) => path.endsWith('targeting_criteria'));

  expect(together?.operations.map(({ requires }) => requires)).toEqual([[1], [1], [1]]);
  expect(together?.operations.map(({ waits_for }) => waits_for)).toEqual([[buyers], [buyers], [buyers]]);
});

test('what refers to something of another account that is created requires its creation', () => {
  const buyers = audience('buyers');
  const lapsed = 'beta/audiences/lapsed';
  const plan = new PlanWorld()
    .declared('beta', {}, { id: '18ce5uk0000' })
    .declared(lapsed, {
      ...flexible,
      segments: { boolean_operator: 'AND', child_segments: [{ custom_audience_id: { id_of: buyers } }] },
    })
    .declared(buyers)
    .plan();

  expect(needs(plan)).toEqual({ [`Create ${buyers}`]: [], [`Create ${lapsed}`]: [`Create ${buyers}`] });
});

test('what waits for one thing does not go in the request of what waits for another', () => {
  const world = new PlanWorld().ours(sale).ours(x).ours(y);
  for (const [key, name] of [
    ['x', 'buyers'],
    ['y', 'readers'],
  ] as const)
    world.declared(audience(name)).declared(member('sale', key, `CUSTOM_AUDIENCE:EQ:audience:${name}`), {
      targeting_value: { id_of: audience(name) },
    });
  const steps = world.plan().steps.filter(({ path }) => path.endsWith('targeting_criteria'));

  expect(steps.map(({ operations }) => operations.map(({ waits_for }) => waits_for))).toEqual([
    [[audience('buyers')]],
    [[audience('readers')]],
  ]);
});

test('of a large set each requires the last twenty of those that come before it', () => {
  const world = new PlanWorld().ours(sale).ours(x);
  for (let number = 1; number <= 25; number += 1) world.dropped(`${x}/curated_categories/c${number}`);
  const swapped = needs(world.declared(`${x}/curated_categories/new`).plan());
  const ranked = new PlanWorld().ours(sale).ours(x);
  for (let number = 1; number <= 25; number += 1) ranked.declared(member('sale', 'x', place(number)));
  const made = needs(ranked.declared(member('sale', 'x', 'TV_SHOW:EQ:9')).plan());

  expect(swapped[`Create ${x}/curated_categories/new`]).toHaveLength(20);
  expect(made[`Create ${member('sale', 'x', 'TV_SHOW:EQ:9')}`]).toHaveLength(20);
});

test('a line item comes after those alone that go and differ in what all of a campaign share', () => {
  const unlike = item('sale', 'unlike');
  const next = item('sale', 'new');
  const plan = new PlanWorld()
    .ours(sale)
    .dropped(item('sale', 'alike'), { objective: 'WEBSITE_CLICKS' })
    .dropped(unlike, { objective: 'ENGAGEMENTS', ...active })
    .dropped(tag('sale', 'unlike', 't'))
    .declared(next, { objective: 'WEBSITE_CLICKS' })
    .plan();

  expect(needs(plan)[`Create ${next} PAUSED`]).toEqual([`Delete ${unlike}`]);
});

test.each([
  ['share a batch', paused, [4]],
  ['have a batch each where the whole of a set changes at once', active, [2, 2]],
])('the sets of two line items %s', (_, fields, sizes) => {
  expect(
    placed(fields)
      .plan()
      .steps.map(({ operations }) => operations.length),
  ).toEqual(sizes);
});

test('a line item that left a campaign does not count for the rules there', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(other)
    .dropped(x, { objective: 'ENGAGEMENTS' })
    .declared(item('other', 'x'), { objective: 'ENGAGEMENTS' })
    .moved([x, item('other', 'x')])
    .declared(item('sale', 'new'), { objective: 'REACH' })
    .plan();

  expect(refused(plan)).toEqual([]);
});

const credit = 'acme/funding_instruments/credit';

test('what a resource stands in and refers to is compared before it, whatever the order of the document', () => {
  const { document } = new PlanWorld()
    .declared(x)
    .declared(sale, { funding_instrument_id: { id_of: credit } })
    .declared(credit)
    .input();

  expect(inNeedOrder(document.resources).map(({ address }) => address)).toEqual(['acme', credit, sale, x]);
});

test('resources that refer to each other are compared once each', () => {
  const circle = new PlanWorld()
    .declared(audience('one'), { other: { id_of: audience('two') } })
    .declared(audience('two'), { other: { id_of: audience('one') } })
    .input().document.resources;

  expect(inNeedOrder(circle).map(({ address }) => address)).toEqual([
    'acme',
    audience('two'),
    audience('one'),
  ]);
});
