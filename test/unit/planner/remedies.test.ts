import { expect, test } from 'vitest';
import { audience, campaign, item, member, million, PlanWorld } from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const active = { entity_status: 'ACTIVE' };
const credit = 'acme/funding_instruments/credit';
const media = 'acme/account_media/spot';
const scheduled = 'acme/scheduled_posts/spring';
const past = { as_user_id: '7', text: 'Spring', name: 'spring', scheduled_at: '2026-11-20T10:00:00Z' };

/** A campaign that runs, and is to spend so many units more a day. */
function raised(by: number): PlanWorld {
  return new PlanWorld()
    .ours(sale, { ...active, [daily]: 10 * million, [total]: 9_000 * million })
    .edit(sale, { [daily]: (10 + by) * million });
}

test.each<readonly [rule: string, remedy: string, world: PlanWorld]>([
  [
    'moved',
    'Remove the line from moved, or choose another address.',
    new PlanWorld()
      .dropped(campaign('old'))
      .ours(sale)
      .moved([campaign('old'), sale]),
  ],
  ['no_such_record', 'Give the id of one that exists: id: …', new PlanWorld().declared(media)],
  [
    'unchangeable',
    'Declare what was applied, or use another key.',
    new PlanWorld().ours(scheduled, past).vanish(scheduled).edit(scheduled, { text: 'Summer' }),
  ],
  [
    'unchangeable',
    'Declare what is live, or give it another name.',
    new PlanWorld()
      .declared(audience('buyers'), { audience_type: 'MOBILE_AUDIENCE' }, { lifecycle: { adopt: true } })
      .foreign('custom_audience', '1nmth', { name: 'buyers', audience_type: 'FLEXIBLE' }),
  ],
  [
    'unchangeable',
    'Declare what is live, or remove the id.',
    new PlanWorld().declared(credit, { currency: 'EUR' }, { id: 'fi1' }),
  ],
  [
    'undo_drift',
    'To leave it deleted, take it out of the document.',
    new PlanWorld().ours(sale).vanish(sale),
  ],
  [
    'undo_drift',
    `To keep what is live, run adsync drift --accept ${sale}, which writes it into the document.`,
    new PlanWorld().ours(sale, active).outside(sale, { entity_status: 'PAUSED' }),
  ],
  [
    'not_usable',
    'Wait until the platform has made it usable, or take it out.',
    new PlanWorld()
      .ours(audience('buyers'))
      .outside(audience('buyers'), { targetable: false })
      .ours(sale)
      .ours(item('sale', 'x'))
      .declared(member('sale', 'x', 'CUSTOM_AUDIENCE:EQ:audience:buyers'), {
        targeting_value: { id_of: audience('buyers') },
      }),
  ],
  [
    'no_targeting',
    'Add targeting, or write targeting: [] if that is meant.',
    new PlanWorld().declared(sale).declared(item('sale', 'x'), active, { sets: [] }),
  ],
  [
    'uncountable',
    'Lower budgets; a plan that raises none passes.',
    raised(1).foreign('campaign', 'f', { ...active, [daily]: Number.MAX_SAFE_INTEGER }),
  ],
  [
    'max_deletes',
    'Put back into the document what is to stay; a key that only changed needs a line under moved. If all of it is to go, raise policy.max_deletes.',
    new PlanWorld().dropped(sale).policy({ maxDeletes: { count: 0 } }),
  ],
  [
    'max_budget_factor',
    'Check the amount, or raise policy.max_budget_factor, which is 10 by default.',
    raised(100).policy({ maxBudgetFactor: 10 }),
  ],
  [
    'max_budget_factor',
    'Keep an amount: no policy.max_budget_factor allows that one is taken away.',
    new PlanWorld()
      .ours(sale, { total_budget_amount_local_micro: 50 * million })
      .edit(sale, { total_budget_amount_local_micro: null })
      .policy({ maxBudgetFactor: 10 }),
  ],
  [
    'max_daily_budget',
    'Lower budgets, or raise policy.max_daily_budget.',
    raised(1).policy({ maxDailyBudget: 10 * million }),
  ],
  [
    'max_daily_budget_increase',
    'Raise budgets in smaller steps, or raise policy.max_daily_budget_increase.',
    raised(1).policy({ maxDailyBudgetIncrease: { percent: 1 } }),
  ],
])('what is refused by %s says what to do: %s', (rule, remedy, world) => {
  expect(world.plan().violations.map((each) => [each.rule, each.remedy])).toEqual([[rule, remedy]]);
});

test('what runs without targeting is told what that means', () => {
  const world = new PlanWorld().declared(sale).declared(item('sale', 'x'), active, { sets: [] });

  expect(world.plan().violations[0]?.message).toBe(
    'would be ACTIVE without any targeting, and reach everybody everywhere',
  );
});
