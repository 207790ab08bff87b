import { expect, test } from 'vitest';
import { createDriftReport } from '../../../src/planner/drift.ts';
import { createPlan } from '../../../src/planner/plan.ts';
import { campaign, item, member, PlanWorld, sent, told } from '../../support/plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const place = 'LOCATION:EQ:96683cc9126741d1';
const other = 'LOCATION:EQ:00a8b25e420adc94';

/** A paused line item of ours that declares its whole targeting: one place. */
function targeted(): PlanWorld {
  return new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .ours(member('sale', 'clicks', place));
}

/** A criterion that somebody else put on the line item. */
function foreignMember(world: PlanWorld, id: string, text: string): PlanWorld {
  const [targeting_type = '', operator_type = '', targeting_value = ''] = text.split(':');
  return world.foreign('targeting_criterion', id, {
    line_item_id: 'sale.clicks',
    targeting_type,
    operator_type,
    targeting_value,
  });
}

test('an extra live member of a set that the document gives is drift, and goes', () => {
  const plan = foreignMember(targeted(), 'x1', other).plan();

  expect(told(plan)).toEqual([`delete ${member('sale', 'clicks', other)} (drift)`]);
  expect(plan.changes[0]).toMatchObject({
    id: 'x1',
    reason: 'not in the set that the document gives',
    before: { targeting_type: 'LOCATION', operator_type: 'EQ', targeting_value: '00a8b25e420adc94' },
    irreversible: false,
  });
  expect(plan.steps).toMatchObject([
    {
      path: '/12/batch/accounts/18ce54d4x5t/targeting_criteria',
      operations: [{ operation_type: 'Delete', id: 'x1' }],
    },
  ]);
  expect(plan.violations).toEqual([]);
});

test('a set that the document does not give, or whose outside changes it leaves alone, keeps its extra members', () => {
  const notGiven = foreignMember(targeted().edit(clicks, {}, { sets: [] }), 'x1', other).plan();
  const leftAlone = foreignMember(
    targeted().edit(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } }),
    'x1',
    other,
  ).plan();

  for (const plan of [notGiven, leftAlone]) expect(told(plan)).toEqual([]);
  expect(notGiven.summary.unmanaged).toBe(3);
});

test('what the platform adds by itself is no drift', () => {
  const world = foreignMember(targeted(), 'x1', 'PLATFORM:EQ:1');

  expect(told(world.plan())).toHaveLength(1);
  world.edit(clicks, { android_app_store_identifier: 'com.example' });
  expect(told(world.plan())).toEqual([`update ${clicks} (config)`]);
});

test('a set given empty takes every live member away', () => {
  const world = foreignMember(new PlanWorld().ours(sale).ours(clicks), 'x1', other);

  expect(told(world.plan())).toEqual([`delete ${member('sale', 'clicks', other)} (drift)`]);
});

test('a declared member that is live already is taken over without a word', () => {
  const world = foreignMember(
    new PlanWorld()
      .ours(sale)
      .ours(clicks)
      .declared(member('sale', 'clicks', place)),
    'x1',
    place,
  );
  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([]);
  expect(plan.violations).toEqual([]);
  expect(stateChanges[0]?.put).toMatchObject([
    { address: member('sale', 'clicks', place), id: 'x1', origin: 'adopted' },
  ]);
});

test('of several identical live members the first by id is taken over, the others are extra', () => {
  const world = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .declared(member('sale', 'clicks', place));
  for (const id of ['x3', 'x1', 'x2']) foreignMember(world, id, place);
  const { plan, stateChanges } = world.result();

  expect(stateChanges[0]?.put).toMatchObject([{ id: 'x1' }]);
  expect(told(plan)).toEqual([
    `delete ${member('sale', 'clicks', place)};x2 (drift)`,
    `delete ${member('sale', 'clicks', place)};x3 (drift)`,
  ]);
});

test('of several identical extra members each has an address of its own', () => {
  const world = new PlanWorld().ours(sale).ours(clicks);
  for (const id of ['x1', 'x2', 'x3']) foreignMember(world, id, other);
  const plan = world.plan();

  expect(plan.changes.map(({ address, id }) => [address, id])).toEqual([
    [member('sale', 'clicks', other), 'x1'],
    [`${member('sale', 'clicks', other)};x2`, 'x2'],
    [`${member('sale', 'clicks', other)};x3`, 'x3'],
  ]);
  expect(plan.steps.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(['x1', 'x2', 'x3']);
});

test('a set of a kind that the platform never adds to loses its extra members too', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(clicks, {}, { sets: ['promoted_post'] })
    .foreign('promoted_post', 'x1', { line_item_id: 'sale.clicks', tweet_id: '77' })
    .plan();

  expect(told(plan)).toEqual([`delete ${clicks}/promoted_posts/77 (drift)`]);
});

