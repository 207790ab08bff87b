import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Calendar } from '../../../src/schemas/plan.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const most = Number.MAX_SAFE_INTEGER;
const [sale, winter] = [campaign('sale'), campaign('winter')];
const active = { entity_status: 'ACTIVE' };
const digits = '9223372036854775807';
const flight = (days: number) => ({
  start_time: '2026-12-01T00:00:00Z',
  end_time: new Date(Date.UTC(2026, 11, 1 + days)).toISOString().replace('.000', ''),
});
const calendarOf = (world: PlanWorld) => world.plan().budget['acme']?.exposure?.['USD']?.calendar;

/** A campaign that is renamed, and can spend an amount on each of some days. */
function spending(amount: number, days: number): PlanWorld {
  return new PlanWorld()
    .ours(sale, { ...active, [daily]: amount })
    .ours(item('sale', 'x'), { ...active, ...flight(days) })
    .edit(sale, { name: 'Another' });
}

/** An amount a day, and for how many days: with those around the largest that is counted. */
const spent = fc
  .integer({ min: 2, max: 3000 })
  .chain((days) =>
    fc.tuple(fc.oneof(fc.integer({ min: 1, max: most }), around(Math.floor(most / days))), fc.constant(days)),
  );

function around(amount: number): fc.Arbitrary<number> {
  return fc.constantFrom(amount, amount + 1);
}

test('what is committed is told exactly, or as too large', () => {
  fc.assert(
    fc.property(spent, ([amount, days]) => {
      const exact = BigInt(amount) * BigInt(days);
      const calendar = calendarOf(spending(amount, days));

      expect(calendar?.committed).toBe(exact > BigInt(most) ? null : Number(exact));
      expect(calendar?.committed_too_large).toBe(exact > BigInt(most) ? true : undefined);
    }),
    { numRuns: 60 },
  );
});

const open = new PlanWorld()
  .ours(sale, { ...active, [daily]: million, [total]: most })
  .edit(sale, { name: 'B' });
const theirs = { ...active, [daily]: million, [total]: most };
const large = { committed: null, committed_too_large: true } as const;

test.each<[string, PlanWorld, Partial<Calendar>]>([
  [
    'a total that is smaller',
    spending(most, 5).outside(sale, { [total]: 5 * million }),
    { committed: 5 * million },
  ],
  ['a total beyond exact numbers', spending(most, 5).outside(sale, { [total]: digits }), large],
  ['a sum of totals', open.foreign('campaign', 'theirs', theirs), { ...large, until: null }],
  [
    'neither an end nor a total',
    spending(most, 5).vanish(item('sale', 'x')).without(item('sale', 'x')),
    { committed: null, until: null },
  ],
])('of more than can be counted: %s', (_, world, expected) => {
  const calendar = calendarOf(world);

  expect(calendar).toMatchObject(expected);
  expect(calendar?.committed_too_large).toBe(expected.committed_too_large);
});

/** Somebody else's campaign whose daily budget is beyond exact numbers, beside one of ours that changes. */
function beside(theirs: string | null): PlanWorld {
  return new PlanWorld()
    .foreign('campaign', 'theirs', { ...active, [daily]: theirs })
    .foreign('line_item', 'x', { campaign_id: 'theirs', ...flight(5) })
    .ours(winter, active)
    .edit(winter, { name: 'Another' });
}

test('a daily budget that is too large to count is told apart from none', () => {
  const uncounted = { uncapped: 1, too_large: 1 };

  expect(beside(digits).plan().budget['acme']?.exposure?.['USD']).toMatchObject(uncounted);
  expect(beside(digits).drift().budget['acme']?.exposure?.['USD']).toMatchObject(uncounted);
  expect(beside(null).plan().budget['acme']?.exposure?.['USD']).not.toHaveProperty('too_large');
  expect(beside(null).drift().budget['acme']?.exposure?.['USD']).not.toHaveProperty('too_large');
});

test('a bid that is too large to count is shown as it is', () => {
  const world = new PlanWorld()
    .policy({ maxBid: 5 * million })
    .ours(sale)
    .ours(item('sale', 'x'))
    .outside(item('sale', 'x'), { [bid]: digits })
    .edit(item('sale', 'x'), { name: 'Another' });

  expect(refused(world.plan())).toEqual([
    `max_bid ${item('sale', 'x')}: bid_amount would be 9,223,372,036,854.775807 USD; the policy allows 5.00 USD`,
  ]);
});

test('a rise by exactly a share of what is live passes', () => {
  const before = 674_300_000;
  const rising = (by: number) =>
    refused(
      new PlanWorld()
        .policy({ maxDailyBudgetIncrease: { percent: 23.4 } })
        .ours(sale, { ...active, [daily]: before })
        .edit(sale, { [daily]: before + by })
        .plan(),
    );

  expect(rising(157_786_200)).toEqual([]);
  expect(rising(157_786_201)).toHaveLength(1);
});
