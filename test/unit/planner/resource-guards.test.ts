import { expect, test } from 'vitest';
import { campaign, item, million, PlanWorld, refused, told } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');

const protections: readonly (readonly [story: string, world: PlanWorld, isProtected: boolean])[] = [
  [
    'gone from the document, protected when last applied',
    new PlanWorld().dropped(sale, {}, { preventDestroy: true }),
    true,
  ],
  ['gone from the document, never protected', new PlanWorld().dropped(sale), false],
  [
    'let go of without deleting',
    new PlanWorld().dropped(sale, {}, { preventDestroy: true }).removed(sale, false),
    false,
  ],
  [
    'replaced, protected by the document',
    new PlanWorld()
      .ours(sale, {}, { lifecycle: { preventDestroy: true } })
      .edit(sale, { funding_instrument_id: 'fi2' }),
    true,
  ],
  [
    'updated only, and the document protects it no longer',
    new PlanWorld().ours(sale).remember(sale, { preventDestroy: true }).edit(sale, { name: 'B' }),
    false,
  ],
  [
    'updated only',
    new PlanWorld().ours(sale, {}, { lifecycle: { preventDestroy: true } }).edit(sale, { name: 'B' }),
    false,
  ],
  [
    'destroyed, protected when last applied',
    new PlanWorld().dropped(sale, {}, { preventDestroy: true }).with({ command: 'destroy' }),
    true,
  ],
  [
    'destroyed, protected by the document that was never applied',
    new PlanWorld().ours(sale, {}, { lifecycle: { preventDestroy: true } }).with({ command: 'destroy' }),
    true,
  ],
];

test.each(protections)('prevent_destroy: %s', (_, world, isProtected) => {
  const violations = world.plan().violations;

  expect(violations.map(({ rule, address, remedy }) => [rule, address, remedy])).toEqual(
    isProtected
      ? [
          [
            'prevent_destroy',
            sale,
            'Set lifecycle: { prevent_destroy: false } and apply that first, or keep it as it is.',
          ],
        ]
      : [],
  );
});

const takenAway =
  'The document has taken the protection away: apply that first, without what would destroy it.';

test.each<readonly [string, PlanWorld, string]>([
  [
    'made anew',
    new PlanWorld()
      .ours(sale)
      .remember(sale, { preventDestroy: true })
      .edit(sale, { funding_instrument_id: 'fi2' }),
    'replace',
  ],
  [
    'destroyed',
    new PlanWorld().ours(sale).remember(sale, { preventDestroy: true }).with({ command: 'destroy' }),
    'delete',
  ],
])('a protection is not taken away by the plan in which the resource is %s', (_how, world, action) => {
  const { violations } = world.plan();

  expect(violations.map(({ rule, address, message, remedy }) => [rule, address, message, remedy])).toEqual([
    ['prevent_destroy', sale, `is protected by prevent_destroy, and the plan would ${action} it`, takenAway],
  ]);
});

const clicks = item('sale', 'clicks');
const along = `prevent_destroy ${sale}: deleting this campaign would take along line item sale.clicks, which ${clicks} protects by prevent_destroy`;

