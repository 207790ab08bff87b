import { expect, test } from 'vitest';
import { campaign, item, million, PlanWorld, refused, sent, told } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');

/** A campaign that an earlier run paused on the way; the document does not say what its status is. */
function paused(): PlanWorld {
  return new PlanWorld()
    .ours(sale, {}, { lifecycle: { allowReplace: true } })
    .edit(sale, { entity_status: undefined })
    .remember(sale, { pausedOnTheWay: true });
}

test('what is made anew is switched on as the old one would have been', () => {
  const plan = paused().edit(sale, { funding_instrument_id: 'fi2' }).plan();

  expect(told(plan)).toEqual([`replace ${sale} (config)`]);
  expect(sent(plan).at(-1)).toBe(`claim: Update ${sale} ACTIVE`);
});

test('what a run could not finish beneath it comes first', () => {
  const plan = paused().declared(clicks).plan();

  expect(sent(plan)).toEqual([`neutral: Create ${clicks} PAUSED`, `claim: Update ${sale} ACTIVE`]);
  expect(refused(plan)).toEqual([]);
});

test('a part that leaves something of it out does not switch it on', () => {
  const { plan, stateChanges } = paused()
    .declared(clicks)
    .with({ excludes: [clicks] })
    .result();

  expect([plan.changes, stateChanges]).toEqual([[], []]);
});

const own = '2026-11-01T00:00:00Z';
const earlier = '2026-10-31T23:59:59Z';
const active = { entity_status: 'ACTIVE' };
const inDoubt = `undo_drift ${sale}: was left paused by an earlier run, and changed outside adsync since; applying would switch it on`;

test.each<[string, () => PlanWorld]>([
  ['the document does not say the status', paused],
  ['the document says ACTIVE', () => paused().edit(sale, active)],
  ['it is made anew', () => paused().edit(sale, { ...active, funding_instrument_id: 'fi2' })],
])('what somebody changed since it was paused is switched on with consent only: %s', (_, world) => {
  const changed = (ownChangeAt: string): PlanWorld => world().remember(sale, { ownChangeAt });

  expect(refused(changed(own).plan())).toEqual([]);
  expect(refused(changed(earlier).plan())).toEqual([inDoubt]);
  const agreed = changed(earlier)
    .consent({ undoDrift: [sale] })
    .plan();
  expect(refused(agreed)).toEqual([]);
  expect(sent(agreed).at(-1)).toBe(`claim: Update ${sale} ACTIVE`);
});

test('where the platform does not say when it was changed, nobody else has', () => {
  const world = paused().remember(sale, { ownChangeAt: earlier });
  const input = world.input();
  const untold = input.live.map((account) => ({
    ...account,
    records: account.records.map((record) => ({ ...record, updatedAt: undefined })),
  }));

  expect(refused(world.with({ live: untold }).plan())).toEqual([]);
});

/** The document says ACTIVE, as was applied; the record is PAUSED. */
const managed = (ownChangeAt: string): PlanWorld =>
  new PlanWorld()
    .ours(sale, active)
    .outside(sale, { entity_status: 'PAUSED' })
    .remember(sale, { pausedOnTheWay: true, ownChangeAt });

test('the pause of an earlier run is no drift, and one of somebody else is', () => {
  expect(told(managed(own).plan())).toEqual([`update ${sale} (config)`]);
  expect(refused(managed(own).plan())).toEqual([]);
  expect(managed(own).drift().resources).toMatchObject([{ address: sale, status: 'in_sync' }]);
  expect(told(managed(earlier).plan())).toEqual([`update ${sale} (drift)`]);
  expect(refused(managed(earlier).plan())).toEqual([inDoubt]);
  expect(managed(earlier).drift().resources).toMatchObject([{ address: sale, status: 'modified' }]);
});

test('what else people lowered is asked for beside the pause', () => {
  const lowered = managed(earlier).outside(sale, { [daily]: million });

  expect(refused(lowered.plan())).toEqual([
    inDoubt,
    expect.stringContaining('daily_budget was lowered outside adsync to 1.00'),
  ]);
});

test('a document that says PAUSED by now keeps it so, and forgets the pause', () => {
  const { plan, stateChanges } = paused().edit(sale, { entity_status: 'PAUSED' }).result();

  expect(plan.changes).toEqual([]);
  const [entry] = stateChanges.flatMap(({ put }) => put);
  expect(entry).toMatchObject({ declared: { entity_status: 'PAUSED' } });
  expect(entry).not.toHaveProperty('pausedOnTheWay');
});

test('a document that says PAUSED by now has nothing to ask, whatever else it changes', () => {
  const world = managed(earlier).edit(sale, { entity_status: 'PAUSED', name: 'Other' });

  expect(told(world.plan())).toEqual([`update ${sale} (config)`]);
  expect(refused(world.plan())).toEqual([]);
});

test('what is remembered of the pause stays with what a plan records before it sends anything', () => {
  const { stateChanges } = paused()
    .remember(sale, { ownChangeAt: own })
    .edit(sale, { name: 'Other', purchase_order_number: 'PO-1' })
    .outside(sale, { purchase_order_number: 'PO-1' })
    .result();

  expect(stateChanges.flatMap(({ put }) => put)).toMatchObject([
    { declared: { purchase_order_number: 'PO-1' }, pausedOnTheWay: true, ownChangeAt: own },
  ]);
});

test('under another key too, the pause of an earlier run is nobody else’s', () => {
  const other = campaign('other');
  const world = (ownChangeAt: string): PlanWorld =>
    new PlanWorld()
      .dropped(sale, { name: 'Sale', ...active })
      .outside(sale, { entity_status: 'PAUSED' })
      .remember(sale, { pausedOnTheWay: true, ownChangeAt })
      .declared(other, { name: 'Sale', ...active })
      .consent({ allowRecreate: ['acme'] });

  expect(refused(world(own).plan())).toEqual([]);
  expect(refused(world(earlier).plan())).toEqual([inDoubt.replace(sale, other)]);
});

test('drift does not tell it as somebody else’s change', () => {
  expect(paused().drift().resources).toMatchObject([{ address: sale, status: 'in_sync' }]);
});

test('what is declared no longer is not switched on before it goes', () => {
  expect(sent(paused().without(sale).plan())).toEqual([`neutral: Delete ${sale}`]);
});

test('what somebody has switched on since then needs nothing', () => {
  const plan = new PlanWorld().ours(sale, active).remember(sale, { pausedOnTheWay: true }).plan();

  expect(sent(plan)).toEqual([]);
  expect(refused(plan)).toEqual([]);
});
