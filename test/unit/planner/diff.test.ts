import { expect, test } from 'vitest';
import { diff } from '../../../src/planner/match/diff.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Value, Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, told } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const kind = kindNamed('campaign');

function entry(declared: Value | undefined, answered: Value | undefined): StateEntry | undefined {
  if (answered === undefined) return undefined;
  return {
    address: campaign('a'),
    kind: 'campaign',
    accountKey: 'acme',
    accountId: '18ce54d4x5t',
    id: 'a',
    origin: 'created',
    declared: declared === undefined ? {} : { [daily]: declared },
    answered: { [daily]: answered },
    file: 'campaigns.yaml',
    preventDestroy: false,
  };
}

const no = undefined;
const rows: readonly (readonly [
  story: string,
  desired: Value,
  live: Value,
  declared: Value | undefined,
  answered: Value | undefined,
  cause: 'config' | 'drift' | 'both' | undefined,
])[] = [
  ['all alike', 5, 5, 5, 5, no],
  ['never applied, alike', 5, 5, no, no, no],
  ['never applied, different', 5, 4, no, no, 'config'],
  ['the document changed', 6, 5, 5, 5, 'config'],
  ['the platform changed', 5, 4, 5, 5, 'drift'],
  ['both changed', 6, 4, 5, 5, 'both'],
  ['both changed to the same', 6, 6, 5, 5, no],
  ['managed only now, live as last seen', 6, 5, no, 5, 'config'],
  ['managed only now, changed since', 6, 4, no, 5, 'both'],
  ['the platform answered in its normal form', 5, 7, 5, 7, no],
  ['normal form, then the document changes', 6, 7, 5, 7, 'config'],
  ['normal form, then the platform changes', 5, 8, 5, 7, 'drift'],
  ['normal form, then both change', 6, 8, 5, 7, 'both'],
  ['normal form, then the document says what is live', 7, 7, 5, 7, no],
  ['to be unset, and is', null, null, 5, 5, no],
  ['to be unset', null, 5, 5, 5, 'config'],
  ['unset, and set outside', null, 5, null, null, 'drift'],
  ['set, and unset outside', 5, null, 5, 5, 'drift'],
  ['zero is not unset', 0, null, 0, 0, 'drift'],
  ['a set in another order of applying', ['A', 'B'], ['A', 'B'], ['A'], ['A'], no],
  ['a set that lost a member outside', ['A', 'B'], ['A'], ['A', 'B'], ['A', 'B'], 'drift'],
  ['a list is not the object of its members', ['A'], { 0: 'A' }, no, no, 'config'],
  ['false is not null', false, null, no, no, 'config'],
  ['a number is not its text', 5, '5', 5, 5, 'drift'],
];

test.each(rows)('%s: %j over %j, applied %j answered %j', (_, desired, live, declared, answered, cause) => {
  const record = {
    kind: 'campaign',
    accountId: 'x',
    id: 'a',
    fields: { [daily]: live },
    deleted: false,
    updatedAt: undefined,
  };

  const { fields } = diff(kind, { [daily]: desired }, record, entry(declared, answered), []);

  expect(fields.map((field) => field.cause)).toEqual(cause === undefined ? [] : [cause]);
});

/** What a plan does that ignores outside changes of the daily budget, applied as 5. */
function ignoring(desired: number, live: number): readonly string[] {
  return told(
    new PlanWorld()
      .ours(campaign('a'), { [daily]: 5 })
      .edit(campaign('a'), { [daily]: desired }, { lifecycle: { ignoreChanges: [daily] } })
      .outside(campaign('a'), { [daily]: live })
      .plan(),
  );
}

test('ignore_changes leaves what changed outside alone, and nothing else', () => {
  expect(ignoring(5, 4)).toEqual([]);
  expect(ignoring(6, 5)).toEqual([`update ${campaign('a')} (config)`]);
  expect(ignoring(6, 4)).toEqual([`update ${campaign('a')} (both)`]);
});

test('a field that is declared and cannot be read back is unchecked, and counted', () => {
  const world = new PlanWorld().ours(campaign('a')).outside(campaign('a'), { [daily]: undefined });

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([]);
  expect(plan.summary).toMatchObject({ unchanged: 1, unchecked: 1 });
  expect(stateChanges).toEqual([]);
});

test('what cannot be read back is sent when the document changes, against what was answered last', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'), { [daily]: 5 })
    .outside(campaign('a'), { [daily]: undefined })
    .edit(campaign('a'), { [daily]: 6 })
    .plan();

  expect(plan.changes[0]).toMatchObject({ action: 'update', before: { [daily]: 5 }, after: { [daily]: 6 } });
  expect(plan.summary.unchecked).toBe(1);
});

test('what was never applied and cannot be read is sent', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'))
    .outside(campaign('a'), { purchase_order_number: undefined })
    .edit(campaign('a'), { purchase_order_number: 'PO-77' })
    .plan();

  expect(plan.changes[0]?.before).toEqual({ purchase_order_number: null });
});

test('a managed field that disappears is told once, recorded, then silent', () => {
  const world = new PlanWorld()
    .ours(campaign('a'), { [total]: 1500 * million })
    .edit(campaign('a'), { [total]: undefined });

  const { plan, stateChanges } = world.result();
  const recorded = stateChanges.flatMap(({ put }) => put).find(({ address }) => address === campaign('a'));
  const again = world.remember(campaign('a'), recorded ?? {}).result();

  expect(told(plan)).toEqual([`forget ${campaign('a')} (config)`]);
  expect(stateChanges.flatMap(({ remove }) => remove)).toEqual([]);
  expect(plan.changes[0]).toMatchObject({ no_longer_managed: { [total]: 1500 * million }, patch: [] });
  expect(plan.steps).toEqual([]);
  expect(recorded?.declared).not.toHaveProperty(total);
  expect(again.plan.changes).toEqual([]);
  expect(again.stateChanges).toEqual([]);
});

