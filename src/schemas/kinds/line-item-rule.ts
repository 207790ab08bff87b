import type { Finding } from '../define-kind.ts';
import { isList, plainText, type Value, type Values } from '../values.ts';

/** A rule between the fields of a line item and of its campaign, by document name. */
export interface LineItemRule extends Omit<Finding, 'onlyForNew'> {
  breaks(item: Values, campaign: Values | undefined): boolean;
}

/** Whether a list holds a word. */
export const has = (list: Value | undefined, word: string): boolean => isList(list) && list.includes(word);

/** Whether a list holds anything but the words. */
export const hasOther = (list: Value | undefined, words: readonly string[]): boolean =>
  isList(list) && list.some((each) => !words.includes(plainText(each)));

/** Whether a value is one of the words. */
export const oneOf = (value: Value | undefined, ...words: readonly string[]): boolean =>
  typeof value === 'string' && words.includes(value);

/** Whether a campaign is known that holds the budget itself. */
export const underCampaignBudget = (campaign: Values | undefined): boolean =>
  campaign !== undefined && campaign.budget_optimization !== 'LINE_ITEM';
