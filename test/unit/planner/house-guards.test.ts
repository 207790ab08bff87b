import { expect, test } from 'vitest';
import { createPlan } from '../../../src/planner/plan.ts';
import type { Policy } from '../../../src/schemas/desired.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused, tag } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const brand = campaign('brand-us');
const noFlights: Policy['flights'] = { maxDays: undefined, earliest: undefined, latest: undefined };

function forbidding(
  action: Policy['forbid'][number]['action'],
  kind?: string,
  address?: string,
): Partial<Policy> {
  return { forbid: [{ action, kind, address }] };
}

type Row = readonly [
  what: string,
  policy: Partial<Policy>,
  world: () => PlanWorld,
  messages: readonly string[],
];

const brandPaused = (): PlanWorld =>
  new PlanWorld().ours(brand, { entity_status: 'ACTIVE' }).edit(brand, { entity_status: 'PAUSED' });

/** An ACTIVE campaign whose status the document leaves open by now, with the name and the instrument that it is to have. */
const silentlyActive = (name: string, instrument: string): PlanWorld =>
  new PlanWorld()
    .ours(brand, { entity_status: 'ACTIVE' })
    .edit(brand, { entity_status: undefined, name, funding_instrument_id: instrument });

const forbidden: readonly Row[] = [
  [
    'a delete, and what goes with it',
    forbidding('delete', undefined, 'acme/campaigns/brand-*'),
    () => new PlanWorld().dropped(brand).dropped(item('brand-us', 'x')).dropped(campaign('other')),
    [
      `forbid ${brand}: the plan would delete this campaign; the policy forbids to delete anything at acme/campaigns/brand-*`,
      `forbid ${item('brand-us', 'x')}: the plan would delete this line item; the policy forbids to delete anything at acme/campaigns/brand-*`,
    ],
  ],
  [
    'a replace, which deletes',
    forbidding('delete', 'campaign'),
    () => new PlanWorld().ours(brand).edit(brand, { funding_instrument_id: 'fi2' }),
    [`forbid ${brand}: the plan would delete this campaign; the policy forbids to delete any campaign`],
  ],
  [
    'a replace by its own name',
    forbidding('replace'),
    () => new PlanWorld().ours(brand).edit(brand, { funding_instrument_id: 'fi2' }),
    [`forbid ${brand}: the plan would replace this campaign; the policy forbids to replace anything`],
  ],
  [
    'a creation of one kind only',
    forbidding('create', 'tracking_tag'),
    () =>
      new PlanWorld()
        .ours(campaign('a'))
        .ours(item('a', 'x'))
        .declared(tag('a', 'x', 't')),
    [
      `forbid ${tag('a', 'x', 't')}: the plan would create this tracking tag; the policy forbids to create any tracking tag`,
    ],
  ],
  [
    'an update',
    forbidding('update', 'campaign', 'acme/**'),
    () => new PlanWorld().ours(brand).edit(brand, { name: 'B' }),
    [
      `forbid ${brand}: the plan would update this campaign; the policy forbids to update any campaign at acme/**`,
    ],
  ],
  [
    'an update by adopting',
    forbidding('update'),
    () =>
      new PlanWorld()
        .declared(brand, { [daily]: 5 * million }, { lifecycle: { adopt: true } })
        .foreign('campaign', 'brand-us'),
    [`forbid ${brand}: the plan would update this campaign; the policy forbids to update anything`],
  ],
  [
    'an adoption that changes nothing',
    forbidding('adopt'),
    () => new PlanWorld().declared(brand, {}, { lifecycle: { adopt: true } }).foreign('campaign', 'brand-us'),
    [`forbid ${brand}: the plan would adopt this campaign; the policy forbids to adopt anything`],
  ],
  [
    'a pause',
    forbidding('pause'),
    brandPaused,
    [`forbid ${brand}: the plan would pause this campaign; the policy forbids to pause anything`],
  ],
  [
    'an adoption that changes something',
    forbidding('adopt'),
    () =>
      new PlanWorld()
        .declared(brand, { [daily]: 5 * million }, { lifecycle: { adopt: true } })
        .foreign('campaign', 'brand-us'),
    [`forbid ${brand}: the plan would adopt this campaign; the policy forbids to adopt anything`],
  ],
  [
    'no update in an adoption that changes nothing',
    forbidding('update'),
    () => new PlanWorld().declared(brand, {}, { lifecycle: { adopt: true } }).foreign('campaign', 'brand-us'),
    [],
  ],
  [
    'no pause of what is paused',
    forbidding('pause'),
    () => new PlanWorld().ours(brand).edit(brand, { name: 'B' }),
    [],
  ],
  [
    'no activation of what is active',
    forbidding('activate'),
    () => new PlanWorld().ours(brand, { entity_status: 'ACTIVE' }).edit(brand, { name: 'B' }),
    [],
  ],
  ['no other kind', forbidding('delete', 'tracking_tag'), () => new PlanWorld().dropped(brand), []],
  ['no activation where it pauses', forbidding('activate'), brandPaused, []],
  [
    'an activation by creating',
    forbidding('activate', 'campaign'),
    () => new PlanWorld().declared(brand, { entity_status: 'ACTIVE' }),
    [`forbid ${brand}: the plan would activate this campaign; the policy forbids to activate any campaign`],
  ],
  [
    'no pause of what is ACTIVE and does not say so',
    forbidding('pause'),
    () => silentlyActive('B', 'fi1'),
    [],
  ],
  [
    'no pause where what does not say that it is ACTIVE is made anew, and comes back ACTIVE',
    forbidding('pause'),
    () => silentlyActive('brand-us', 'fi2'),
    [],
  ],
  ['no other address', forbidding('update', undefined, campaign('other')), brandPaused, []],
  [
    'nothing that is gone already',
    forbidding('delete'),
    () => new PlanWorld().dropped(brand).vanish(brand),
    [],
  ],
  ['nothing that stays', forbidding('update'), () => new PlanWorld().ours(brand), []],
];

