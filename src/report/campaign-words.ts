import type { AccountBudget } from '../schemas/plan.ts';

type Counted = Pick<NonNullable<AccountBudget['active_campaigns']>, 'counts'>;

/** What a figure of campaigns counts, after it: `2 of 200 active`, `2 of 200 not deleted`. */
export function campaignState({ counts }: Counted): string {
  return counts === 'not_deleted' ? 'not deleted' : 'active';
}

/** The same in a sentence that has not said yet what is counted. */
export function campaignsInState(figure: Counted): string {
  const state = campaignState(figure);
  return state === 'active' ? state : `campaigns that are ${state}`;
}
