import { expect, test } from 'vitest';
import type { Value, Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused, sent } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');

/** A campaign and a line item as applied; then what the document says now, and what somebody did outside. */
function world(address: string, applied: Values, edited: Values, outside: Values): PlanWorld {
  return new PlanWorld()
    .ours(sale, address === sale ? applied : {})
    .ours(clicks, address === clicks ? applied : {})
    .edit(address, edited)
    .outside(address, outside);
}

const units = (amount: number): Value => amount * million;

const refusals: readonly (readonly [
  story: string,
  address: string,
  applied: Values,
  edited: Values,
  outside: Values,
  what: string,
])[] = [
  [
    'a campaign was paused by hand',
    sale,
    { entity_status: 'ACTIVE' },
    {},
    { entity_status: 'PAUSED' },
    'was paused outside adsync; applying would switch it on again',
  ],
  [
    'a line item was paused by hand',
    clicks,
    { entity_status: 'ACTIVE' },
    {},
    { entity_status: 'PAUSED' },
    'was paused outside adsync; applying would switch it on again',
  ],
  [
    'a daily budget was lowered',
    sale,
    { [daily]: units(55) },
    {},
    { [daily]: units(40) },
    'daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 55.00 USD',
  ],
  [
    'a total budget was lowered',
    sale,
    { [total]: units(1500) },
    {},
    { [total]: units(1400) },
    'total_budget was lowered outside adsync to 1,400.00 USD; applying would raise it to 1,500.00 USD',
  ],
  [
    'a bid was lowered',
    clicks,
    { [bid]: units(1.2) },
    {},
    { [bid]: units(0.9) },
    'bid_amount was lowered outside adsync to 0.90 USD; applying would raise it to 1.20 USD',
  ],
  [
    'a bound was set where there was none',
    sale,
    { [total]: null },
    {},
    { [total]: units(100) },
    'total_budget was lowered outside adsync to 100.00 USD; applying would raise it to no bound',
  ],
  [
    'lowered outside while the document raises it',
    sale,
    { [daily]: units(50) },
    { [daily]: units(60) },
    { [daily]: units(40) },
    'daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 60.00 USD',
  ],
  [
    'lowered outside, and the document lowers it less',
    sale,
    { [daily]: units(50) },
    { [daily]: units(45) },
    { [daily]: units(40) },
    'daily_budget was lowered outside adsync to 40.00 USD; applying would raise it to 45.00 USD',
  ],
];

test.each(refusals)('%s: undoing takes consent', (_, address, applied, edited, outside, what) => {
  const plan = world(address, applied, edited, outside).plan();

  expect(refused(plan)).toEqual([`undo_drift ${address}: ${what}`]);
  expect(plan.violations[0]).toMatchObject({
    override: `--undo-drift ${address}`,
    remedy: `To keep what is live, run adsync drift --accept ${address}, which writes it into the document.`,
  });
});

test.each(refusals)('%s: agreed to, or allowed by the policy', (_, address, applied, edited, outside) => {
  const told = () => world(address, applied, edited, outside);

  expect(
    told()
      .consent({ undoDrift: [address] })
      .plan().violations,
  ).toEqual([]);
  expect(
    told()
      .consent({ undoDrift: ['acme'] })
      .plan().violations,
  ).toEqual([]);
  expect(told().policy({ undoDrift: 'allow' }).plan().violations).toEqual([]);
  expect(
    told()
      .consent({ undoDrift: [`${address}x`] })
      .plan().violations,
  ).toHaveLength(1);
});

