import { expect, test } from 'vitest';
import { campaign, exposureOf, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const active = { entity_status: 'ACTIVE' };

/** So many ACTIVE campaigns of others, under the limit of 200. */
function crowded(foreign: number): PlanWorld {
  const world = new PlanWorld();
  for (let number = 0; number < foreign; number += 1) world.foreign('campaign', `f${number}`, active);
  return world;
}

test('195 foreign ACTIVE campaigns, and 5 of ours swapped for 5 others: never above 200', () => {
  const world = crowded(195);
  for (const key of ['a', 'b', 'c', 'd', 'e'])
    world.dropped(campaign(key), active).declared(campaign(`new-${key}`), active);

  const plan = world.plan();

  expect(plan.violations).toEqual([]);
  expect(plan.budget['acme']?.active_campaigns).toEqual({ before: 200, after: 200, peak: 200, limit: 200 });
  expect(exposureOf(plan)?.['USD']).toEqual({
    before: 2000 * million,
    after: 2000 * million,
    peak: 2000 * million,
    uncapped: 0,
  });
  expect(plan.steps.map(({ effect, operations }) => [effect, operations.length])).toEqual([
    ['neutral', 5],
    ['release', 5],
    ['claim', 5],
  ]);
  const claims = plan.steps.at(-1);
  expect(claims?.operations.map(({ requires }) => requires.length)).toEqual([2, 2, 2, 2, 2]);
  expect(claims?.after).toEqual([1, 2]);
});

test('6 wanted where 5 have room are refused with the numbers', () => {
  const world = crowded(195);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) world.declared(campaign(key), active);

  const plan = world.plan();

  expect(refused(plan)).toEqual([
    'active_campaigns acme: 195 campaigns are active; the plan would make it 201, and the limit is 200',
  ]);
  expect(plan.violations[0]).toMatchObject({
    number: 201,
    limit: 200,
    override: '',
    platform_code: 'TOO_MANY_CAMPAIGNS',
    remedy: 'Pause or remove 1 campaign, or set limits.active_campaigns once the platform has raised it.',
  });
});

test('the last place is given, and a raised limit gives more', () => {
  expect(crowded(199).declared(campaign('a'), active).plan().violations).toEqual([]);
  expect(crowded(200).declared(campaign('a'), active).plan().violations).toHaveLength(1);
  expect(
    crowded(200).declared(campaign('a'), active).limits({ activeCampaigns: 8000 }).plan().violations,
  ).toEqual([]);
  expect(crowded(200).declared(campaign('a')).plan().violations).toEqual([]);
});

test('above the limit already: what only pauses passes, what switches on is refused', () => {
  const pausing = () =>
    crowded(203).ours(campaign('a'), active).edit(campaign('a'), { entity_status: 'PAUSED' });

  expect(pausing().plan().violations).toEqual([]);
  expect(pausing().plan().budget['acme']?.active_campaigns).toMatchObject({
    before: 204,
    after: 203,
    peak: 204,
  });
  expect(refused(pausing().declared(campaign('b'), active).plan())).toEqual([
    'active_campaigns acme: 204 campaigns are active; the plan would make it 204, and the limit is 200',
  ]);
});

