import { counted } from '../../diagnostics/counted.ts';
import type { Violation } from '../../schemas/plan.ts';
import { type GuardInput, violation } from './guard.ts';

/**
 * A document that cannot fit under the platform's limit is refused with the numbers (contract, section 5.3). Above the
 * limit already, what only pauses passes: the platform would refuse nothing but what it switches on.
 */
export function activeCampaigns({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap(({ account, budget, claims }) => {
    const figure = budget.active_campaigns;
    if (figure.after <= figure.limit || !claims.has('active_campaigns')) return [];
    const message = `${counted(figure.before, 'campaign')} ${figure.before === 1 ? 'is' : 'are'} active; the plan would make it ${figure.after}, and the limit is ${figure.limit}`;
    return [
      violation(
        'active_campaigns',
        account.key,
        message,
        `Pause or remove ${counted(figure.after - figure.limit, 'campaign')}, or set limits.active_campaigns once the platform has raised it.`,
        { number: figure.after, limit: figure.limit, platform_code: 'TOO_MANY_CAMPAIGNS' },
      ),
    ];
  });
}

/** The same for active line items, where the document gives the limit. */
export function activeLineItems({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap(({ account, budget, claims }) => {
    const figure = budget.line_items;
    if (figure === undefined || figure.after <= figure.limit || !claims.has('line_items')) return [];
    const message = `${counted(figure.before, 'line item')} ${figure.before === 1 ? 'is' : 'are'} active; the plan would make it ${figure.after}, and the limit is ${figure.limit}`;
    return [
      violation(
        'line_items',
        account.key,
        message,
        `Pause or remove ${counted(figure.after - figure.limit, 'line item')}, or raise limits.line_items.`,
        { number: figure.after, limit: figure.limit, platform_code: 'TOO_MANY_LINE_ITEMS' },
      ),
    ];
  });
}
