import { expect, test } from 'vitest';
import type { Plan, PlannedOperation } from '../../../src/schemas/plan.ts';
import { campaign, exposureOf, item, million, PlanWorld, sent, tag } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const active = { entity_status: 'ACTIVE' };
const lineItemBudgets = { budget_optimization: 'LINE_ITEM', [daily]: null };

function operationsOf({ steps }: Plan): readonly PlannedOperation[] {
  return steps.flatMap(({ operations }) => operations);
}

test('created PAUSED, completed, line items switched on before their campaign', () => {
  const plan = new PlanWorld()
    .declared(sale, active)
    .declared(item('sale', 'x'), active)
    .declared(tag('sale', 'x', 't'))
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Create ${sale} PAUSED`,
    `neutral: Create ${item('sale', 'x')} PAUSED`,
    `neutral: Create ${tag('sale', 'x', 't')}`,
    `claim: Update ${item('sale', 'x')} ACTIVE`,
    `claim: Update ${sale} ACTIVE`,
  ]);
  expect(plan.steps.map(({ after }) => after)).toEqual([[], [1], [2], [2, 3], [1, 2, 3, 4]]);
  expect(operationsOf(plan).map(({ id }) => id)).toEqual([null, null, null, null, null]);
});

test('defaults are sent at creation, nulls are not', () => {
  const plan = new PlanWorld()
    .declared(sale, { entity_status: 'PAUSED', [total]: null })
    .edit(sale, { entity_status: undefined, budget_optimization: undefined })
    .plan();

  expect(operationsOf(plan)[0]?.params).toEqual({
    name: 'sale',
    funding_instrument_id: 'fi1',
    entity_status: 'PAUSED',
    budget_optimization: 'CAMPAIGN',
    [daily]: 10 * million,
  });
});

test('an ACTIVE campaign is paused before anything beneath it is removed, a PAUSED one need not be', () => {
  const deleting = (fields: Record<string, string>): Plan =>
    new PlanWorld().dropped(sale, fields).dropped(item('sale', 'x')).plan();

  expect(sent(deleting(active))).toEqual([
    `release: Update ${sale} PAUSED`,
    `neutral: Delete ${item('sale', 'x')}`,
    `neutral: Delete ${sale}`,
  ]);
  expect(sent(deleting({}))).toEqual([`neutral: Delete ${item('sale', 'x')}`, `neutral: Delete ${sale}`]);
});

test('an ACTIVE campaign with nothing beneath is deleted in one go', () => {
  expect(sent(new PlanWorld().dropped(sale, active).plan())).toEqual([`release: Delete ${sale}`]);
});

test('a tag of an ACTIVE line item that stays goes without a pause', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'x'), active)
    .dropped(tag('sale', 'x', 't'))
    .plan();

  expect(sent(plan)).toEqual([`neutral: Delete ${tag('sale', 'x', 't')}`]);
});

test('budget_optimization of an ACTIVE campaign is switched under a pause', () => {
  const plan = new PlanWorld().ours(sale, active).edit(sale, lineItemBudgets).plan();

  expect(sent(plan)).toEqual([
    `release: Update ${sale} PAUSED`,
    `neutral: Update ${sale}`,
    `claim: Update ${sale} ACTIVE`,
  ]);
  expect(operationsOf(plan).map(({ params }) => params)).toEqual([
    { entity_status: 'PAUSED' },
    { budget_optimization: 'LINE_ITEM', [daily]: null },
    { entity_status: 'ACTIVE' },
  ]);
  expect(operationsOf(plan).map(({ requires }) => requires)).toEqual([[], [1], [2]]);
});

test('line items get their budgets once the campaign lets them, and before it is switched on again', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .ours(item('sale', 'x'), active)
    .edit(sale, lineItemBudgets)
    .edit(item('sale', 'x'), { [daily]: 4 * million })
    .plan();

  expect(sent(plan)).toEqual([
    `release: Update ${sale} PAUSED`,
    `neutral: Update ${sale}`,
    `release: Update ${item('sale', 'x')} PAUSED`,
    `neutral: Update ${item('sale', 'x')}`,
    `claim: Update ${item('sale', 'x')} ACTIVE`,
    `claim: Update ${sale} ACTIVE`,
  ]);
  expect(operationsOf(plan).map(({ requires }) => requires)).toEqual([
    [],
    [1],
    [1],
    [1, 2, 3],
    [1, 2, 4],
    [1, 2, 3, 4, 5],
  ]);
  expect(exposureOf(plan)?.['USD']).toEqual({
    before: 10 * million,
    after: 4 * million,
    peak: 10 * million,
    uncapped: 0,
  });
});

test('a campaign that is only switched on takes one request, after what changes beneath it', () => {
  const plan = new PlanWorld().ours(sale).edit(sale, active).declared(item('sale', 'x')).plan();

  expect(sent(plan)).toEqual([`neutral: Create ${item('sale', 'x')} PAUSED`, `claim: Update ${sale} ACTIVE`]);
});

test('a PAUSED campaign switches budget_optimization without more ado', () => {
  expect(sent(new PlanWorld().ours(sale).edit(sale, lineItemBudgets).plan())).toEqual([
    `neutral: Update ${sale}`,
  ]);
});

test('a change that frees one quantity and takes another happens under a pause', () => {
  const capped = new PlanWorld()
    .ours(sale, { ...active, [daily]: null })
    .edit(sale, { [daily]: 5 * million })
    .plan();
  const uncapped = new PlanWorld()
    .ours(sale, active)
    .edit(sale, { [daily]: null })
    .plan();

  for (const plan of [capped, uncapped])
    expect(sent(plan)).toEqual([
      `release: Update ${sale} PAUSED`,
      `neutral: Update ${sale}`,
      `claim: Update ${sale} ACTIVE`,
    ]);
  expect(exposureOf(capped)?.['USD']).toEqual({
    before: 0,
    after: 5 * million,
    peak: 5 * million,
    uncapped: 0,
  });
  expect(uncapped.budget['acme']?.exposure?.['USD']).toMatchObject({
    before: 10 * million,
    after: 0,
    uncapped: 1,
  });
});

test('a switch from one currency to another is a swap like any other', () => {
  const plan = new PlanWorld()
    .foreign('funding_instrument', 'fi2', { currency: 'EUR' })
    .ours(sale, active)
    .edit(sale, { funding_instrument_id: 'fi2' })
    .plan();

  expect(sent(plan)).toEqual([
    `release: Delete ${sale}`,
    `neutral: Create ${sale} PAUSED`,
    `claim: Update ${sale} ACTIVE`,
  ]);
  expect(exposureOf(plan)).toEqual({
    EUR: { before: 0, after: 10 * million, peak: 10 * million, uncapped: 0 },
    USD: { before: 10 * million, after: 0, peak: 10 * million, uncapped: 0 },
  });
});

test('cuts come before raises, and a raise waits for the cut whose room it uses', () => {
  const plan = new PlanWorld()
    .ours(campaign('raised'), { ...active, [daily]: 10 * million })
    .ours(campaign('cut'), { ...active, [daily]: 50 * million })
    .edit(campaign('raised'), { [daily]: 40 * million })
    .edit(campaign('cut'), { [daily]: 20 * million })
    .plan();

  expect(sent(plan)).toEqual([`release: Update ${campaign('cut')}`, `claim: Update ${campaign('raised')}`]);
  expect(operationsOf(plan).map(({ operation, requires }) => [operation, requires])).toEqual([
    [1, []],
    [2, [1]],
  ]);
  expect(plan.steps.map(({ after }) => after)).toEqual([[], [1]]);
  expect(plan.budget['acme']?.exposure?.['USD']).toMatchObject({
    before: 60 * million,
    after: 60 * million,
    peak: 60 * million,
  });
});

test('a claim with room of its own requires no release, but never runs beside one', () => {
  const plan = new PlanWorld()
    .dropped(campaign('cut'), { ...active, [daily]: 1 })
    .declared(campaign('new'), { ...active, [daily]: 50 * million })
    .limits({ activeCampaigns: 5 })
    .plan();

  const claim = plan.steps.find(({ effect }) => effect === 'claim');
  expect(claim?.after).toEqual([1, 2]);
  // What is after the whole plan is above what was before: the raise needs the cut for a part only.
  expect(plan.budget['acme']?.exposure?.['USD']).toMatchObject({
    before: 1,
    after: 50 * million,
    peak: 50 * million,
  });
});

test('switching a campaign on and something beneath it: what is beneath comes first', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'))
    .edit(sale, { ...active, name: 'Renamed' })
    .edit(item('sale', 'x'), active)
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Update ${sale}`,
    `claim: Update ${item('sale', 'x')} ACTIVE`,
    `claim: Update ${sale} ACTIVE`,
  ]);
});