test('above the limit already: the first releases only bring it down, claims use the room of later ones', () => {
  const world = crowded(4).limits({ activeCampaigns: 5 });
  for (const key of ['a', 'b', 'c', 'd']) world.dropped(campaign(key), { ...active, [daily]: 1 });

  const plan = world.declared(campaign('new'), { ...active, [daily]: 1 }).plan();

  expect(plan.violations).toEqual([]);
  expect(plan.budget['acme']?.active_campaigns).toEqual({ before: 8, after: 5, peak: 8, limit: 5 });
  const releases = plan.steps.flatMap(({ effect, operations }) => (effect === 'release' ? operations : []));
  const claim = plan.steps.at(-1)?.operations[0];
  expect(releases.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd'].map(campaign));
  expect(claim?.requires).toContain(releases[3]?.operation);
});

test('a change that takes a pause cannot be had above the limit, for nothing could be switched on again', () => {
  const plan = crowded(203)
    .ours(campaign('a'), active)
    .edit(campaign('a'), { budget_optimization: 'LINE_ITEM', [daily]: null })
    .plan();

  expect(plan.violations.map(({ rule, number }) => [rule, number])).toEqual([['active_campaigns', 204]]);
});

/** Two PAUSED campaigns, one of them to come, where paused ones count. */
function pausedOnes(): PlanWorld {
  return new PlanWorld().foreign('campaign', 'f').declared(campaign('a')).limits({ count: 'not_deleted' });
}

test('where the platform counts paused ones, so does the plan', () => {
  expect(pausedOnes().limits({ activeCampaigns: 2 }).plan().violations).toEqual([]);
  const plan = pausedOnes().limits({ activeCampaigns: 1 }).plan();
  expect(refused(plan)).toEqual([
    'active_campaigns acme: 1 campaign is there, paused or not; the plan would make it 2, and the limit is 1',
  ]);
  expect(plan.violations.map(({ remedy }) => remedy)).toEqual([
    'Delete 1 campaign, or set limits.active_campaigns once the platform has raised it.',
  ]);
});

test('figures say where they count paused campaigns too', () => {
  const [all, active] = [pausedOnes(), pausedOnes().limits({ count: 'active' })];

  expect(all.plan().budget['acme']?.active_campaigns).toMatchObject({ after: 2, counts: 'not_deleted' });
  expect(all.drift().budget['acme']?.active_campaigns).toMatchObject({ live: 1, counts: 'not_deleted' });
  expect(active.plan().budget['acme']?.active_campaigns).not.toHaveProperty('counts');
  expect(active.drift().budget['acme']?.active_campaigns).not.toHaveProperty('counts');
});

test('where paused ones count, a swap deletes before it creates', () => {
  const plan = new PlanWorld()
    .dropped(campaign('old'))
    .declared(campaign('new'))
    .limits({ count: 'not_deleted', activeCampaigns: 1 })
    .plan();

  expect(plan.violations).toEqual([]);
  expect(plan.steps.map(({ effect, operations }) => [effect, operations[0]?.operation_type])).toEqual([
    ['release', 'Delete'],
    ['claim', 'Create'],
  ]);
  expect(plan.budget['acme']?.active_campaigns).toMatchObject({ before: 1, after: 1, peak: 1 });
});

/** One ACTIVE line item of others, and one of ours to come. */
function oneLineItemMore(): PlanWorld {
  return new PlanWorld()
    .ours(campaign('a'))
    .foreign('line_item', 'f', active)
    .declared(item('a', 'x'), active);
}

test('active line items are bounded where the document gives the limit', () => {
  expect(oneLineItemMore().plan().budget['acme']).not.toHaveProperty('line_items');
  expect(oneLineItemMore().limits({ lineItems: 2 }).plan().budget['acme']?.line_items).toEqual({
    before: 1,
    after: 2,
    peak: 2,
    limit: 2,
  });
  const plan = oneLineItemMore().limits({ lineItems: 1 }).plan();
  expect(refused(plan)).toEqual([
    'line_items acme: 1 line item is active; the plan would make it 2, and the limit is 1',
  ]);
  expect(plan.violations[0]).toMatchObject({
    remedy: 'Pause or remove 1 line item, or raise limits.line_items.',
    platform_code: 'TOO_MANY_LINE_ITEMS',
  });
});

test('a plan without claims passes, however many line items are active already', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'))
    .foreign('line_item', 'f', active)
    .ours(item('a', 'x'), active)
    .edit(item('a', 'x'), { name: 'renamed' })
    .limits({ lineItems: 1 })
    .plan();

  expect(plan.violations).toEqual([]);
});

/** A PAUSED campaign of ours, where line items are limited too. */
function limited(): PlanWorld {
  return new PlanWorld().ours(campaign('a')).limits({ lineItems: 5 });
}

test('what was not read is not counted', () => {
  const lineItemBudget = { ...active, budget_optimization: 'LINE_ITEM', [daily]: null };

  expect(limited().unread('campaign', 'line_item').plan().budget['acme']).toEqual({
    active_campaigns: null,
    exposure: null,
  });
  expect(limited().unread('line_item').plan().budget['acme']).toMatchObject({
    active_campaigns: { before: 0 },
    exposure: {},
  });
  // Campaigns hold the budgets, so that line items matter to no figure of theirs.
  expect(
    limited().foreign('campaign', 'f', active).unread('line_item').plan().budget['acme']?.exposure,
  ).toMatchObject({ USD: { before: 10 * million } });
  // Line items hold budgets here, and nobody knows which.
  expect(
    limited().foreign('campaign', 'f', lineItemBudget).unread('line_item').plan().budget['acme'],
  ).toMatchObject({
    active_campaigns: { before: 1 },
    exposure: null,
  });
  expect(
    limited().foreign('campaign', 'f', lineItemBudget, 'beta').unread('line_item').plan().budget['acme']
      ?.exposure,
  ).toEqual({});
  expect(
    limited()
      .foreign('campaign', 'f', { ...lineItemBudget, entity_status: 'PAUSED' })
      .unread('line_item')
      .plan().budget['acme']?.exposure,
  ).toEqual({});
});

