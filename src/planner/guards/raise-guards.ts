import type { Policy } from '../../schemas/desired.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { Value } from '../../schemas/values.ts';
import { currencyLookup } from '../exposure/currency.ts';
import { isWrite } from '../match/outcome.ts';
import { predecessorsOf } from '../match/predecessors.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { amountText } from './amount-text.ts';
import { budgetsElsewhere } from './budget-levels.ts';
import { type GuardInput, violation } from './guard.ts';
import { movedBudgets } from './moved-budgets.ts';

/** What stands for a number without bound where a plan says numbers. */
export const boundless = Number.MAX_SAFE_INTEGER;

/**
 * One budget or bid raised by a large factor is more likely a slip of the decimal point (5500 typed for 55.00); one
 * that is taken away is a rise without bound.
 */
export function raisedTooFar(input: GuardInput): readonly Violation[] {
  const amounts = amountsOf(input);
  const currencies = currencyLookup(input.all, input.live);
  return input.subjects.filter(isWrite).flatMap((subject) => {
    const policy = input.policyOf(subject.accountId);
    const currency = currencies.of(subject);
    return amounts(subject).flatMap((amount) => judged(subject, { ...amount, currency }, policy));
  });
}

function judged(
  { address }: Subject,
  amount: Amount & InCurrency,
  { maxBudgetFactor, maxBidFactor }: Policy,
): readonly Violation[] {
  const limit = amount.spending === 'bid' ? maxBidFactor : maxBudgetFactor;
  const factor = factorOf(amount.before, amount.after);
  if (factor <= limit) return [];
  const rule = `max_${amount.spending}_factor`;
  const number = factor === Number.POSITIVE_INFINITY ? boundless : shownAbove(factor, limit, 2);
  const message = `${describeRise(amount, number)}; the policy allows ${limit} times as much`;
  const remedy =
    typeof amount.after === 'number'
      ? `Check the amount, or raise policy.${rule}, which is 10 by default.`
      : `Keep an amount: no policy.${rule} allows that one is taken away.`;
  return [violation(rule, address, message, remedy, { number, limit, override: `--override ${rule}` })];
}

/** An amount of a subject; what is no number is no bound. */
interface Amount {
  /** The document's name of the field. */
  readonly name: string;
  readonly spending: 'budget' | 'bid';
  readonly before: number;
  readonly after: Value | undefined;
}

/** Gives the amounts that stood in a subject's place and that the plan sets; where none stood, none is raised. */
function amountsOf(input: GuardInput): (subject: Subject) => readonly Amount[] {
  const predecessors = predecessorsOf(input.subjects);
  const isElsewhere = budgetsElsewhere(input.subjects, input.all);
  const movedBudget = movedBudgets(input);
  return (subject) => {
    const { address, kind, verdict, fields } = subject;
    const old = predecessors.get(address);
    const isNew = verdict === 'create' || verdict === 'replace';
    const moved = movedBudget(subject);
    return Object.entries(kind.fields).flatMap(([name, field]) => {
      const { wire, spending } = field;
      if (moved?.wire === wire) {
        const { from, to } = moved;
        return [
          { ...moved, name: `${name}, which moves from ${from} to ${to},`, spending: 'budget' as const },
        ];
      }
      const before = old?.[wire];
      if ((spending !== 'budget' && spending !== 'bid') || typeof before !== 'number') return [];
      if (!isNew && !fields.some((change) => change.wire === wire)) return [];
      const values = valuesAfter(subject);
      if (spending === 'budget' && isElsewhere(subject, field, values)) return [];
      return [{ name, spending, before, after: values[wire] }];
    });
  };
}

/** How many times as much the new amount is; no amount is no bound, and any amount is less than that. */
function factorOf(before: number, after: Value | undefined): number {
  if (typeof after !== 'number') return Number.POSITIVE_INFINITY;
  // From 0 any rise is one without bound.
  return after <= before ? 1 : after / before;
}

/** A factor above a limit with so many decimals, or as many more as it takes to read as above that limit. */
function shownAbove(factor: number, limit: number, decimals: number): number {
  const shown = Number(factor.toFixed(decimals));
  return shown > limit ? shown : shownAbove(factor, limit, decimals + 1);
}

interface InCurrency {
  /** `null` where it is not known. */
  readonly currency: string | null;
}

function describeRise(
  { name, spending, before, after, currency }: Amount & InCurrency,
  number: number,
): string {
  const show = (amount: number): string => amountText(amount, currency);
  if (typeof after !== 'number') {
    const effect =
      spending === 'bid' ? 'the platform bids by itself, without a bound' : 'nothing bounds it any more';
    return `${name} goes from ${show(before)} to none, so that ${effect}`;
  }
  const times = before === 0 ? 'any number of times' : `${number} times`;
  return `${name} rises from ${amountText(before, null)} to ${show(after)}, ${times} as much`;
}
