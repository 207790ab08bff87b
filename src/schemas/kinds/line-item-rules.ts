import type { Finding } from '../define-kind.ts';
import type { Value, Values } from '../values.ts';

interface Rule {
  /** The field the message points at. */
  readonly field: string;
  breaks(item: Values, campaign: Values | undefined): boolean;
  readonly message: string;
  readonly remedy: string;
}

const given = (value: Value | undefined): boolean => value !== undefined && value !== null;
const has = (list: Value | undefined, word: string): boolean => Array.isArray(list) && list.includes(word);
const oneOf = (value: Value | undefined, ...words: readonly string[]): boolean =>
  typeof value === 'string' && words.includes(value);
const underCampaignBudget = (campaign: Values | undefined): boolean =>
  campaign !== undefined && campaign.budget_optimization !== 'LINE_ITEM';

/** Rules between the fields of a line item and of its campaign (public facts, sections 8.2 and 8.4). */
const rules: readonly Rule[] = [
  {
    field: 'product_type',
    breaks: ({ objective, product_type: product }) =>
      (objective === 'FOLLOWERS') !== (product === 'PROMOTED_ACCOUNT') && given(product) && given(objective),
    message: 'does not go with the objective: FOLLOWERS and PROMOTED_ACCOUNT need each other',
    remedy: 'Use both, or neither.',
  },
  {
    field: 'product_type',
    breaks: ({ objective, product_type: product }) =>
      (objective === 'PREROLL_VIEWS') !== (product === 'MEDIA') && given(product) && given(objective),
    message: 'does not go with the objective: PREROLL_VIEWS and MEDIA need each other',
    remedy: 'Use both, or neither.',
  },
  {
    field: 'bid_amount',
    breaks: ({ bid_amount: bid }) => bid === 0,
    message: 'is zero',
    remedy: 'Write an amount above zero, or bid_strategy: AUTO without an amount.',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, bid_amount: bid }) => oneOf(strategy, 'MAX', 'TARGET') && !given(bid),
    message: 'needs a bid_amount',
    remedy: 'Add bid_amount, or use bid_strategy: AUTO.',
  },
  {
    field: 'bid_amount',
    breaks: ({ bid_strategy: strategy, bid_amount: bid }) => strategy === 'AUTO' && given(bid),
    message: 'is ignored by the platform under bid_strategy: AUTO',
    remedy: 'Remove bid_amount, or use bid_strategy: MAX.',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, objective }) =>
      strategy === 'MAX' && oneOf(objective, 'REACH', 'FOLLOWERS'),
    message: 'MAX is not offered for the objectives REACH and FOLLOWERS',
    remedy: 'Use TARGET or AUTO.',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, objective }) =>
      strategy === 'TARGET' && oneOf(objective, 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'),
    message: 'TARGET is not offered for the objectives ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS',
    remedy: 'Use MAX or AUTO.',
  },
  {
    field: 'end_time',
    breaks: ({ start_time: start, end_time: end }) =>
      typeof start === 'string' && typeof end === 'string' && end <= start,
    message: 'is not after start_time',
    remedy: 'Write a later end_time.',
  },
  {
    field: 'daily_budget',
    breaks: ({ daily_budget: daily }, campaign) => given(daily) && underCampaignBudget(campaign),
    message: 'needs budget_optimization: LINE_ITEM on the campaign',
    remedy: 'Remove daily_budget here, or set budget_optimization: LINE_ITEM on the campaign.',
  },
  {
    field: 'total_budget',
    breaks: ({ total_budget: total }, campaign) => given(total) && underCampaignBudget(campaign),
    message: 'needs budget_optimization: LINE_ITEM on the campaign',
    remedy: 'Remove total_budget here, or set budget_optimization: LINE_ITEM on the campaign.',
  },
  {
    field: 'daily_budget',
    breaks: ({ daily_budget: daily, total_budget: total }) =>
      typeof daily === 'number' && typeof total === 'number' && daily > total,
    message: 'is above the total budget',
    remedy: 'Lower daily_budget or raise total_budget.',
  },
  {
    field: 'frequency_cap',
    breaks: ({ frequency_cap: cap, duration_in_days: days }) => given(cap) !== given(days),
    message: 'and duration_in_days need each other',
    remedy: 'Give both, or neither.',
  },
  {
    field: 'frequency_cap',
    breaks: ({ frequency_cap: cap, objective }) =>
      given(cap) && !oneOf(objective, 'REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'),
    message: 'goes only with the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS',
    remedy: 'Remove frequency_cap and duration_in_days.',
  },
  {
    field: 'placements',
    breaks: ({ placements }) =>
      Array.isArray(placements) && placements.length === 1 && has(placements, 'TWITTER_PROFILE'),
    message: 'cannot be TWITTER_PROFILE alone',
    remedy: 'Add TWITTER_TIMELINE or TWITTER_SEARCH.',
  },
  {
    field: 'placements',
    breaks: ({ placements }) => has(placements, 'PUBLISHER_NETWORK') && has(placements, 'TWITTER_SEARCH'),
    message: 'cannot hold PUBLISHER_NETWORK and TWITTER_SEARCH together',
    remedy: 'Use ALL_ON_TWITTER with PUBLISHER_NETWORK, or two line items.',
  },
  {
    field: 'placements',
    breaks: ({ placements, objective }) =>
      objective === 'REACH' &&
      given(placements) &&
      !has(placements, 'TWITTER_TIMELINE') &&
      !has(placements, 'ALL_ON_TWITTER'),
    message: 'need TWITTER_TIMELINE or ALL_ON_TWITTER for the objective REACH',
    remedy: 'Add one of them.',
  },
  {
    field: 'placements',
    breaks: ({ placements, categories, advertiser_domain: domain }) =>
      has(placements, 'PUBLISHER_NETWORK') && (!given(categories) || !given(domain)),
    message: 'with PUBLISHER_NETWORK need categories and advertiser_domain',
    remedy: 'Add both.',
  },
  {
    field: 'objective',
    breaks: (item) =>
      oneOf(item.objective, 'APP_INSTALLS', 'APP_ENGAGEMENTS') &&
      !given(item.android_app_store_identifier) &&
      !given(item.ios_app_store_identifier),
    message: 'needs the app',
    remedy: 'Add android_app_store_identifier or ios_app_store_identifier.',
  },
  {
    field: 'objective',
    breaks: ({ objective, categories }) => objective === 'PREROLL_VIEWS' && !given(categories),
    message: 'PREROLL_VIEWS needs categories',
    remedy: 'Add the categories of one or two advertiser business categories.',
  },
  {
    field: 'goal',
    breaks: ({ goal, primary_web_event_tag: tag }) => goal === 'WEBSITE_CONVERSIONS' && !given(tag),
    message: 'WEBSITE_CONVERSIONS needs primary_web_event_tag',
    remedy: 'Add the id of the web event tag.',
  },
  {
    field: 'pay_by',
    breaks: ({ goal, pay_by: payBy, objective }) =>
      goal === 'SITE_VISITS' && (objective !== 'WEBSITE_CLICKS' || (given(payBy) && payBy !== 'IMPRESSION')),
    message: 'goal SITE_VISITS goes only with objective WEBSITE_CLICKS and pay_by: IMPRESSION',
    remedy: 'Change the goal, or both of the others.',
  },
  {
    field: 'pay_by',
    breaks: ({ goal, pay_by: payBy }) =>
      goal === 'APP_INSTALLS' && given(payBy) && !oneOf(payBy, 'APP_CLICK', 'IMPRESSION'),
    message: 'goal APP_INSTALLS is paid by APP_CLICK or IMPRESSION',
    remedy: 'Use one of them, or leave pay_by out.',
  },
];

/** The rules that a line item's declaration breaks; values by document name, in normal form. */
export function checkLineItem(declared: Values, campaign: Values | undefined): readonly Finding[] {
  return rules
    .filter((rule) => rule.breaks(declared, campaign))
    .map(({ field, message, remedy }) => ({ field, message, remedy }));
}