test('above the limit of line items already: claims use the room of later releases only', () => {
  const world = new PlanWorld().ours(campaign('a')).limits({ lineItems: 5 });
  for (let number = 0; number < 4; number += 1) world.foreign('line_item', `f${number}`, active);
  for (const key of ['a', 'b', 'c', 'd']) world.dropped(item('a', key), active);

  const plan = world.declared(item('a', 'new'), active).plan();

  expect(plan.violations).toEqual([]);
  expect(plan.budget['acme']?.line_items).toEqual({ before: 8, after: 5, peak: 8, limit: 5 });
  const releases = plan.steps.flatMap(({ effect, operations }) => (effect === 'release' ? operations : []));
  const claim = plan.steps.at(-1)?.operations.at(-1);
  expect(releases.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd'].map((key) => item('a', key)));
  expect(claim?.requires).toContain(releases[3]?.operation);
  expect(claim?.requires).not.toContain(releases[0]?.operation);
});

test('of two raises, the one that fits into the room there is does not wait for a cut', () => {
  const plan = new PlanWorld()
    .ours(campaign('first'), { ...active, [daily]: 10 * million })
    .ours(campaign('second'), { ...active, [daily]: 10 * million })
    .ours(campaign('cut'), { ...active, [daily]: 50 * million })
    .edit(campaign('first'), { [daily]: 40 * million })
    .edit(campaign('second'), { [daily]: 30 * million })
    .edit(campaign('cut'), { [daily]: 30 * million })
    .plan();

  expect(
    plan.steps.flatMap(({ operations }) => operations.map(({ address, requires }) => [address, requires])),
  ).toEqual([
    [campaign('cut'), []],
    [campaign('first'), []],
    [campaign('second'), [1]],
  ]);
});

test('room is exact where a sum on the way would not be', () => {
  const plan = new PlanWorld()
    .foreign('campaign', 'f', { ...active, [daily]: Number.MAX_SAFE_INTEGER - 12 })
    .ours(campaign('first'), { ...active, [daily]: 1 })
    .ours(campaign('second'), { ...active, [daily]: 1 })
    .ours(campaign('cut'), { ...active, [daily]: 5 })
    .ours(campaign('late-cut'), { ...active, [daily]: 5 })
    .edit(campaign('first'), { [daily]: 2 })
    .edit(campaign('second'), { [daily]: 8 })
    .edit(campaign('cut'), { [daily]: 1 })
    .edit(campaign('late-cut'), { [daily]: 1 })
    .plan();

  expect(plan.violations).toEqual([]);
  expect(
    plan.steps.flatMap(({ operations }) => operations.map(({ address, requires }) => [address, requires])),
  ).toEqual([
    [campaign('cut'), []],
    [campaign('late-cut'), []],
    [campaign('first'), [1]],
    [campaign('second'), [1, 2]],
  ]);
});

test('each account has figures and claims of its own', () => {
  const { violations, budget } = crowded(203)
    .ours(campaign('a'), active)
    .edit(campaign('a'), { entity_status: 'PAUSED' })
    .declared('beta', {}, { id: '18ce5uk0000' })
    .declared('beta/campaigns/b', active)
    .plan();

  // The account above its limit only pauses: what the other one switches on is no claim on it.
  expect(violations).toEqual([]);
  expect(budget['acme']?.active_campaigns).toEqual({ before: 204, after: 203, peak: 204, limit: 200 });
  expect(budget['beta']?.active_campaigns).toEqual({ before: 0, after: 1, peak: 1, limit: 200 });
  expect(budget['acme']?.exposure?.['USD']).toMatchObject({ before: 2040 * million, after: 2030 * million });
  expect(budget['beta']?.exposure?.['USD']).toMatchObject({ before: 0, after: 10 * million });
});