test('switching a campaign on and nothing else is one write', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .edit(sale, { ...active, name: 'Renamed' })
    .plan();

  expect(operationsOf(plan).map(({ params }) => params)).toEqual([{ name: 'Renamed', ...active }]);
});

test('pausing with other changes is one write, and a release', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .edit(sale, { entity_status: 'PAUSED', name: 'Renamed', [daily]: 90 * million })
    .plan();

  expect(sent(plan)).toEqual([`release: Update ${sale} PAUSED`]);
});

test('raising an ACTIVE budget needs no pause', () => {
  expect(
    sent(
      new PlanWorld()
        .ours(sale, active)
        .edit(sale, { [daily]: 90 * million })
        .plan(),
    ),
  ).toEqual([`claim: Update ${sale}`]);
});

test('what unsets a field goes alone, for batches have no way to say it', () => {
  const plan = new PlanWorld()
    .ours(sale, { [total]: 50 * million })
    .ours(campaign('b'))
    .ours(item('sale', 'x'), { [bid]: 1 })
    .edit(sale, { [total]: null })
    .edit(campaign('b'), { name: 'B' })
    .edit(item('sale', 'x'), { [bid]: null })
    .plan();

  expect(
    plan.steps.map(({ method, path, batch, operations }) => [method, path, batch, operations[0]?.params]),
  ).toEqual([
    ['PUT', '/12/accounts/18ce54d4x5t/campaigns/sale', false, { [total]: null }],
    ['POST', '/12/batch/accounts/18ce54d4x5t/campaigns', true, { name: 'B' }],
    ['PUT', '/12/accounts/18ce54d4x5t/line_items/sale.x', false, { [bid]: null }],
  ]);
});