test('a member of ours that the document writes in another way keeps its record under its new address', () => {
  const written = 'CUSTOM_AUDIENCE:NE:audience:regulars';
  const byId = 'CUSTOM_AUDIENCE:NE:1nmth';
  const { plan, stateChanges } = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .dropped(member('sale', 'clicks', written), { targeting_value: '1nmth' })
    .declared(member('sale', 'clicks', byId))
    .result();

  expect(told(plan)).toEqual([`move ${member('sale', 'clicks', byId)} (config)`]);
  expect(plan.steps).toEqual([]);
  expect(stateChanges[0]).toMatchObject({
    put: [{ address: member('sale', 'clicks', byId), origin: 'created' }],
    remove: [member('sale', 'clicks', written)],
  });
});

test('of two that fit, the one that is ours already is kept', () => {
  const written = 'CUSTOM_AUDIENCE:NE:audience:regulars';
  const world = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .dropped(member('sale', 'clicks', written), { targeting_value: '1nmth' })
    .declared(member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:1nmth'));
  foreignMember(world, 'a1', 'CUSTOM_AUDIENCE:NE:1nmth');

  expect(told(world.plan())).toEqual([
    `move ${member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:1nmth')} (config)`,
    `delete ${member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:1nmth')};a1 (drift)`,
  ]);
});

test('an extra member that does not show what it is goes by its id', () => {
  const input = foreignMember(targeted(), 'x1', other).input();
  const live = input.live.map((account) => ({
    ...account,
    records: account.records.map((record) =>
      record.id === 'x1'
        ? { ...record, fields: { line_item_id: 'sale.clicks' }, updatedAt: undefined }
        : record,
    ),
  }));

  expect(told(createPlan({ ...input, live }).plan)).toEqual([
    `delete ${member('sale', 'clicks', '')} (drift)`,
  ]);
  const report = createDriftReport({ ...input, live, listUnmanaged: false });
  expect(report.resources.find(({ id }) => id === 'x1')).toMatchObject({ fields: [], updated_at: null });
});

test('a member that is gone from the document is deleted, one that somebody removed is made again', () => {
  const world = targeted()
    .dropped(member('sale', 'clicks', other))
    .vanish(member('sale', 'clicks', place));

  expect(told(world.plan())).toEqual([
    `create ${member('sale', 'clicks', place)} (drift)`,
    `delete ${member('sale', 'clicks', other)} (config)`,
  ]);
});

test('where outside changes are left alone, a member that somebody removed is not made again', () => {
  const world = targeted()
    .edit(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } })
    .vanish(member('sale', 'clicks', place));

  expect(told(world.plan())).toEqual([]);
  expect(world.result().stateChanges).toEqual([]);
  expect(world.drift()).toMatchObject({ in_sync: true, summary: { missing: 0 } });
});

test('where outside changes are left alone, a line item that is made again or anew gets all its members', () => {
  const removed = () =>
    targeted()
      .edit(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } })
      .vanish(member('sale', 'clicks', place));
  const madeAgain = removed().vanish(clicks);
  const madeAnew = removed().edit(
    clicks,
    { placements: ['TWITTER_TIMELINE'] },
    { lifecycle: { ignoreChanges: ['targeting'] } },
  );

  expect(told(madeAgain.plan())).toEqual([
    `create ${clicks} (drift)`,
    `create ${member('sale', 'clicks', place)} (drift)`,
  ]);
  expect(told(madeAnew.plan())).toEqual([
    `replace ${clicks} (config)`,
    `create ${member('sale', 'clicks', place)} (drift)`,
  ]);
});

test('where outside changes are left alone, an audience that is made anew is not used again where somebody took it out', () => {
  const audience = 'acme/audiences/buyers';
  const uses = member('sale', 'clicks', 'CUSTOM_AUDIENCE:EQ:audience:buyers');
  const world = targeted()
    .edit(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } })
    .ours(audience, { name: 'Buyers' })
    .ours(uses, { targeting_value: { id_of: audience } })
    .remember(uses, { declared: { targeting_value: 'buyers' } })
    .vanish(uses)
    .vanish(audience);

  expect(told(world.plan())).toEqual([`create ${audience} (drift)`]);
  expect(world.plan().violations).toEqual([]);
});

test('a line item that is made anew leaves its foreign members behind, and the plan says so', () => {
  const plan = foreignMember(targeted(), 'x1', other)
    .edit(clicks, { placements: ['TWITTER_TIMELINE'] })
    .plan();

  expect(told(plan)).toEqual([
    `replace ${clicks} (config)`,
    `replace ${member('sale', 'clicks', place)} (config)`,
    `delete ${member('sale', 'clicks', other)} (drift)`,
  ]);
});

test('changing what a line item consists of is no loss that max_deletes counts', () => {
  const world = targeted();
  for (const text of ['a1', 'a2', 'a3', 'a4', 'a5']) foreignMember(world, text, `LOCATION:EQ:${text}`);
  const policy = { maxDeletes: { count: 0 } };

  expect(world.policy(policy).plan().violations).toEqual([]);
  expect(new PlanWorld().ours(sale).dropped(clicks).policy(policy).plan().violations).toHaveLength(1);
});

