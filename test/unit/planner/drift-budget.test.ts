import { expect, test } from 'vitest';
import { createDriftReport } from '../../../src/planner/drift.ts';
import { campaign, item, million, PlanWorld } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const active = { entity_status: 'ACTIVE' };

test('what can be spent a day, as last applied and live, foreign campaigns counted', () => {
  const report = new PlanWorld()
    .ours(sale, active)
    .ours(campaign('paused'))
    .foreign('campaign', 'theirs', { ...active, [daily]: 5 * million })
    .outside(sale, { [daily]: 40 * million })
    .outside(campaign('paused'), active)
    .policy({ maxDailyBudget: 20 * million })
    .drift();

  expect(report.budget).toEqual({
    acme: {
      active_campaigns: { applied: 2, live: 3, limit: 200 },
      exposure: { USD: { applied: 15 * million, live: 55 * million, uncapped: 0, limit: 20 * million } },
    },
  });
});

test('what is gone counts as last applied, with its line items, in the currency of what paid for it', () => {
  const world = new PlanWorld()
    .ours(sale, { ...active, budget_optimization: 'LINE_ITEM', [daily]: null })
    .ours(item('sale', 'x'), { ...active, [daily]: 3 * million })
    .vanish(sale)
    .vanish(item('sale', 'x'))
    .limits({ lineItems: 9 });

  expect(world.drift().budget['acme']).toEqual({
    active_campaigns: { applied: 1, live: 0, limit: 200 },
    line_items: { applied: 1, live: 0, limit: 9 },
    exposure: { USD: { applied: 3 * million, live: 0, uncapped: 0, limit: null } },
  });
});

test('an active campaign that lost its daily budget outside is uncapped', () => {
  const report = new PlanWorld()
    .ours(sale, active)
    .outside(sale, { [daily]: null })
    .drift();

  expect(report.budget['acme']?.exposure).toEqual({
    USD: { applied: 10 * million, live: 0, uncapped: 1, limit: null },
  });
});

test('figures that rest on what was not read are not counted', () => {
  const report = new PlanWorld().ours(sale, active).unread('campaign').drift();

  expect(report.budget['acme']).toEqual({ active_campaigns: null, exposure: null });
});

test('a line item that is gone from a campaign of somebody else is counted as one, and spends nothing known', () => {
  const report = new PlanWorld()
    .foreign('campaign', 'sale', { ...active, budget_optimization: 'LINE_ITEM', [daily]: null })
    .declared(sale, {}, { id: 'sale' })
    .ours(item('sale', 'x'), { ...active, [daily]: 3 * million })
    .vanish(item('sale', 'x'))
    .limits({ lineItems: 9 })
    .drift();

  expect(report.budget['acme']).toMatchObject({
    line_items: { applied: 1, live: 0, limit: 9 },
    exposure: {},
  });
});

test.each([
  ['as last applied', Number.MAX_SAFE_INTEGER, 1],
  ['as it is live', 1, Number.MAX_SAFE_INTEGER],
])('a sum beyond exact numbers %s is enough not to count', (_, applied, live) => {
  const report = new PlanWorld()
    .ours(sale, { ...active, [daily]: applied })
    .outside(sale, { [daily]: live })
    .ours(campaign('other'), active)
    .drift();

  expect(report.budget['acme']?.exposure).toBeNull();
});

test('sums beyond exact numbers are not counted', () => {
  const report = new PlanWorld()
    .ours(sale, { ...active, [daily]: Number.MAX_SAFE_INTEGER })
    .ours(campaign('other'), active)
    .drift();

  expect(report.budget['acme']?.exposure).toBeNull();
});

test('what nobody declares is named where asked for', () => {
  const input = new PlanWorld().ours(sale).foreign('campaign', 'theirs', { name: 'Theirs' }).input();

  const { unmanaged } = createDriftReport({ ...input, listUnmanaged: true });

  expect(unmanaged).toContainEqual({ account: 'acme', kind: 'campaign', id: 'theirs', name: 'Theirs' });
  expect(unmanaged).toContainEqual({ account: 'acme', kind: 'funding_instrument', id: 'fi2', name: null });
  expect(createDriftReport({ ...input, listUnmanaged: false })).not.toHaveProperty('unmanaged');
});