test.each(forbidden)('forbid: %s', (_, policy, world, messages) => {
  expect(refused(world().policy(policy).plan())).toEqual(messages);
});

const freeze = [{ from: '2026-11-20T00:00:00Z', to: '2026-11-27T00:00:00Z' }];

test.each([
  ['2026-11-19T23:59:59Z', false],
  ['2026-11-20T00:00:00Z', true],
  ['2026-11-26T23:59:59Z', true],
  ['2026-11-27T00:00:00Z', false],
])('freeze: a plan made when it is %s on the platform', (time, isFrozen) => {
  const world = new PlanWorld()
    .policy({ freeze })
    .ours(campaign('a'))
    .edit(campaign('a'), { name: 'B' })
    .dropped(campaign('b'))
    .declared('beta', {}, { id: '18ce5uk0000' })
    .with({ createdAt: '2030-01-01T00:00:00Z' });
  const input = world.input();
  const live = input.live.map((account) => ({ ...account, readAt: Date.parse(time) }));

  expect(refused(createPlan({ ...input, live }).plan)).toEqual(
    isFrozen
      ? [
          'freeze acme: the plan changes 1 resource in other ways than lowering what is spent (acme/campaigns/a); the policy allows no such change from 2026-11-20T00:00:00Z to 2026-11-27T00:00:00Z',
        ]
      : [],
  );
});

test('freeze: what only the state learns is no change', () => {
  const world = new PlanWorld().policy({ freeze }).dropped(campaign('a')).removed(campaign('a'), false);

  expect(refused(world.plan())).toEqual([]);
});

const december: Values = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };

test.each<[Partial<Policy['flights']>, Values, string | undefined, number, number]>([
  [{ maxDays: 30 }, december, undefined, 0, 0],
  [{ maxDays: 29 }, december, 'runs for 30 days; the policy allows 29', 30, 29],
  [{ maxDays: 30 }, { end_time: '2026-12-31T00:00:01Z' }, 'runs for 31 days; the policy allows 30', 31, 30],
  [{ earliest: '2026-12-01T00:00:00Z' }, december, undefined, 0, 0],
  [
    { earliest: '2026-12-02T00:00:00Z' },
    december,
    'starts 2026-12-01T00:00:00Z; the policy allows no start before 2026-12-02T00:00:00Z',
    1_796_083_200,
    1_796_169_600,
  ],
  [{ latest: '2026-12-31T00:00:00Z' }, december, undefined, 0, 0],
  [
    { latest: '2026-12-30T00:00:00Z' },
    december,
    'ends 2026-12-31T00:00:00Z; the policy allows no end after 2026-12-30T00:00:00Z',
    1_798_675_200,
    1_798_588_800,
  ],
])('flights %j: %j', (flights, times, message, number, limit) => {
  const world = new PlanWorld()
    .policy({ flights: { ...noFlights, ...flights } })
    .ours(campaign('a'))
    .declared(item('a', 'x'), times);
  const { violations } = world.plan();

  expect(violations.map((each) => each.message)).toEqual(message === undefined ? [] : [message]);
  expect(violations.map((each) => [each.number, each.limit])).toEqual(
    message === undefined ? [] : [[number, limit]],
  );
});

