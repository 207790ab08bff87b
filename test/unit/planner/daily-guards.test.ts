import { expect, test } from 'vitest';
import type { Policy } from '../../../src/schemas/desired.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

const [a, b, x] = [campaign('a'), campaign('b'), item('a', 'x')];
const active = { entity_status: 'ACTIVE' };
const lineItemBudgets = { budget_optimization: 'LINE_ITEM', [daily]: null };
const inAll = { [daily]: null, [total]: 9_000 * million };
const euro = { funding_instrument_id: 'fi2', currency: 'EUR' };

const policies: readonly (readonly [rule: string, policy: Partial<Policy>])[] = [
  ['max_daily_budget', { maxDailyBudget: 1_000 * million }],
  ['max_daily_budget_increase', { maxDailyBudgetIncrease: { percent: 900 } }],
  ['max_daily_budget_increase', { maxDailyBudgetIncrease: { count: 1_000 } }],
];

/** A line item without a daily budget until 3 December, and until then from now on. */
function uncappedUntil(end: string): PlanWorld {
  return new PlanWorld()
    .ours(a, { ...active, ...lineItemBudgets })
    .ours(x, { ...active, end_time: '2026-12-03T00:00:00Z' })
    .edit(x, { end_time: end });
}

type Row = readonly [what: string, world: () => PlanWorld, told: string | undefined];

const uncapped: readonly Row[] = [
  [
    'a new campaign without a daily budget',
    () => new PlanWorld().declared(a, { ...active, ...inAll }),
    '1 resource could spend USD without a daily bound, 0 now; the policy bounds what is spent',
  ],
  [
    'a daily budget that is taken away',
    () => new PlanWorld().ours(a, active).edit(a, inAll),
    '1 resource could spend USD without a daily bound, 0 now; the policy bounds what is spent',
  ],
  [
    'a line item without one, beside a foreign one',
    () =>
      new PlanWorld()
        .ours(a, { ...active, ...lineItemBudgets })
        .foreign('line_item', 'f', { ...active, campaign_id: 'a' })
        .declared(x, active),
    '2 resources could spend USD without a daily bound, 1 now; the policy bounds what is spent',
  ],
  [
    'one as there was one',
    () =>
      new PlanWorld()
        .ours(a, { ...active, [daily]: null })
        .ours(b, { [daily]: null })
        .edit(a, { entity_status: 'PAUSED' })
        .edit(b, active),
    undefined,
  ],
  [
    'another change beside one that was there',
    () =>
      new PlanWorld()
        .foreign('campaign', 'f', { ...active, [daily]: null })
        .ours(a, active)
        .edit(a, { name: 'A' }),
    undefined,
  ],
  [
    'a line item without one that runs longer than before',
    () => uncappedUntil('2027-12-03T00:00:00Z'),
    '1 resource could spend USD without a daily bound on 2026-12-03, 0 now; the policy bounds what is spent',
  ],
  [
    'a line item without one that runs shorter than before',
    () => uncappedUntil('2026-12-02T00:00:00Z'),
    undefined,
  ],
  [
    'another one in place of one that ends sooner',
    () =>
      new PlanWorld()
        .ours(a, { ...active, ...lineItemBudgets })
        .ours(x, { ...active, end_time: '2026-12-03T00:00:00Z' })
        .without(x)
        .declared(item('a', 'y'), { ...active, end_time: '2027-12-03T00:00:00Z' }),
    '1 resource could spend USD without a daily bound on 2026-12-03, 0 now; the policy bounds what is spent',
  ],
  [
    'one that leaves a campaign without a daily budget, which goes on with what runs later',
    () =>
      new PlanWorld()
        .ours(a, { ...active, [daily]: null })
        .ours(x, { ...active, end_time: '2026-12-03T00:00:00Z' })
        .ours(item('a', 'z'), {
          ...active,
          start_time: '2027-03-01T00:00:00Z',
          end_time: '2027-06-01T00:00:00Z',
        })
        .ours(b, { ...active, ...lineItemBudgets })
        .without(x)
        .declared(item('b', 'x'), { ...active, end_time: '2026-12-03T00:00:00Z' }),
    '2 resources could spend USD without a daily bound, 1 now; the policy bounds what is spent',
  ],
  [
    'fewer than there were',
    () => new PlanWorld().ours(a, { ...active, [daily]: null }).edit(a, { entity_status: 'PAUSED' }),
    undefined,
  ],
];

test.each(policies.flatMap((policy) => uncapped.map((row) => [...policy, ...row] as const)))(
  'uncapped is infinite: %s %j: %s',
  (rule, policy, _, world, message) => {
    const expected = message === undefined ? [] : [`${rule} acme: ${message}`];

    expect(refused(world().policy(policy).plan())).toEqual(expected);
    expect(
      refused(
        world()
          .policy(policy)
          .consent({ override: [rule] })
          .plan(),
      ),
    ).toEqual([]);
    expect(refused(world().plan())).toEqual([]);
  },
);

