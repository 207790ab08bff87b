import { counted } from '../../diagnostics/counted.ts';
import type { AccountBudget, Violation } from '../../schemas/plan.ts';
import { type GuardInput, violation } from './guard.ts';

/**
 * A document that cannot fit under the platform's limit (F-campaign-06) is refused with the numbers. Above the limit
 * already, what only pauses passes: the platform would refuse nothing but what it switches on.
 */
export function activeCampaigns({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap((each) => {
    // Where the platform counts paused campaigns too, pausing one makes no room.
    const figure = each.budget.active_campaigns;
    return beyondLimit(each, figure, {
      rule: 'active_campaigns',
      noun: 'campaign',
      ...(figure.counts === 'not_deleted' ? untilDeleted : whileActive),
      otherwise: 'set limits.active_campaigns once the platform has raised it',
      code: 'TOO_MANY_CAMPAIGNS',
    });
  });
}

/** The same for active line items, where the document gives the limit. */
export function activeLineItems({ budgets }: GuardInput): readonly Violation[] {
  return budgets.flatMap((each) =>
    beyondLimit(each, each.budget.line_items, {
      rule: 'line_items',
      noun: 'line item',
      ...whileActive,
      otherwise: 'raise limits.line_items',
      code: 'TOO_MANY_LINE_ITEMS',
    }),
  );
}

const whileActive = { state: ['is active', 'are active'], makeRoom: 'Pause or remove' } as const;
const untilDeleted = {
  state: ['is there, paused or not', 'are there, paused ones counted'],
  makeRoom: 'Delete',
} as const;

interface Limit {
  /** The rule's name, which is that of the quantity too. */
  readonly rule: string;
  readonly noun: string;
  /** What is counted, of one and of several: `is active`. */
  readonly state: readonly [one: string, several: string];
  /** What makes room. */
  readonly makeRoom: string;
  readonly otherwise: string;
  readonly code: string;
}

function beyondLimit(
  { account, claims }: GuardInput['budgets'][number],
  figure: AccountBudget['line_items'],
  { rule, noun, state, makeRoom, otherwise, code }: Limit,
): readonly Violation[] {
  if (figure === undefined || figure.after <= figure.limit || !claims.has(rule)) return [];
  const { before, after, limit } = figure;
  const message = `${counted(before, noun)} ${state[before === 1 ? 0 : 1]}; the plan would make it ${after}, and the limit is ${limit}`;
  const remedy = `${makeRoom} ${counted(after - limit, noun)}, or ${otherwise}.`;
  return [violation(rule, account.key, message, remedy, { number: after, limit, platform_code: code })];
}
