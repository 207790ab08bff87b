import { expect, test } from 'vitest';
import { policyFrom } from '../../../src/config/policy.ts';
import { accountIds, campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid } from '../../support/worlds/fields.ts';

test('a policy of an account holds in place of the document’s, and for that account only', () => {
  const x = 'beta/campaigns/a/line_items/x';
  const plan = new PlanWorld()
    .ours(campaign('a'))
    .declared(item('a', 'x'), { [bid]: 9 * million })
    .ours('beta/campaigns/a')
    .declared(x, { [bid]: 9 * million })
    .policy({ maxBid: 10 * million })
    .with({ policies: new Map([[accountIds['beta'] ?? '', policyFrom({ max_bid: '8.00' })]]) })
    .plan();

  expect(refused(plan)).toEqual([`max_bid ${x}: bid_amount would be 9.00 USD; the policy allows 8.00 USD`]);
});
