import { expect, test } from 'vitest';
import { campaign, item, member, million, PlanWorld, refused, tag } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const [a, x] = [campaign('a'), item('a', 'x')];
const age = member('a', 'x', 'PHRASE_KEYWORD:EQ:shoes');
const active = { entity_status: 'ACTIVE' };
const freeze = [{ from: '2026-11-20T00:00:00Z', to: '2026-11-27T00:00:00Z' }];

/** A campaign that runs, with a line item that runs, has a bid, a keyword and a tag. */
const running = (): PlanWorld =>
  new PlanWorld()
    .policy({ freeze })
    .ours(a, { ...active, [daily]: 50 * million, [total]: 500 * million })
    .ours(x, { ...active, [bid]: 2 * million })
    .ours(age)
    .ours(tag('a', 'x', 't'));

type Row = readonly [what: string, world: () => PlanWorld, refusedAt: readonly string[]];

const changes: readonly Row[] = [
  ['a pause', () => running().edit(a, { entity_status: 'PAUSED' }), []],
  ['lower budgets', () => running().edit(a, { [daily]: 40 * million, [total]: 400 * million }), []],
  ['a bound where there was none', () => running().outside(a, { [total]: null }), []],
  ['a lower bid', () => running().edit(x, { [bid]: million }), []],
  ['an earlier end', () => running().edit(x, { end_time: '2026-12-30T00:00:00Z' }), []],
  [
    'deleting a campaign with all that hangs on it',
    () =>
      running()
        .without(a)
        .without(x)
        .without(age)
        .without(tag('a', 'x', 't')),
    [],
  ],
  [
    'deleting a line item with what hangs on it',
    () =>
      running()
        .without(x)
        .without(age)
        .without(tag('a', 'x', 't')),
    [],
  ],
  [
    'taking over with a lower budget',
    () =>
      running()
        .declared(campaign('b'), { [daily]: million }, { lifecycle: { adopt: true } })
        .foreign('campaign', 'b', { [daily]: 2 * million }),
    [],
  ],
  ['switching on', () => running().ours(campaign('b')).edit(campaign('b'), active), [campaign('b')]],
  ['a higher budget', () => running().edit(a, { [daily]: 60 * million }), [a]],
  ['a budget taken away', () => running().edit(a, { [total]: null }), [a]],
  ['a higher bid', () => running().edit(x, { [bid]: 3 * million }), [x]],
  ['a later end', () => running().edit(x, { end_time: '2026-12-31T00:00:01Z' }), [x]],
  ['another start', () => running().edit(x, { start_time: '2026-12-02T00:00:00Z' }), [x]],
  ['another name', () => running().edit(a, { name: 'A' }), [a]],
  ['another end of what spends nothing', () => running().edit(a, { end_time: '2026-01-01T00:00:00Z' }), [a]],
  ['targeting taken away', () => running().without(age), [age]],
  ['a tag taken away', () => running().without(tag('a', 'x', 't')), [tag('a', 'x', 't')]],
  ['something new, PAUSED', () => running().declared(campaign('b')), [campaign('b')]],
  [
    'a lower budget beside another name of the same',
    () => running().edit(a, { [daily]: 40 * million, name: 'A' }),
    [a],
  ],
  [
    'a lower budget of one beside another name of another',
    () =>
      running()
        .edit(a, { [daily]: 40 * million })
        .edit(x, { name: 'X' }),
    [x],
  ],
];

test.each(changes)('freeze: %s', (_, world, refusedAt) => {
  expect(world().plan().changes).not.toEqual([]);
  expect(
    world()
      .plan()
      .violations.filter(({ rule }) => rule === 'freeze')
      .map(({ message }) => /\((.*)\)/.exec(message)?.[1]),
  ).toEqual(refusedAt.length === 0 ? [] : [refusedAt.join(', ')]);
});

test('freeze: a replacement is not let through, whatever it lowers', () => {
  const world = running().edit(a, { funding_instrument_id: 'fi2', [daily]: million });

  expect(world.plan().violations.map(({ rule }) => rule)).toContain('freeze');
});

test('freeze: of many changes the first are named', () => {
  const world = new PlanWorld().policy({ freeze });
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) world.declared(campaign(key));

  expect(refused(world.plan())).toEqual([
    `freeze acme: the plan changes 7 resources in other ways than lowering what is spent (${['a', 'b', 'c', 'd', 'e'].map(campaign).join(', ')}, 2 more); the policy allows no such change from 2026-11-20T00:00:00Z to 2026-11-27T00:00:00Z`,
  ]);
});
