import { isGiven } from '../values.ts';
import { type LineItemRule, underCampaignBudget } from './line-item-rule.ts';

/** Rules of the budgets of a line item and its campaign (F-campaign-03, F-campaign-04, F-line-item-09). */
export const budgetRules: readonly LineItemRule[] = [
  {
    field: 'daily_budget',
    breaks: ({ daily_budget: daily }, campaign) => isGiven(daily) && underCampaignBudget(campaign),
    message: 'needs budget_optimization: LINE_ITEM on the campaign',
    remedy: 'Remove daily_budget here, or set budget_optimization: LINE_ITEM on the campaign.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'total_budget',
    breaks: ({ total_budget: total }, campaign) => isGiven(total) && underCampaignBudget(campaign),
    message: 'needs budget_optimization: LINE_ITEM on the campaign',
    remedy: 'Remove total_budget here, or set budget_optimization: LINE_ITEM on the campaign.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'standard_delivery',
    breaks: ({ standard_delivery: pacing }, campaign) => isGiven(pacing) && underCampaignBudget(campaign),
    message: 'needs budget_optimization: LINE_ITEM on the campaign',
    remedy: 'Remove standard_delivery here, or set it on the campaign, which holds the budget.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'daily_budget',
    breaks: ({ daily_budget: daily, total_budget: total }) =>
      typeof daily === 'number' && typeof total === 'number' && daily > total,
    message: 'is above the total budget',
    remedy: 'Lower daily_budget or raise total_budget.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'total_budget',
    breaks: ({ total_budget: total }, campaign) =>
      campaign?.budget_optimization === 'LINE_ITEM' &&
      typeof total === 'number' &&
      typeof campaign.total_budget === 'number' &&
      total > campaign.total_budget,
    message: "is above the campaign's total budget",
    remedy: 'Lower it, or raise total_budget of the campaign.',
    code: 'SPEND_EXCEEDS_BUDGET',
  },
];
