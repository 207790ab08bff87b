import { counted } from '../../diagnostics/counted.ts';
import type { AccountBudget, Violation } from '../../schemas/plan.ts';
import { type GuardInput, violation } from './guard.ts';

/**
 * A document that cannot fit under the platform's limit (F-campaign-06) is refused with the numbers. Above the limit
 * already, what only pauses passes: the platform would refuse nothing but what it switches on.
 */
export function activeCampaigns({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap((each) =>
    beyondLimit(each, each.budget.active_campaigns, {
      rule: 'active_campaigns',
      noun: 'campaign',
      otherwise: 'set limits.active_campaigns once the platform has raised it',
      code: 'TOO_MANY_CAMPAIGNS',
    }),
  );
}

/** The same for active line items, where the document gives the limit. */
export function activeLineItems({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap((each) =>
    beyondLimit(each, each.budget.line_items, {
      rule: 'line_items',
      noun: 'line item',
      otherwise: 'raise limits.line_items',
      code: 'TOO_MANY_LINE_ITEMS',
    }),
  );
}

interface Limit {
  /** The rule's name, which is that of the quantity too. */
  readonly rule: string;
  readonly noun: string;
  readonly otherwise: string;
  readonly code: string;
}

function beyondLimit(
  { account, claims }: GuardInput['budgets'][number],
  figure: AccountBudget['line_items'],
  { rule, noun, otherwise, code }: Limit,
): readonly Violation[] {
  if (figure === undefined || figure.after <= figure.limit || !claims.has(rule)) return [];
  const { before, after, limit } = figure;
  const message = `${counted(before, noun)} ${before === 1 ? 'is' : 'are'} active; the plan would make it ${after}, and the limit is ${limit}`;
  const remedy = `Pause or remove ${counted(after - limit, noun)}, or ${otherwise}.`;
  return [violation(rule, account.key, message, remedy, { number: after, limit, platform_code: code })];
}
