import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, tag, told } from './plan-world.ts';

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
];

test.each(rows)('--target %j', (targets, addresses, outOfScope) => {
  const plan = world(...targets).plan();

  expect(plan.changes.map(({ address }) => address)).toEqual(addresses);
  expect(plan.summary.out_of_scope).toBe(outOfScope);
  expect(plan.violations).toEqual([]);
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
