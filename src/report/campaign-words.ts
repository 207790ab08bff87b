import type { AccountBudget } from '../schemas/plan.ts';

type Counted = Pick<NonNullable<AccountBudget['active_campaigns']>, 'counts'>;

/** What a figure of campaigns counts, after it: `2 of 200 active`, `2 of 200 not deleted`. */
export function campaignState({ counts }: Counted): string {
  return counts === 'not_deleted' ? 'not deleted' : 'active';
}

/** The same where nothing beside it says what is counted: `2 of 200 campaigns active`. */
export function campaignsInState(figure: Counted): string {
  const state = campaignState(figure);
  return state === 'active' ? `campaigns ${state}` : `campaigns that are ${state}`;
}