test.each([
  [10, [10, 10, 5]],
  [40, [25]],
  [1, Array.from({ length: 25 }, () => 1)],
])('batches hold at most %i', (size, sizes) => {
  const world = new PlanWorld().limits({ batch: { campaigns: size } });
  for (let number = 0; number < 25; number += 1) world.declared(campaign(`c${number}`));

  const { steps } = world.plan();

  expect(steps.map(({ operations }) => operations.length)).toEqual(sizes);
  expect(steps.flatMap(({ operations }) => operations.map(({ operation }) => operation))).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  expect(steps.every(({ batch }) => batch)).toBe(true);
});

test('a batch size that nobody gave is ten', () => {
  const world = new PlanWorld().limits({ batch: {} });
  for (let number = 0; number < 11; number += 1) world.declared(campaign(`c${number}`));

  expect(world.plan().steps.map(({ operations }) => operations.length)).toEqual([10, 1]);
});

test('tags have no batch: each goes alone', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'))
    .ours(tag('sale', 'x', 'kept'))
    .dropped(tag('sale', 'x', 'old'))
    .declared(tag('sale', 'x', 'new'))
    .edit(tag('sale', 'x', 'kept'), { tracking_tag_url: 'https://example.com/other' })
    .plan();

  expect(plan.steps.map(({ method, path }) => [method, path])).toEqual([
    ['PUT', '/12/accounts/18ce54d4x5t/tracking_tags/sale.x.kept'],
    ['POST', '/12/accounts/18ce54d4x5t/tracking_tags'],
    ['DELETE', '/12/accounts/18ce54d4x5t/tracking_tags/sale.x.old'],
  ]);
});