test('a field no longer managed is told beside an update', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'), { [total]: 1500 * million })
    .edit(campaign('a'), { [total]: undefined, name: 'B' })
    .plan();

  expect(plan.changes[0]).toMatchObject({
    action: 'update',
    after: { name: 'B' },
    no_longer_managed: { [total]: 1500 * million },
  });
});

test('a field no longer managed that cannot be read is told as null', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'), { [total]: 1500 * million })
    .edit(campaign('a'), { [total]: undefined })
    .outside(campaign('a'), { [total]: undefined })
    .plan();

  expect(plan.changes[0]?.no_longer_managed).toEqual({ [total]: null });
});

test('a default that was sent at creation and never declared is not missed', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .edit(campaign('a'), { budget_optimization: undefined, entity_status: undefined });

  const { plan, stateChanges } = world.result();

  expect(plan.changes).toEqual([]);
  expect(stateChanges).toEqual([]);
});

test('a field that is not the default is missed', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'), { entity_status: 'ACTIVE' })
    .edit(campaign('a'), { entity_status: undefined })
    .plan();

  expect(plan.changes[0]?.no_longer_managed).toEqual({ entity_status: 'ACTIVE' });
});

test('null where nothing is set is not sent, and remembered: a value that somebody sets is drift then', () => {
  const world = new PlanWorld().ours(campaign('a')).edit(campaign('a'), { purchase_order_number: null });

  const { plan, stateChanges } = world.result();

  expect(plan.changes).toEqual([]);
  expect(stateChanges).toMatchObject([
    { put: [{ declared: { purchase_order_number: null }, answered: { purchase_order_number: null } }] },
  ]);
});

test('a value that document and platform agree on by now is recorded without a request', () => {
  const world = new PlanWorld()
    .ours(campaign('a'), { [daily]: 5 })
    .edit(campaign('a'), { [daily]: 6 })
    .outside(campaign('a'), { [daily]: 6 });

  const { plan, stateChanges } = world.result();

  expect(plan.changes).toEqual([]);
  expect(stateChanges[0]?.put[0]).toMatchObject({ declared: { [daily]: 6 }, answered: { [daily]: 6 } });
});

test('a change keeps what was applied in the state until it is answered', () => {
  const world = new PlanWorld()
    .ours(item('a', 'x'), { [bid]: 2 })
    .ours(campaign('a'))
    .edit(item('a', 'x'), { [bid]: 3, goal: 'ENGAGEMENT' });

  const put = world.result().stateChanges[0]?.put[0];

  expect([put?.declared[bid], put?.answered[bid]]).toEqual([2, 2]);
  // What was not managed before starts from what is live.
  expect([put?.declared['goal'], put?.answered['goal']]).toEqual([null, null]);
});

/** What the state holds of a campaign before any request, where 5 a day was applied and somebody changed it outside. */
function recorded(
  declared: Readonly<Record<string, Value | undefined>>,
  live: Values,
  applied: Values = {},
): Pick<StateEntry, 'declared' | 'answered'> | undefined {
  return new PlanWorld()
    .ours(campaign('a'), { [daily]: 5, ...applied })
    .edit(campaign('a'), declared)
    .outside(campaign('a'), live)
    .result().stateChanges[0]?.put[0];
}

test('a field that agrees by now is recorded although another is about to change', () => {
  expect(recorded({ [daily]: 6, name: 'B' }, { [daily]: 6 })).toMatchObject({
    declared: { [daily]: 6, name: 'a' },
    answered: { [daily]: 6, name: 'a' },
  });
});

test('what changed outside is not recorded as applied before it is decided', () => {
  expect(recorded({ purchase_order_number: 'PO-77' }, { [daily]: 9 })).toMatchObject({
    declared: { [daily]: 5, purchase_order_number: null },
    answered: { [daily]: 5, purchase_order_number: null },
  });
});

test('null is recorded over what is live until it is sent, and over what was applied once it is so', () => {
  expect(recorded({ [total]: null }, { [total]: 50 })).toMatchObject({
    declared: { [total]: 50 },
    answered: { [total]: 50 },
  });
  expect(recorded({ [total]: null }, { [total]: null }, { [total]: 50 })).toMatchObject({
    declared: { [total]: null },
    answered: { [total]: null },
  });
});

/** Why a plan changes a campaign that document and platform changed since 5 a day and 50 in all were applied. */
function causeOf(fields: Values, live: Values): string | undefined {
  return new PlanWorld()
    .ours(campaign('a'), { [daily]: 5, [total]: 50 })
    .edit(campaign('a'), fields)
    .outside(campaign('a'), live)
    .plan().changes[0]?.cause;
}

test('causes of several fields come together', () => {
  expect(causeOf({ [daily]: 6 }, {})).toBe('config');
  expect(causeOf({}, { [daily]: 6 })).toBe('drift');
  expect(causeOf({ [daily]: 6 }, { [total]: 60 })).toBe('both');
  expect(causeOf({ [daily]: 6 }, { [daily]: 7 })).toBe('both');
});

test('the plan says what was last applied, for each field', () => {
  const plan = new PlanWorld()
    .ours(campaign('a'), { [total]: 1350 * million })
    .edit(campaign('a'), { [total]: 1500 * million, purchase_order_number: 'PO-77' })
    .outside(campaign('a'), { [total]: 1400 * million })
    .consent({ undoDrift: [campaign('a')] })
    .plan();

  expect(plan.changes[0]?.fields).toEqual([
    { field: total, cause: 'both', applied: 1350 * million },
    { field: 'purchase_order_number', cause: 'config' },
  ]);
});
