import { formatMoney } from '../../schemas/micro-units.ts';
import type { Violation } from '../../schemas/plan.ts';
import { isWrite } from '../match/outcome.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';
import { loweringIn } from './lowering.ts';

/**
 * No bid above the policy's in what the plan creates or changes, as its values are afterwards; what is only lowered, or
 * paused, passes. Where the platform bids by itself there is no amount to judge.
 */
export function maxBid({ policyOf, subjects }: GuardInput): readonly Violation[] {
  const isLowering = loweringIn(subjects);
  const changing = subjects.filter(
    (subject) => isWrite(subject) && subject.verdict !== 'delete' && !isLowering(subject),
  );
  return changing.flatMap((subject) => {
    const { kind, address, accountId } = subject;
    const limit = policyOf(accountId).maxBid;
    if (limit === undefined) return [];
    const values = valuesAfter(subject);
    return Object.entries(kind.fields).flatMap(([name, { wire, spending }]) => {
      const bid = values[wire];
      if (spending !== 'bid' || typeof bid !== 'number' || bid <= limit) return [];
      const message = `${name} would be ${formatMoney(bid)}; the policy allows ${formatMoney(limit)}`;
      const remedy = 'Lower the bid, or raise policy.max_bid.';
      return [
        violation('max_bid', address, message, remedy, {
          number: bid,
          limit,
          override: '--override max_bid',
        }),
      ];
    });
  });
}
