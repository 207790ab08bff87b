import { expect, test } from 'vitest';
import { accountIds, campaign, item, member, PlanWorld, tag, told } from '../../support/plan-world.ts';

/** Two campaigns to create, one on a funding instrument that is to be created too, and one to delete. */
function world(...targets: readonly string[]): PlanWorld {
  return new PlanWorld()
    .declared('acme/funding_instruments/new', { currency: 'EUR' })
    .declared(campaign('a'), { funding_instrument_id: { id_of: 'acme/funding_instruments/new' } })
    .declared(item('a', 'x'))
    .declared(tag('a', 'x', 't'))
    .declared(campaign('ab'))
    .dropped(campaign('gone'))
    .with({ targets });
}

const rows: readonly (readonly [
  targets: readonly string[],
  addresses: readonly string[],
  outOfScope: number,
])[] = [
  [
    [],
    [
      'acme/funding_instruments/new',
      campaign('a'),
      item('a', 'x'),
      tag('a', 'x', 't'),
      campaign('ab'),
      campaign('gone'),
    ],
    0,
  ],
  [
    ['acme'],
    [
      'acme/funding_instruments/new',
      campaign('a'),
      item('a', 'x'),
      tag('a', 'x', 't'),
      campaign('ab'),
      campaign('gone'),
    ],
    0,
  ],
  [[campaign('a')], ['acme/funding_instruments/new', campaign('a'), item('a', 'x'), tag('a', 'x', 't')], 2],
  [
    [tag('a', 'x', 't')],
    ['acme/funding_instruments/new', campaign('a'), item('a', 'x'), tag('a', 'x', 't')],
    2,
  ],
  [[campaign('ab')], [campaign('ab')], 5],
  [[campaign('gone'), campaign('ab')], [campaign('ab'), campaign('gone')], 4],
  [[campaign('nothing')], [], 6],
  [[campaign('*b')], [campaign('ab')], 5],
  [['**/x'], ['acme/funding_instruments/new', campaign('a'), item('a', 'x'), tag('a', 'x', 't')], 2],
  [
    ['acme/campaigns/*'],
    world()
      .plan()
      .changes.map(({ address }) => address),
    0,
  ],
];

test.each(rows)('--target %j', (targets, addresses, outOfScope) => {
  const plan = world(...targets).plan();

  expect(plan.changes.map(({ address }) => address)).toEqual(addresses);
  expect(plan.summary.out_of_scope).toBe(outOfScope);
  expect(plan.violations).toEqual([]);
});

test('a target that refers to what another file declares keeps no other target out', () => {
  const card = 'acme/cards/hero';
  const post = 'acme/posts/hero';
  const plan = new PlanWorld()
    .dropped(card, { name: 'Hero' }, { file: 'cards.yaml' })
    .declared(campaign('a'))
    .declared(post, { card_uri: { id_of: card } })
    .with({ targets: [campaign('a'), post] })
    .plan();

  expect(told(plan)).toEqual([`create ${campaign('a')} (config)`, `create ${post} (config)`]);
});

/** Two campaigns are gone from the document, and one may be. */
function twoGone(): PlanWorld {
  return new PlanWorld()
    .policy({ maxDeletes: { count: 1 } })
    .dropped(campaign('a'))
    .dropped(campaign('b'));
}

test('guards look at what is targeted only', () => {
  expect(twoGone().plan().violations).toHaveLength(1);
  expect(
    twoGone()
      .with({ targets: [campaign('a')] })
      .plan().violations,
  ).toEqual([]);
});

test('what is not targeted is not recorded either', () => {
  const { plan, stateChanges } = new PlanWorld()
    .dropped(campaign('a'))
    .dropped(campaign('b'))
    .removed('acme/campaigns', false)
    .with({ targets: [campaign('a')] })
    .result();

  expect(told(plan)).toEqual([`forget ${campaign('a')} (config)`]);
  expect(stateChanges.map(({ remove }) => remove)).toEqual([[campaign('a')]]);
});

const exclusions: readonly (readonly [
  excludes: readonly string[],
  addresses: readonly string[],
  outOfScope: number,
])[] = [
  [['acme'], [], 6],
  [[campaign('a*')], ['acme/funding_instruments/new', campaign('gone')], 4],
  [[item('a', 'x')], ['acme/funding_instruments/new', campaign('a'), campaign('ab'), campaign('gone')], 2],
  // Nothing can be made on what is not there.
  [['acme/funding_instruments/*'], [campaign('ab'), campaign('gone')], 4],
  [
    [campaign('nothing')],
    world()
      .plan()
      .changes.map(({ address }) => address),
    0,
  ],
];

