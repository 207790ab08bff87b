import type { Share } from '../../schemas/desired.ts';
import { formatMoney } from '../../schemas/micro-units.ts';
import type { Violation } from '../../schemas/plan.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import { type CountedBudget, type Figure, isExact } from '../exposure/figures.ts';
import { keepsRecord, parentOf, type Subject } from '../subject.ts';
import { isManaged } from '../summary.ts';
import { losesRecord } from '../surroundings.ts';
import { type GuardInput, violation } from './guard.ts';

/** Where the share of few resources would forbid nearly everything, this many may always go (contract, section 1). */
const leastDeletes = 3;

function allowed(share: Share, managed: number, least: number): number {
  return 'count' in share ? share.count : Math.max(least, Math.floor((managed * share.percent) / 100));
}

function perAccount(
  input: GuardInput,
  rule: string,
  share: Share | undefined,
  counted: (subject: Subject) => boolean,
  verb: string,
  least = 0,
): readonly Violation[] {
  if (share === undefined) return [];
  const accounts = Map.groupBy(input.subjects.filter(counted), ({ accountKey }) => accountKey);
  return [...accounts].flatMap(([key, subjects]) => {
    const managed = managedIn(input, key);
    const limit = allowed(share, managed, least);
    if (subjects.length <= limit) return [];
    const message = `the plan ${verb} ${subjects.length} of ${managed} managed resources; the policy allows ${limit}`;
    return [
      violation(rule, key, message, `Raise policy.${rule}, or pass --override ${rule} for this plan.`, {
        number: subjects.length,
        limit,
        override: `--override ${rule}`,
      }),
    ];
  });
}

/** How many resources of an account are managed: those that the state knows, and those that are declared by now. */
function managedIn({ entries, subjects }: GuardInput, accountKey: string): number {
  const declared = subjects.filter(
    (subject) => subject.desired !== undefined && subject.verdict !== 'create' && isManaged(subject),
  );
  const known = entries.filter((entry) => entry.accountKey === accountKey).map(({ address }) => address);
  // What moves is known by the address that it moves from.
  const said = declared
    .filter((subject) => subject.accountKey === accountKey)
    .map(({ address, movedFrom }) => movedFrom ?? address);
  return new Set([...known, ...said]).size;
}

/** At most a share of what is managed is deleted, replaced resources included. */
export function maxDeletes(input: GuardInput): readonly Violation[] {
  if (input.command === 'destroy') return [];
  const kept = new Set(input.subjects.filter(keepsRecord).map(({ address }) => address));
  return perAccount(
    input,
    'max_deletes',
    input.document.policy.maxDeletes,
    (subject) => losesRecord(subject) && !isContent(subject, kept),
    'deletes',
    leastDeletes,
  );
}

/** The members of a set are what its parent consists of: while that stays, changing them is no loss. */
function isContent({ kind, address }: Subject, kept: ReadonlySet<string>): boolean {
  return kind.form === 'set' && kept.has(parentOf(address));
}

/** At most a share of what is managed is updated. */
export function maxUpdates(input: GuardInput): readonly Violation[] {
  return perAccount(
    input,
    'max_updates',
    input.document.policy.maxUpdates,
    ({ verdict }) => verdict === 'update',
    'updates',
  );
}

/** One budget raised by a large factor is more likely a slip of the decimal point (5500 typed for 55.00). */
export function maxBudgetFactor({ document, subjects }: GuardInput): readonly Violation[] {
  const limit = document.policy.maxBudgetFactor;
  return subjects.flatMap(({ address, kind, fields }) =>
    fields.flatMap(({ wire, before, after }) => {
      const field = fieldByWire(kind, wire);
      if (field?.spending !== 'budget' || typeof before !== 'number' || typeof after !== 'number') return [];
      if (before === 0 || after <= before * limit) return [];
      const number = Math.round((after / before) * 100) / 100;
      const message = `${field.document} rises from ${formatMoney(before)} to ${formatMoney(after)}, ${number} times as much; the policy allows ${limit} times`;
      return [
        violation(
          'max_budget_factor',
          address,
          message,
          'Check the amount; pass --override max_budget_factor if it is meant.',
          { number, limit, override: '--override max_budget_factor' },
        ),
      ];
    }),
  );
}

function exactExposure({ exposure }: CountedBudget): readonly (readonly [string, Figure])[] {
  return Object.entries(exposure).filter(([, figure]) => isExact(figure));
}

/** A plan that raises what cannot be counted exactly would be bounded by guesses. */
export function uncountable({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap(({ account, budget, claims }) =>
    Object.entries(budget.exposure).flatMap(([currency, figure]) => {
      if (isExact(figure) || !claims.has(`exposure ${currency}`)) return [];
      const most = formatMoney(Number.MAX_SAFE_INTEGER);
      const message = `the account could spend more than ${most} ${currency} a day, beyond which amounts are not counted exactly`;
      return [
        violation('uncountable', account.key, message, 'Lower budgets; a plan that raises none passes.', {
          limit: Number.MAX_SAFE_INTEGER,
        }),
      ];
    }),
  );
}

/** The account may not spend more a day than the policy says; a plan that does not raise the figure passes. */
export function maxDailyBudget({ document, budgets }: GuardInput): readonly Violation[] {
  const limit = document.policy.maxDailyBudget;
  if (limit === undefined) return [];
  return budgets.flatMap(({ account, budget }) =>
    exactExposure(budget).flatMap(([currency, { before, after }]) => {
      if (after <= limit || after <= before) return [];
      const message = `the account could spend ${formatMoney(after)} ${currency} a day; the policy allows ${formatMoney(limit)}`;
      return [
        violation(
          'max_daily_budget',
          account.key,
          message,
          'Lower budgets, or raise policy.max_daily_budget.',
          { number: after, limit, override: '--override max_daily_budget' },
        ),
      ];
    }),
  );
}

/** The account's daily spending may rise by so much over what is live; from zero nothing is counted. */
export function maxDailyBudgetIncrease({ document, budgets }: GuardInput): readonly Violation[] {
  const share = document.policy.maxDailyBudgetIncrease;
  if (share === undefined) return [];
  return budgets.flatMap(({ account, budget }) =>
    exactExposure(budget).flatMap(([currency, { before, after }]) => {
      const limit = 'count' in share ? share.count * 1_000_000 : Math.floor((before * share.percent) / 100);
      if (before === 0 || after - before <= limit) return [];
      const message = `the account's daily spending would rise by ${formatMoney(after - before)} ${currency}; the policy allows ${formatMoney(limit)}`;
      return [
        violation(
          'max_daily_budget_increase',
          account.key,
          message,
          'Raise budgets in smaller steps, or raise policy.max_daily_budget_increase.',
          { number: after - before, limit, override: '--override max_daily_budget_increase' },
        ),
      ];
    }),
  );
}