/** The rules that stand against a change of a line item of 30 days, where 10 are allowed. */
function against(change: Values): readonly string[] {
  return new PlanWorld()
    .policy({ flights: { ...noFlights, maxDays: 10 } })
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .edit(item('a', 'x'), change)
    .plan()
    .violations.map(({ rule }) => rule);
}

test('flights: what runs too long already may be changed in other fields, and be made shorter', () => {
  expect(against({ name: 'B' })).toEqual([]);
  expect(against({ end_time: '2026-12-11T00:00:00Z' })).toEqual([]);
  expect(against({ end_time: '2026-12-12T00:00:00Z' })).toEqual(['flights']);
});

test('flights: of what spends, not of what pays for it', () => {
  const plan = new PlanWorld()
    .policy({ flights: { ...noFlights, maxDays: 10 } })
    .declared('acme/funding_instruments/order', { currency: 'EUR', end_time: '2027-12-31T00:00:00Z' })
    .plan();

  expect(refused(plan)).toEqual([]);
});

test('names: of what is new, taken over or renamed, and of that kind only', () => {
  const plan = new PlanWorld()
    .policy({ names: { campaign: '^[A-Z]{2} .+' } })
    .ours(campaign('kept'))
    .edit(campaign('kept'), { [daily]: 5 * million })
    .ours(campaign('renamed'))
    .edit(campaign('renamed'), { name: 'us sale', [daily]: 5 * million })
    .ours(campaign('replaced'))
    .edit(campaign('replaced'), { funding_instrument_id: 'fi2' })
    .ours(campaign('better'))
    .edit(campaign('better'), { name: 'US sale' })
    .declared(campaign('made'), { name: 'sale' })
    .declared(campaign('taken'), { name: 'theirs' }, { lifecycle: { adopt: true } })
    .foreign('campaign', 'theirs')
    .declared(item('kept', 'x'), { name: 'x' })
    .plan();

  expect(refused(plan)).toEqual(
    [
      [campaign('renamed'), 'us sale'],
      [campaign('replaced'), 'replaced'],
      [campaign('made'), 'sale'],
      [campaign('taken'), 'theirs'],
    ].map(
      ([address, name]) =>
        `names ${address}: the name "${name}" does not match ^[A-Z]{2} .+, as the policy asks of every campaign`,
    ),
  );
});

const overridable: readonly (readonly [rule: string, otherwise: string, policy: Partial<Policy>])[] = [
  ['freeze', 'Wait until it is 2026-11-27T00:00:00Z on the platform', { freeze }],
  ['forbid', 'Take the change out of the document', forbidding('create', 'line_item')],
  ['flights', 'Change its start_time or end_time', { flights: { ...noFlights, maxDays: 1 } }],
  ['names', 'Give it another name', { names: { line_item: '^Z' } }],
];

test.each(overridable)('--override %s accepts it, and the plan keeps that', (rule, otherwise, policy) => {
  const world = (): PlanWorld => new PlanWorld().policy(policy).ours(campaign('a')).declared(item('a', 'x'));
  const plan = world().plan();
  const accepted = world()
    .consent({ override: [rule] })
    .plan();

  expect(plan.violations.map((each) => [each.rule, each.override, each.remedy])).toEqual([
    [rule, `--override ${rule}`, `${otherwise}.`],
  ]);
  expect(accepted.violations).toEqual([]);
  expect(accepted.consents).toEqual([{ consent: 'override', address: rule }]);
});
