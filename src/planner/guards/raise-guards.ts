import type { Field } from '../../schemas/define-field.ts';
import type { Policy } from '../../schemas/desired.ts';
import { formatMoney } from '../../schemas/micro-units.ts';
import type { Violation } from '../../schemas/plan.ts';
import { allKinds } from '../../schemas/registry.ts';
import type { Value, Values } from '../../schemas/values.ts';
import { contributionOf, currenciesIn } from '../measure.ts';
import { isWrite, valuesToBe } from '../operations.ts';
import { predecessorsOf } from '../predecessors.ts';
import { parentOf, type Subject } from '../subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** What stands for a number without bound where a plan says numbers. */
export const boundless = Number.MAX_SAFE_INTEGER;

/** One budget raised by a large factor is more likely a slip of the decimal point (5500 typed for 55.00). */
export function maxBudgetFactor(input: GuardInput): readonly Violation[] {
  return raisedTooFar(input, 'budget', ({ maxBudgetFactor: limit }) => limit);
}

/** The same for one bid. */
export function maxBidFactor(input: GuardInput): readonly Violation[] {
  return raisedTooFar(input, 'bid', ({ maxBidFactor: limit }) => limit);
}

function raisedTooFar(
  input: GuardInput,
  spending: 'budget' | 'bid',
  limitOf: (policy: Policy) => number,
): readonly Violation[] {
  const { policyOf, subjects } = input;
  const rule = `max_${spending}_factor`;
  const amounts = amountsOf(input, spending);
  return subjects.filter(isWrite).flatMap((subject) => {
    const limit = limitOf(policyOf(subject.accountId));
    return amounts(subject).flatMap((amount) => {
      const factor = factorOf(amount.before, amount.after);
      if (factor <= limit) return [];
      const number = factor === Number.POSITIVE_INFINITY ? boundless : Math.round(factor * 100) / 100;
      return [
        violation(
          rule,
          subject.address,
          `${describeRise(amount, number)}; the policy allows ${limit} times`,
          `Check the amount; pass --override ${rule} if it is meant.`,
          { number, limit, override: `--override ${rule}` },
        ),
      ];
    });
  });
}

/** An amount of a subject; what is no number is no bound. */
interface Amount {
  /** The document's name of the field. */
  readonly name: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Gives the amounts of a subject that the plan sets, beside those that stood in its place; what is new has none. */
function amountsOf(
  { subjects, all }: GuardInput,
  spending: 'budget' | 'bid',
): (subject: Subject) => readonly Amount[] {
  const predecessors = predecessorsOf(subjects);
  const isElsewhere = budgetsElsewhere(subjects, all);
  return (subject) => {
    const old = predecessors.get(subject.address);
    if (old === undefined) return [];
    const { kind, verdict, fields } = subject;
    const values = valuesToBe(subject);
    const isNew = verdict === 'create' || verdict === 'replace';
    return Object.entries(kind.fields)
      .filter(
        ([, field]) =>
          field.spending === spending &&
          (isNew || fields.some(({ wire }) => wire === field.wire)) &&
          (spending === 'bid' || !isElsewhere(subject, field, values)),
      )
      .map(([name, { wire }]) => ({ name, before: old[wire], after: values[wire] }));
  };
}

/**
 * Tells whether a subject has no budget of a field because budgets stand on the other level: a campaign that leaves
 * them to its line items has no daily one, and where it holds them its line items have none at all.
 */
function budgetsElsewhere(
  subjects: readonly Subject[],
  all: readonly Subject[],
): (subject: Subject, field: Field, values: Values) => boolean {
  const chosen = new Map(subjects.map((subject) => [subject.address, subject]));
  const others = new Map(all.map(({ address, live }) => [address, live?.fields]));
  const valuesAt = (address: string): Values | undefined => {
    const subject = chosen.get(address);
    return subject === undefined ? others.get(address) : valuesToBe(subject);
  };
  return ({ kind, address }, field, values) => {
    if (typeof values[field.wire] === 'number') return false;
    const parent = valuesAt(parentOf(address));
    const isBelow = allKinds.some(({ name, activation }) => name === kind.parent && activation !== undefined);
    if (isBelow ? parent === undefined : field.unit !== '/day') return false;
    const alone = { kind: kind.name, fields: whileActive(values), parent: whileActive(parent) };
    return currenciesIn(contributionOf(alone, { count: 'active' }).keys()).length === 0;
  };
}

function whileActive(values: Values | undefined): Values {
  return { ...values, entity_status: 'ACTIVE' };
}

/** How many times as much the new amount is; no amount is no bound, and any amount is less than that. */
function factorOf(before: Value | undefined, after: Value | undefined): number {
  if (typeof before !== 'number') return 1;
  if (typeof after !== 'number') return Number.POSITIVE_INFINITY;
  // From 0 any rise is one without bound.
  return after <= before ? 1 : after / before;
}

function describeRise({ name, before, after }: Amount, number: number): string {
  const from = formatMoney(Number(before));
  if (typeof after !== 'number') return `${name} ends where it was ${from}: nothing bounds it any more`;
  const times = before === 0 ? 'any number of times' : `${number} times`;
  return `${name} rises from ${from} to ${formatMoney(after)}, ${times} as much`;
}
