import { expect, test } from 'vitest';
import { whyOf } from '../../../src/planner/why.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const x = item('sale', 'x');
const active: Values = { entity_status: 'ACTIVE', [daily]: 55 * million };
const leftOut = { entity_status: undefined, [daily]: undefined };

/** The entry of an address once an apply has recorded what changes without a request. */
function entryAfterApply(world: PlanWorld, address: string): StateEntry {
  const put = world.result().stateChanges.flatMap((change) => change.put);
  const entry = put.find((each) => each.address === address);
  if (entry === undefined) throw new RangeError(`nothing is recorded of ${address}`);
  return entry;
}

/** A campaign whose document left status and daily budget out for one apply. */
function afterLeavingOut(): PlanWorld {
  const world = new PlanWorld().ours(sale, active).edit(sale, leftOut);
  return world.remember(sale, entryAfterApply(world, sale));
}

test('a field that the document leaves out is told once, and what was applied stays remembered', () => {
  const leaving = new PlanWorld().ours(sale, active).edit(sale, leftOut);
  const entry = entryAfterApply(leaving, sale);

  expect(leaving.plan().changes).toMatchObject([
    { action: 'forget', no_longer_managed: { entity_status: 'ACTIVE', [daily]: 55 * million } },
  ]);
  expect(entry.declared).not.toHaveProperty(daily);
  expect(entry.noLongerManaged).toEqual({ declared: active, answered: active });
  expect(afterLeavingOut().result()).toMatchObject({ plan: { changes: [] }, stateChanges: [] });
});

test('while a field is left out, what others make of it is no drift', () => {
  const world = afterLeavingOut().outside(sale, { entity_status: 'PAUSED', [daily]: 40 * million });

  expect(world.plan().changes).toEqual([]);
  expect(world.drift()).toMatchObject({ in_sync: true });
});

test('declared again as it was applied, it is managed again without a change', () => {
  const { plan, stateChanges } = afterLeavingOut().edit(sale, active).result();

  expect(plan.changes).toEqual([]);
  expect(stateChanges).toMatchObject([{ put: [{ address: sale, declared: active, answered: active }] }]);
  expect(stateChanges[0]?.put[0]).not.toHaveProperty('noLongerManaged');
});

test('only the fields that are declared again are managed again', () => {
  const world = afterLeavingOut().edit(sale, { entity_status: 'ACTIVE' });

  expect(entryAfterApply(world, sale).noLongerManaged).toEqual({
    declared: { [daily]: 55 * million },
    answered: { [daily]: 55 * million },
  });
});

test.each<[string, Values, Values, string, readonly string[]]>([
  [
    'as it was',
    { [daily]: 40 * million },
    { [daily]: 55 * million },
    'drift',
    ['daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 55.00 USD'],
  ],
  [
    'higher',
    { [daily]: 40 * million },
    { [daily]: 60 * million },
    'both',
    ['daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 60.00 USD'],
  ],
  ['higher, which nobody had lowered', {}, { [daily]: 60 * million }, 'config', []],
  ['after somebody raised it', { [daily]: 70 * million }, { [daily]: 55 * million }, 'drift', []],
  [
    'after somebody paused it',
    { entity_status: 'PAUSED' },
    { entity_status: 'ACTIVE' },
    'drift',
    ['was paused outside adsync; applying would switch it on again'],
  ],
])('declared again %s', (_, outside, again, cause, messages) => {
  const world = afterLeavingOut().outside(sale, outside).edit(sale, again);

  expect(world.plan().changes).toMatchObject([{ action: 'update', cause }]);
  expect(refused(world.plan())).toEqual(messages.map((message) => `undo_drift ${sale}: ${message}`));
  expect(world.consent({ undoDrift: [sale] }).plan().violations).toEqual([]);
});

test('until the apply that agrees, what was applied stays known', () => {
  const world = afterLeavingOut()
    .outside(sale, { [daily]: 40 * million })
    .edit(sale, { [daily]: 60 * million })
    .consent({ undoDrift: [sale] });

  expect(entryAfterApply(world, sale).answered).toMatchObject({ [daily]: 55 * million });
});

test('the platform’s form of a value stays its form', () => {
  const world = afterLeavingOut();
  const kept = { declared: { [daily]: 55 * million }, answered: { [daily]: 50 * million } };
  world.remember(sale, { noLongerManaged: kept }).outside(sale, { [daily]: 50 * million });

  expect(world.edit(sale, { [daily]: 55 * million }).plan().changes).toEqual([]);
});

test('drift and why know what was last applied once the field is declared again', () => {
  const world = afterLeavingOut()
    .outside(sale, { [daily]: 40 * million })
    .edit(sale, { [daily]: 60 * million });
  const input = world.input();
  const { plan, waits } = world.result();

  expect(world.drift().resources.find(({ address }) => address === sale)).toMatchObject({
    status: 'modified',
    fields: [{ path: `/${daily}`, applied: 55 * million, live: 40 * million, declared: 60 * million }],
  });
  expect(whyOf(plan, { ...input, waits }, sale)?.fields.find(({ field }) => field === daily)).toMatchObject({
    applied: 55 * million,
    changed_by: 'both',
  });
});

test('what is remembered moves with the resource', () => {
  const renamed = campaign('renamed');
  const world = afterLeavingOut()
    .outside(sale, { [daily]: 40 * million })
    .without(sale)
    .declared(renamed, { name: 'sale', [daily]: 55 * million })
    .moved([sale, renamed]);

  expect(refused(world.plan())).toEqual([
    `undo_drift ${renamed}: daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 55.00 USD`,
  ]);
});

test('under another key it is asked for as well', () => {
  const world = afterLeavingOut()
    .outside(sale, { [daily]: 40 * million })
    .without(sale)
    .declared(campaign('other'), { name: 'sale', ...active })
    .consent({ allowRecreate: ['acme'] });

  expect(refused(world.plan())).toEqual([
    `undo_drift ${campaign('other')}: daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 55.00 USD`,
  ]);
});

test('under another key nothing is asked where nobody lowered it', () => {
  const world = afterLeavingOut()
    .without(sale)
    .declared(campaign('other'), { name: 'sale', entity_status: 'ACTIVE', [daily]: 60 * million })
    .consent({ allowRecreate: ['acme'] });

  expect(refused(world.plan())).toEqual([]);
});

test('a bid that another strategy takes away is not remembered as applied', () => {
  const world = new PlanWorld()
    .ours(sale)
    .ours(x, { bid_strategy: 'MAX', [bid]: 2 * million })
    .edit(x, { bid_strategy: 'AUTO', [bid]: undefined });

  expect(entryAfterApply(world, x)).not.toHaveProperty('noLongerManaged');
});

test('a cap that leaves the document, and then the account, is nothing to ask for', () => {
  const world = new PlanWorld().ours(sale, { [total]: 900 * million }).edit(sale, { [total]: undefined });
  world.remember(sale, entryAfterApply(world, sale)).outside(sale, { [total]: null });

  expect(refused(world.edit(sale, { [total]: 900 * million }).plan())).toEqual([]);
});