test('one member for another is a delete, then a create', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .dropped(`${clicks}/curated_categories/c1`)
    .declared(`${clicks}/curated_categories/c2`)
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Delete ${clicks}/curated_categories/c1`,
    `neutral: Create ${clicks}/curated_categories/c2`,
  ]);
});

test('the drift report has a line for each member that a set does not have, and shows what it is', () => {
  const report = foreignMember(targeted(), 'x1', other).drift();

  expect(report).toMatchObject({ in_sync: false, summary: { modified: 1, in_sync: 3 } });
  expect(report.resources.filter(({ status }) => status === 'modified')).toMatchObject([
    {
      address: member('sale', 'clicks', other),
      kind: 'targeting_criterion',
      id: 'x1',
      name: other,
      source: { line: 3 },
      fields: [
        { path: '/targeting_type', live: 'LOCATION' },
        { path: '/targeting_value', live: '00a8b25e420adc94' },
        { path: '/operator_type', live: 'EQ' },
      ],
      unchecked: [],
    },
  ]);
});

test('of such a member only what has a value is shown', () => {
  const { resources } = targeted()
    .foreign('targeting_criterion', 'x1', {
      line_item_id: 'sale.clicks',
      targeting_type: 'LOCATION',
      operator_type: null,
      targeting_value: '00a8b25e420adc94',
    })
    .drift();

  expect(resources.find(({ id }) => id === 'x1')?.fields.map(({ path }) => path)).toEqual([
    '/targeting_type',
    '/targeting_value',
  ]);
});

test('where outside changes are left alone, a member that the document adds is made', () => {
  const plan = targeted()
    .edit(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } })
    .declared(member('sale', 'clicks', other))
    .plan();

  expect(told(plan)).toEqual([`create ${member('sale', 'clicks', other)} (config)`]);
});

const written = member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:audience:regulars');
const byId = member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:1nmth');
const regulars = { targeting_value: '1nmth' };

test('a member that stands for one address is not taken over by another', () => {
  const world = new PlanWorld().ours(sale).ours(clicks).declared(byId).ours(written, regulars);

  expect(told(world.plan())).toEqual([`create ${byId} (config)`]);
});

test('a member goes by the name that this document gives it, whichever file gave the other', () => {
  const world = new PlanWorld().ours(sale).ours(clicks).declared(byId);

  expect(told(world.dropped(written, regulars, { file: 'other.yaml' }).plan())).toEqual([
    `move ${byId} (config)`,
  ]);
});

test('one live member stands for one of two that are declared alike', () => {
  const world = new PlanWorld().ours(sale).ours(clicks).declared(byId).declared(written, regulars);
  const { plan, stateChanges } = foreignMember(world, 'x1', 'CUSTOM_AUDIENCE:NE:1nmth').result();

  expect(told(plan)).toEqual([`create ${written} (config)`]);
  expect(stateChanges.flatMap(({ put }) => put)).toMatchObject([{ address: byId, id: 'x1' }]);
});

test('what else stands under a line item is no member of its set', () => {
  const plan = targeted()
    .foreign('tracking_tag', 'theirs', { line_item_id: 'sale.clicks' })
    .foreign('promoted_post', 'theirs', { line_item_id: 'sale.clicks' })
    .plan();

  expect(told(plan)).toEqual([]);
});

test('a line item that is forgotten stays, and losing members of it is no loss that max_deletes counts', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .dropped(clicks, {}, { origin: 'external' })
    .dropped(member('sale', 'clicks', place))
    .policy({ maxDeletes: { count: 0 } })
    .plan();

  expect(told(plan)).toEqual([
    `forget ${clicks} (config)`,
    `delete ${member('sale', 'clicks', place)} (config)`,
  ]);
  expect(plan.violations).toEqual([]);
});

test('a member that people took from an ignored set stays away when its line item moves', () => {
  const ignoring = { lifecycle: { ignoreChanges: ['targeting'] } };
  const word = 'BROAD_KEYWORD:EQ:shoes';
  const world = new PlanWorld()
    .ours(campaign('sale'))
    .ours(item('sale', 'x'), {}, ignoring)
    .ours(member('sale', 'x', word))
    .vanish(member('sale', 'x', word))
    .moved([item('sale', 'x'), item('sale', 'y')])
    .without(item('sale', 'x'))
    .without(member('sale', 'x', word))
    .declared(item('sale', 'y'), { name: 'x' }, ignoring)
    .declared(member('sale', 'y', word));
  const { plan, stateChanges } = world.result();

  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toContain(
    `move ${item('sale', 'y')}`,
  );
  expect(plan.steps).toEqual([]);
  expect(stateChanges.flatMap(({ put }) => put.map(({ address }) => address))).toContain(
    member('sale', 'y', word),
  );
});