/** A campaign of ours that goes, with the consent to what goes along, and a protected line item beneath it. */
function protectedBeneath(file = 'campaigns.yaml'): PlanWorld {
  return new PlanWorld()
    .dropped(sale)
    .dropped(clicks, {}, { preventDestroy: true, file })
    .consent({ takeAlong: [sale] });
}

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['another file declared it', protectedBeneath('other.yaml'), [along]],
  ['the document lets go of it', protectedBeneath().removed(clicks, false), [along]],
  [
    'it goes by itself',
    protectedBeneath(),
    [`prevent_destroy ${clicks}: is protected by prevent_destroy, and the plan would delete it`],
  ],
  ['it is gone already', protectedBeneath('other.yaml').vanish(clicks), []],
  ['the campaign stays', protectedBeneath('other.yaml').declared(sale), []],
  [
    'it stands elsewhere',
    protectedBeneath('other.yaml').ours(campaign('b')).outside(clicks, { campaign_id: 'b' }),
    [],
  ],
  [
    'it is declared by its id, and was never applied',
    new PlanWorld()
      .dropped(sale)
      .foreign('line_item', 'theirs', { campaign_id: 'sale' })
      .declared('acme/line_items/theirs', {}, { id: 'theirs', sets: [], lifecycle: { preventDestroy: true } })
      .consent({ takeAlong: [sale] }),
    [
      `prevent_destroy ${sale}: deleting this campaign would take along line item theirs, which acme/line_items/theirs protects by prevent_destroy`,
      `declared_by_id ${sale}: deleting this campaign would take along line item theirs, which acme/line_items/theirs declares by its id; what is declared by id is never deleted`,
    ],
  ],
])('what is protected does not go with the campaign above it, where %s', (_when, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('prevent_destroy names what the plan would do', () => {
  expect(refused(new PlanWorld().dropped(sale, {}, { preventDestroy: true }).plan())).toEqual([
    `prevent_destroy ${sale}: is protected by prevent_destroy, and the plan would delete it`,
  ]);
});

test('protection is recorded without a request', () => {
  const { plan, stateChanges } = new PlanWorld()
    .ours(sale, {}, { lifecycle: { preventDestroy: true } })
    .result();

  expect(told(plan)).toEqual([]);
  expect(stateChanges[0]?.put.map(({ preventDestroy }) => preventDestroy)).toEqual([true]);
});

test('rules between fields hold for what is declared together with what stays as it is live', () => {
  const plan = new PlanWorld()
    .ours(sale, { [total]: 20 * million })
    .edit(sale, { [total]: undefined, [daily]: 30 * million })
    .plan();

  expect(refused(plan)).toEqual([
    `rule ${sale}: daily_budget is above the total budget: 30.00 a day, 20.00 in all`,
  ]);
  expect(plan.violations[0]?.remedy).toBe('Lower daily_budget, or raise total_budget.');
});

test('what is broken on the platform already is not the doing of this plan', () => {
  const plan = new PlanWorld()
    .ours(sale, { [total]: 20 * million })
    .edit(sale, { [total]: undefined, [daily]: undefined, name: 'B' })
    .outside(sale, { [daily]: 30 * million })
    .plan();

  expect(refused(plan)).toEqual([]);
});

test('a rule between a line item and its campaign is checked when either changes', () => {
  const world = () =>
    new PlanWorld()
      .ours(sale, { budget_optimization: 'LINE_ITEM', [daily]: null })
      .ours(item('sale', 'x'))
      .outside(item('sale', 'x'), { [daily]: 5 * million });
  const message = `rule ${item('sale', 'x')}: daily_budget needs budget_optimization: LINE_ITEM on the campaign`;

  expect(
    refused(
      world()
        .edit(sale, { budget_optimization: 'CAMPAIGN', [daily]: 9 * million })
        .plan(),
    ),
  ).toEqual([message]);
  expect(refused(world().edit(item('sale', 'x'), { name: 'renamed' }).plan())).toEqual([]);
  expect(
    refused(
      world()
        .edit(sale, { budget_optimization: 'CAMPAIGN', [daily]: 9 * million })
        .edit(item('sale', 'x'), { [daily]: null })
        .consent({ undoDrift: [item('sale', 'x')] })
        .plan(),
    ),
  ).toEqual([]);
});

/** What stands against a change of a line item that has a MAX bid. */
function refusedWithMaximum(fields: Parameters<PlanWorld['edit']>[1]): readonly string[] {
  const world = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'), { bid_strategy: 'MAX', [bid]: 2 * million });
  return refused(world.edit(item('sale', 'x'), fields).plan());
}

test("a rule about a live value that nobody declares is the platform's business", () => {
  expect(refusedWithMaximum({ [bid]: null })).toEqual([
    `rule ${item('sale', 'x')}: bid_strategy needs a bid_amount`,
  ]);
  expect(refusedWithMaximum({ [bid]: null, bid_strategy: undefined })).toEqual([]);
});

test('what is declared by an id that the platform does not have is refused with its code', () => {
  const plan = new PlanWorld().declared('acme/funding_instruments/credit', {}, { id: 'none' }).plan();

  expect(plan.violations).toMatchObject([
    {
      rule: 'no_such_record',
      platform_code: 'INVALID_FUNDING_INSTRUMENT',
      remedy:
        'Check the id: the account has fi1, fi2. On the sandbox host, it is created where no id is given.',
    },
  ]);
});

const otherIds: readonly (readonly [string, PlanWorld, string])[] = [
  [
    'none is there',
    new PlanWorld().declared(sale, {}, { id: 'none' }),
    'Check the id. Without an id, it is created.',
  ],
  [
    'many are there',
    ['a', 'b', 'c', 'd', 'e', 'f']
      .reduce((all, id) => all.foreign('campaign', id, {}), new PlanWorld())
      .foreign('campaign', 'elsewhere', {}, 'other')
      .declared(sale, {}, { id: 'none' }),
    'Check the id: the account has a, b, c, d, e, …. Without an id, it is created.',
  ],
];

test.each(otherIds)('ids that exist are named where %s', (_, world, remedy) => {
  expect(world.plan().violations.map((each) => each.remedy)).toEqual([remedy]);
});

test('a rule between a line item and its campaign is checked where both change by one field', () => {
  const plan = new PlanWorld()
    .ours(sale, { budget_optimization: 'LINE_ITEM', [daily]: null, [total]: 90 * million })
    .ours(item('sale', 'x'))
    .outside(item('sale', 'x'), { [daily]: 5 * million })
    .edit(sale, { budget_optimization: 'CAMPAIGN' })
    .edit(item('sale', 'x'), { name: 'renamed' })
    .plan();

  expect(refused(plan)).toEqual([
    `rule ${item('sale', 'x')}: daily_budget needs budget_optimization: LINE_ITEM on the campaign`,
  ]);
});

test('a new break counts beside an old one of the same field, and beside the same words about another', () => {
  const sameField = new PlanWorld()
    .ours(sale, { [daily]: 30 * million })
    .outside(sale, { [total]: 20 * million })
    .edit(sale, { budget_optimization: 'LINE_ITEM' })
    .plan();
  const sameWords = new PlanWorld()
    .ours(sale, { budget_optimization: 'LINE_ITEM', [daily]: null, standard_delivery: true })
    .edit(sale, { [daily]: 10 * million })
    .plan();

  for (const plan of [sameField, sameWords])
    expect(refused(plan)).toEqual([
      `rule ${sale}: daily_budget goes only with budget_optimization: CAMPAIGN`,
    ]);
});

test('a new campaign that holds the budget without one is refused, whatever nothing breaks', () => {
  expect(refused(new PlanWorld().declared(sale, { [daily]: null }).plan())).toEqual([
    `rule ${sale}: daily_budget is missing: a campaign that holds the budget needs daily_budget or total_budget`,
  ]);
});

test('what the platform shows as null is not there for a rule', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .outside(sale, { budget_optimization: null })
    .edit(sale, { budget_optimization: undefined, [daily]: null })
    .plan();

  expect(refused(plan)).toEqual([
    `rule ${sale}: daily_budget is missing: a campaign that holds the budget needs daily_budget or total_budget`,
  ]);
});

test('what was changed outside and is left so breaks no rule', () => {
  const plan = new PlanWorld()
    .ours(sale, { [daily]: 30 * million }, { lifecycle: { ignoreChanges: [daily] } })
    .outside(sale, { [daily]: 10 * million, [total]: 20 * million })
    .plan();

  expect(told(plan)).toEqual([]);
  expect(refused(plan)).toEqual([]);
});