test('accounts do not wait for one another', () => {
  const plan = new PlanWorld()
    .dropped(campaign('old'), active)
    .declared('beta', {}, { id: '18ce5uk0000' })
    .declared('beta/campaigns/new', active)
    .foreign('funding_instrument', 'fi1', {}, 'beta')
    .plan();

  const claims = plan.steps.filter(({ effect }) => effect === 'claim');
  expect(claims.map(({ account_id: id }) => id)).toEqual(['18ce5uk0000']);
  expect(claims[0]?.operations[0]?.requires).toHaveLength(1);
  expect(
    plan.steps.filter(({ step }) => claims[0]?.after.includes(step)).map(({ account_id: id }) => id),
  ).toEqual(['18ce5uk0000']);
});

test('accounts do not count what another one has', () => {
  const plan = new PlanWorld()
    .ours(sale, active)
    .declared('beta', {}, { id: '18ce5uk0000' })
    .foreign('campaign', 'theirs', { ...active, [daily]: 7 * million }, 'beta')
    .plan();
  const counted = Object.entries(plan.budget).map(([key, { active_campaigns: campaigns, exposure }]) => [
    key,
    campaigns?.before,
    exposure?.['USD']?.before,
  ]);

  expect(counted).toEqual([
    ['acme', 1, 10 * million],
    ['beta', 1, 7 * million],
  ]);
});

const spending = { ...active, [daily]: 4 * million };
const shared = { ...active, ...lineItemBudgets };

test.each([
  ['a new one', new PlanWorld().declared(sale, shared).declared(item('sale', 'x'), spending), 0],
  [
    'one made anew',
    new PlanWorld()
      .ours(sale, shared)
      .ours(item('sale', 'x'), spending)
      .edit(sale, { funding_instrument_id: 'fi2' }),
    4 * million,
  ],
])('line items spend their own budgets under a campaign that lets them: %s', (_, world, before) => {
  expect(exposureOf(world.plan())?.['USD']).toEqual({
    before,
    after: 4 * million,
    peak: 4 * million,
    uncapped: 0,
  });
});

test('a resource that refers to one that is created waits for its id', () => {
  const credit = 'acme/funding_instruments/new';
  const plan = new PlanWorld()
    .declared(sale, { ...active, funding_instrument_id: { id_of: credit } })
    .declared(credit, { currency: 'EUR' })
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Create ${credit}`,
    `neutral: Create ${sale} PAUSED`,
    `claim: Update ${sale} ACTIVE`,
  ]);
  expect(plan.changes[0]?.after['funding_instrument_id']).toEqual({ id_of: credit });
  expect(plan.changes[0]?.currency).toBe('EUR');
  expect(Object.keys(plan.budget['acme']?.exposure ?? {})).toEqual(['EUR']);
});

test('a funding instrument that nobody uses any longer goes after the campaigns that used it', () => {
  const plan = new PlanWorld()
    .dropped('acme/funding_instruments/credit')
    .dropped(sale, { ...active, funding_instrument_id: 'credit' })
    .plan();

  expect(sent(plan)).toEqual([`release: Delete ${sale}`, 'neutral: Delete acme/funding_instruments/credit']);
});

test('a line item that differs from one that goes, in what all of a campaign share, comes after it has gone', () => {
  const old = item('sale', 'old');
  const next = item('sale', 'new');
  const world = new PlanWorld()
    .ours(sale)
    .dropped(old, { objective: 'ENGAGEMENTS' })
    .declared(next, { objective: 'WEBSITE_CLICKS' });

  const plan = world.plan();

  expect(plan.violations).toEqual([]);
  const operations = plan.steps.flatMap((step) => step.operations);
  const gone = operations.find(({ operation_type: type }) => type === 'Delete');
  const made = operations.find(({ operation_type: type }) => type === 'Create');
  expect(made?.requires).toContain(gone?.operation);
});
