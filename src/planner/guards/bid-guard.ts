import type { FieldType } from '../../schemas/define-field.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { Value } from '../../schemas/values.ts';
import { currencyLookup } from '../exposure/currency.ts';
import { isWrite } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { amountText, inCurrency } from './amount-text.ts';
import { type GuardInput, violation } from './guard.ts';
import { loweringIn } from './lowering.ts';
import { boundless } from './raise-guards.ts';

/**
 * No bid above the policy's in what the plan creates or changes, as its values are afterwards; what is only lowered, or
 * paused, passes. Where no amount is given the platform bids by itself, which is above every bound.
 */
export function maxBid({ policyOf, subjects, all, live }: GuardInput): readonly Violation[] {
  const currencies = currencyLookup(all, live);
  const isLowering = loweringIn(subjects);
  const changing = subjects.filter(
    (subject) => isWrite(subject) && subject.verdict !== 'delete' && !isLowering(subject),
  );
  return changing.flatMap((subject) => {
    const limit = policyOf(subject.accountId).maxBid;
    return limit === undefined ? [] : bidsAbove(subject, limit, currencies.of(subject));
  });
}

function bidsAbove(subject: Subject, limit: number, currency: string | null): readonly Violation[] {
  const values = valuesAfter(subject);
  return Object.entries(subject.kind.fields).flatMap(([name, { wire, spending, type }]) => {
    const bid = values[wire];
    if (spending !== 'bid' || (typeof bid === 'number' && bid <= limit)) return [];
    const { message, remedy, number } = told(name, bid, { type, currency });
    const allowed = `the policy allows ${amountText(limit, currency)}`;
    const more = { number, limit, override: '--override max_bid' };
    return [violation('max_bid', subject.address, `${message}; ${allowed}`, remedy, more)];
  });
}

/** A live bid beyond exact numbers is the text of its digits. */
function told(
  name: string,
  bid: Value | undefined,
  { type, currency }: { readonly type: FieldType; readonly currency: string | null },
): Pick<Violation, 'message' | 'remedy' | 'number'> {
  if (typeof bid === 'number' || typeof bid === 'string') {
    const message = `${name} would be ${inCurrency(type.show(bid), currency)}`;
    const number = typeof bid === 'number' ? bid : boundless;
    return { message, remedy: 'Lower the bid, or raise policy.max_bid.', number };
  }
  const message = `would have no ${name}, so that the platform bids by itself, without a bound`;
  return {
    message,
    remedy: `Give it a ${name}, unless the platform is to bid by itself.`,
    number: boundless,
  };
}