const harmless: readonly (readonly [
  story: string,
  address: string,
  applied: Values,
  edited: Values,
  outside: Values,
])[] = [
  ['somebody switched it on', sale, {}, {}, { entity_status: 'ACTIVE' }],
  ['somebody raised the budget', sale, { [daily]: units(50) }, {}, { [daily]: units(60) }],
  ['somebody took the bound away', sale, { [daily]: units(50) }, {}, { [daily]: null }],
  ['somebody raised the bid', clicks, { [bid]: units(1) }, {}, { [bid]: units(2) }],
  [
    'somebody raised it, and the document raises it further',
    sale,
    { [daily]: units(50) },
    { [daily]: units(60) },
    { [daily]: units(55) },
  ],
  [
    'lowered outside, and the document lowers it more',
    sale,
    { [daily]: units(50) },
    { [daily]: units(30) },
    { [daily]: units(40) },
  ],
  ['the document raises it by itself', sale, { [daily]: units(50) }, { [daily]: units(60) }, {}],
  ['the document switches it on by itself', sale, {}, { entity_status: 'ACTIVE' }, {}],
  [
    'paused outside, and the document agrees',
    sale,
    { entity_status: 'ACTIVE' },
    { entity_status: 'PAUSED' },
    { entity_status: 'PAUSED' },
  ],
  [
    'what is paused was made a draft, and the document switches it on',
    sale,
    {},
    { entity_status: 'ACTIVE' },
    { entity_status: 'DRAFT' },
  ],
  ['something else was changed outside', sale, {}, {}, { purchase_order_number: 'PO-1', name: 'Renamed' }],
];

test.each(harmless)('%s: needs no consent', (_, address, applied, edited, outside) => {
  expect(world(address, applied, edited, outside).plan().violations).toEqual([]);
});

test('what is live as it was applied was not lowered, whatever the platform answered then', () => {
  const plan = world(sale, { [daily]: units(50) }, { [daily]: units(60) }, {})
    .remember(sale, { answered: { [daily]: units(45) } })
    .plan();

  expect(plan.violations).toEqual([]);
});

test('a replacement that would switch on again what was paused by hand takes consent', () => {
  const plan = world(
    sale,
    { entity_status: 'ACTIVE' },
    { funding_instrument_id: 'fi2' },
    { entity_status: 'PAUSED' },
  ).plan();

  expect(refused(plan)).toEqual([
    `undo_drift ${sale}: was paused outside adsync; applying would switch it on again`,
  ]);
});

test.each<[string, Values, Values, string]>([
  [
    'two',
    { [daily]: units(50), [total]: units(500) },
    { [daily]: units(40), [total]: units(400) },
    'outside adsync daily_budget was lowered to 40.00 USD and total_budget was lowered to 400.00 USD; applying would raise daily_budget to 50.00 USD and raise total_budget to 500.00 USD',
  ],
  [
    'three',
    { entity_status: 'ACTIVE', [daily]: units(50), [total]: null },
    { entity_status: 'PAUSED', [daily]: units(40), [total]: units(400) },
    'outside adsync it was paused, daily_budget was lowered to 40.00 USD and total_budget was lowered to 400.00 USD; applying would switch it on again, raise daily_budget to 50.00 USD and raise total_budget to no bound',
  ],
])('one sentence an address names all that was lowered: %s', (_, applied, outside, message) => {
  expect(refused(world(sale, applied, {}, outside).plan())).toEqual([`undo_drift ${sale}: ${message}`]);
});

test('a flight that was cut on both sides is told in one sentence', () => {
  const outside = { start_time: '2026-12-10T00:00:00Z', end_time: '2026-12-20T00:00:00Z' };

  expect(refused(world(clicks, {}, {}, outside).plan())).toEqual([
    `undo_drift ${clicks}: outside adsync start_time was moved to 2026-12-10T00:00:00Z and end_time was moved to 2026-12-20T00:00:00Z; applying would move start_time to 2026-12-01T00:00:00Z and move end_time to 2026-12-31T00:00:00Z`,
  ]);
});

test('switching off what somebody switched on is one release', () => {
  expect(sent(world(sale, {}, {}, { entity_status: 'ACTIVE' }).plan())).toEqual([
    `release: Update ${sale} PAUSED`,
  ]);
});