test.each(exclusions)('--exclude %j', (excludes, addresses, outOfScope) => {
  const plan = world().with({ excludes }).plan();

  expect(plan.changes.map(({ address }) => address)).toEqual(addresses);
  expect(plan.summary.out_of_scope).toBe(outOfScope);
  expect(plan.violations).toEqual([]);
});

test('what an excluded record would go with stays, whatever is targeted', () => {
  const plan = new PlanWorld()
    .dropped(campaign('a'))
    .dropped(item('a', 'x'))
    .dropped(item('a', 'y'))
    .with({ targets: [campaign('a')], excludes: [item('a', 'x')] })
    .plan();

  expect(told(plan)).toEqual([`delete ${item('a', 'y')} (config)`]);
  expect(plan.summary.out_of_scope).toBe(2);
});

test('only what was touched, with what it needs', () => {
  const touched = new Set([item('a', 'x'), campaign('gone')]);
  const plan = world().with({ touched }).plan();

  expect(plan.changes.map(({ address }) => address)).toEqual([
    'acme/funding_instruments/new',
    campaign('a'),
    item('a', 'x'),
    campaign('gone'),
  ]);
  expect(plan.summary.out_of_scope).toBe(2);
});

/** What is planned where a line item has a member too many, and something was touched. */
function surplus(touched: readonly string[]): readonly string[] {
  const plan = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .foreign('targeting_criterion', 'extra', {
      line_item_id: 'a.x',
      targeting_type: 'LOCATION',
      operator_type: 'EQ',
      targeting_value: '2',
    })
    .with({ touched: new Set(touched) })
    .plan();
  return told(plan);
}

test('a surplus member is touched with what its set belongs to', () => {
  const extra = member('a', 'x', 'LOCATION:EQ:2');

  expect(surplus([item('a', 'x')])).toEqual([`delete ${extra} (drift)`]);
  expect(surplus([extra])).toEqual([`delete ${extra} (drift)`]);
  expect(surplus([campaign('a')])).toEqual([]);
});

test('of an account that was not read no figure is counted', () => {
  const both = new PlanWorld().ours(campaign('a')).declared('beta', {}, { id: accountIds['beta'] });
  const live = both.input().live.filter(({ accountId }) => accountId === accountIds['acme']);
  const plan = both.with({ live }).plan();

  expect(plan.budget['beta']).toEqual({ active_campaigns: null, exposure: null });
  expect(plan.budget['acme']).toMatchObject({ active_campaigns: { before: 0 } });
});

test.each<readonly string[]>([[], ['beta'], ['acme'], ['acme/campaigns/sale/line_items']])(
  'what nobody declares is counted alike whatever is chosen: %s',
  (...targets) => {
    const world = new PlanWorld()
      .declared('acme/funding_instruments/credit', {}, { id: 'fi1' })
      .declared(campaign('sale'))
      .foreign('campaign', 'theirs')
      .with({ targets });

    // The other funding instrument and the campaign.
    expect(world.plan().summary.unmanaged).toBe(2);
  },
);

test.each([
  ['a target', { targets: [campaign('a')] }, 'comes along with acme/campaigns/a'],
  ['everything', {}, undefined],
])('an account with another key moves with %s in it', (_what, selection, reason) => {
  const plan = new PlanWorld()
    .ours(campaign('a'))
    .ours(campaign('b'))
    .with({ ...selection, movedAccounts: new Map([['acme', 'old']]) })
    .plan();

  expect(plan.changes).toMatchObject([{ address: 'acme', action: 'move', moved_from: 'old' }]);
  expect(plan.changes.map(({ reason: why }) => why)).toEqual([reason]);
  expect(plan.summary).toMatchObject({ move: 1 });
});

test('an account that is excluded keeps its key, and all that is in it stays out', () => {
  const plan = new PlanWorld()
    .declared(campaign('a'))
    .with({ excludes: ['acme'], movedAccounts: new Map([['acme', 'old']]) })
    .plan();

  expect(plan.changes).toEqual([]);
});