const unknown =
  'what the account can spend a day is not known, as not everything that can spend was read; the policy bounds it';
/** The line items of a foreign campaign that spend were not read. */
const partly = (): PlanWorld =>
  new PlanWorld().foreign('campaign', 'f', { ...active, ...lineItemBudgets }).unread('line_item');

const unread: readonly Row[] = [
  [
    'a higher budget',
    () =>
      partly()
        .ours(a, active)
        .edit(a, { [daily]: 11 * million }),
    unknown,
  ],
  ['a new ACTIVE campaign', () => partly().declared(a, active), unknown],
  [
    'a new ACTIVE campaign that leaves the budget to line items',
    () => partly().declared(a, { ...active, ...lineItemBudgets }),
    unknown,
  ],
  [
    'an ACTIVE campaign that leaves the budget to line items from now on',
    () => partly().ours(a, active).edit(a, lineItemBudgets),
    unknown,
  ],
  [
    'a campaign switched on whose line items hold the budget',
    () => partly().ours(a, lineItemBudgets).edit(a, active),
    unknown,
  ],
  [
    'a lower budget',
    () =>
      partly()
        .ours(a, active)
        .edit(a, { [daily]: 9 * million }),
    undefined,
  ],
  ['another name', () => partly().ours(a, active).edit(a, { name: 'A' }), undefined],
  [
    'a higher budget of what stays PAUSED',
    () =>
      partly()
        .ours(a)
        .edit(a, { [daily]: 90 }),
    undefined,
  ],
  ['nothing', () => partly().ours(a), undefined],
  [
    'a rise in an account that was read',
    () =>
      partly()
        .ours('beta/campaigns/c', active)
        .edit('beta/campaigns/c', { [daily]: 11 * million }),
    undefined,
  ],
];

test.each(policies.flatMap((policy) => unread.map((row) => [...policy, ...row] as const)))(
  'what was not read has no figure: %s %j: %s',
  (rule, policy, _, world, message) => {
    expect(refused(world().policy(policy).plan())).toEqual(
      message === undefined ? [] : [`${rule} acme: ${message}`],
    );
  },
);

/** Dollars are spent, and euros can be. */
const twoCurrencies = (): PlanWorld =>
  new PlanWorld().foreign('funding_instrument', 'fi2', { currency: 'EUR' });
const changes =
  "the account's daily spending would change to another currency and rise from nothing to 500.00 EUR: how much that is beside what it spends now is not known";

const currencies: readonly Row[] = [
  [
    'a campaign replaced by one in euros',
    () =>
      twoCurrencies()
        .ours(a, active)
        .edit(a, { funding_instrument_id: 'fi2', [daily]: 500 * million }),
    changes,
  ],
  [
    'the same while another one takes up the dollars',
    () =>
      twoCurrencies()
        .ours(a, active)
        .ours(b)
        .edit(a, { funding_instrument_id: 'fi2', [daily]: 500 * million })
        .edit(b, active),
    changes,
  ],
  [
    'a PAUSED campaign replaced by an ACTIVE one in euros',
    () =>
      twoCurrencies()
        .ours(a)
        .edit(a, { ...active, funding_instrument_id: 'fi2', [daily]: 500 * million }),
    changes,
  ],
  [
    'one in dollars goes, and one in euros comes',
    () =>
      twoCurrencies()
        .dropped(a, active)
        .declared(b, { ...active, ...euro, [daily]: 500 * million }),
    changes,
  ],
  [
    'one in dollars without a bound goes',
    () =>
      twoCurrencies()
        .dropped(a, { ...active, [daily]: null })
        .declared(b, { ...active, ...euro, [daily]: 500 * million }),
    changes,
  ],
  [
    'the first euros beside as many dollars',
    () =>
      twoCurrencies()
        .ours(a, active)
        .declared(b, { ...active, ...euro, [daily]: 500 * million }),
    undefined,
  ],
  [
    'the first of all',
    () => twoCurrencies().declared(b, { ...active, ...euro, [daily]: 500 * million }),
    undefined,
  ],
  [
    'dollars fall alone',
    () =>
      twoCurrencies()
        .ours(a, active)
        .edit(a, { [daily]: 5 * million }),
    undefined,
  ],
];

test.each(currencies)('a change of currency is not from zero: %s', (_, world, message) => {
  const policy = { maxDailyBudgetIncrease: { percent: 25 } };

  expect(refused(world().policy(policy).plan())).toEqual(
    message === undefined ? [] : [`max_daily_budget_increase acme: ${message}`],
  );
});
