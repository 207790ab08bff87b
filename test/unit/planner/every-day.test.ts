import { expect, test } from 'vitest';
import type { Policy } from '../../../src/schemas/desired.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const [ours, more] = [campaign('ours'), campaign('more')];
const active = { entity_status: 'ACTIVE' };
const flight = (from: string, to: string): Values => ({
  ...active,
  start_time: `${from}T00:00:00Z`,
  end_time: `${to}T00:00:00Z`,
});
const december = flight('2026-12-01', '2026-12-31');

/** Somebody else spends 1,000.00 a day until 24 November; ours spends 75.00 a day in December. */
function world(policy: Partial<Policy>): PlanWorld {
  return new PlanWorld()
    .policy(policy)
    .foreign('campaign', 'theirs', { ...active, [daily]: 1000 * million })
    .foreign('line_item', 'line', { campaign_id: 'theirs', ...flight('2026-11-01', '2026-11-25') })
    .ours(ours, { ...active, [daily]: 75 * million })
    .ours(item('ours', 'x'), december);
}

/** One that spends so much a day between two days. */
function adding(amount: number, days: Values, policy: Partial<Policy>): PlanWorld {
  return world(policy)
    .declared(more, { ...active, [daily]: amount * million })
    .declared(item('more', 'y'), days);
}

const limit = { maxDailyBudget: 100 * million };
const share = { maxDailyBudgetIncrease: { percent: 25 } };
const count = { maxDailyBudgetIncrease: { count: 100 } };

test.each<[string, number, Values, string[]]>([
  [
    'in December, under a higher day of somebody else',
    900,
    december,
    [
      'max_daily_budget acme: the account could spend 975.00 USD on 2026-12-01, 75.00 USD now; the policy allows 100.00 USD',
    ],
  ],
  [
    'in January, where nothing is spent yet',
    101,
    flight('2027-01-01', '2027-01-31'),
    [
      'max_daily_budget acme: the account could spend 101.00 USD on 2027-01-01, 0.00 USD now; the policy allows 100.00 USD',
    ],
  ],
  ['as much as is allowed', 25, december, []],
  [
    'of several days the worst is told',
    101,
    flight('2026-12-10', '2027-01-31'),
    [
      'max_daily_budget acme: the account could spend 176.00 USD on 2026-12-10, 75.00 USD now; the policy allows 100.00 USD',
    ],
  ],
])('max_daily_budget judges each day that rises: %s', (_, amount, days, expected) => {
  const plan = adding(amount, days, limit).plan();

  expect(refused(plan)).toEqual(expected);
  expect(
    refused(
      adding(amount, days, limit)
        .consent({ override: ['max_daily_budget'] })
        .plan(),
    ),
  ).toEqual([]);
});

test('days above the limit that do not rise pass', () => {
  const lowered = world(limit).edit(ours, { [daily]: 74 * million });

  expect(refused(lowered.plan())).toEqual([]);
});

test('so does a higher day that only falls, or ends earlier', () => {
  const policy = { maxDailyBudget: 50 * million };
  const shorter = world(policy).edit(item('ours', 'x'), { end_time: '2026-12-20T00:00:00Z' });

  expect(refused(shorter.plan())).toEqual([]);
});

test('a flight that moves takes its spending to other days', () => {
  const policy = { maxDailyBudget: 50 * million };
  const later = world(policy).edit(item('ours', 'x'), { end_time: '2027-01-31T00:00:00Z' });

  expect(refused(later.plan())).toEqual([
    'max_daily_budget acme: the account could spend 75.00 USD on 2026-12-31, 0.00 USD now; the policy allows 50.00 USD',
  ]);
});

test.each<[string, Partial<Policy>, number, Values, string[]]>([
  [
    'by a share of what is live that day',
    share,
    19,
    december,
    [
      "max_daily_budget_increase acme: the account's spending on 2026-12-01 would rise by 19.00 USD; the policy allows 18.75 USD",
    ],
  ],
  ['within the share', share, 18, december, []],
  [
    'by an amount',
    count,
    101,
    december,
    [
      "max_daily_budget_increase acme: the account's spending on 2026-12-01 would rise by 101.00 USD; the policy allows 100.00 USD",
    ],
  ],
  ['not counted from zero', share, 900, flight('2027-01-01', '2027-01-31'), []],
])('max_daily_budget_increase judges each day: %s', (_, policy, amount, days, expected) => {
  expect(refused(adding(amount, days, policy).plan())).toEqual(expected);
});

test('a day on which spending changes to another currency is told under a higher day too', () => {
  const plan = world(share)
    .foreign('funding_instrument', 'fi2', { currency: 'EUR' })
    .foreign('campaign', 'euros', { ...active, currency: 'EUR', [daily]: 1000 * million })
    .foreign('line_item', 'euro-line', { campaign_id: 'euros', ...flight('2026-11-01', '2026-11-25') })
    .edit(ours, { funding_instrument_id: 'fi2', [daily]: 500 * million })
    .plan();

  expect(refused(plan)).toEqual([
    "max_daily_budget_increase acme: the account's spending on 2026-12-01 would change to another currency and rise from nothing to 500.00 EUR: how much that is beside what it spends now is not known",
  ]);
});
