import { isGiven } from '../values.ts';
import { type LineItemRule, oneOf } from './line-item-rule.ts';

/** Rules of bids, goals, what is paid for and how often (F-line-item-05, F-line-item-06, F-line-item-08). */
export const bidRules: readonly LineItemRule[] = [
  {
    field: 'bid_amount',
    breaks: ({ bid_amount: bid }) => bid === 0,
    message: 'is zero',
    remedy: 'Write an amount above zero, or bid_strategy: AUTO without an amount.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, bid_amount: bid }) =>
      oneOf(strategy, 'MAX', 'TARGET') && !isGiven(bid),
    message: 'needs a bid_amount',
    remedy: 'Add bid_amount, or use bid_strategy: AUTO.',
    code: 'MISSING_PARAMETER',
  },
  {
    field: 'bid_amount',
    breaks: ({ bid_strategy: strategy, bid_amount: bid }) => strategy === 'AUTO' && isGiven(bid),
    message: 'is ignored by the platform under bid_strategy: AUTO',
    remedy: 'Remove bid_amount, or use bid_strategy: MAX.',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, objective }) =>
      strategy === 'MAX' && oneOf(objective, 'REACH', 'FOLLOWERS'),
    message: 'MAX is not offered for the objectives REACH and FOLLOWERS',
    remedy: 'Use TARGET or AUTO.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'bid_strategy',
    breaks: ({ bid_strategy: strategy, objective }) =>
      strategy === 'TARGET' && oneOf(objective, 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'),
    message: 'TARGET is not offered for the objectives ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS',
    remedy: 'Use MAX or AUTO.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'frequency_cap',
    breaks: ({ frequency_cap: cap, duration_in_days: days }) => isGiven(cap) !== isGiven(days),
    message: 'and duration_in_days need each other',
    remedy: 'Give both, or neither.',
    code: 'INCLUSIVE_PARAMETERS',
  },
  {
    field: 'frequency_cap',
    breaks: ({ frequency_cap: cap, objective }) =>
      isGiven(cap) && !oneOf(objective, 'REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'),
    message: 'goes only with the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS',
    remedy: 'Remove frequency_cap and duration_in_days.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'goal',
    breaks: ({ goal, primary_web_event_tag: tag }) => goal === 'WEBSITE_CONVERSIONS' && !isGiven(tag),
    message: 'WEBSITE_CONVERSIONS needs primary_web_event_tag',
    remedy: 'Add the id of the web event tag.',
    code: 'MISSING_PARAMETER',
  },
  {
    field: 'pay_by',
    breaks: ({ goal, pay_by: payBy, objective }) =>
      goal === 'SITE_VISITS' &&
      (objective !== 'WEBSITE_CLICKS' || (isGiven(payBy) && payBy !== 'IMPRESSION')),
    message: 'goal SITE_VISITS goes only with objective WEBSITE_CLICKS and pay_by: IMPRESSION',
    remedy: 'Change the goal, or both of the others.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'pay_by',
    breaks: ({ goal, pay_by: payBy }) =>
      goal === 'APP_INSTALLS' && isGiven(payBy) && !oneOf(payBy, 'APP_CLICK', 'IMPRESSION'),
    message: 'goal APP_INSTALLS is paid by APP_CLICK or IMPRESSION',
    remedy: 'Use one of them, or leave pay_by out.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'pay_by',
    breaks: ({ goal, pay_by: payBy, bid_strategy: strategy, objective }) =>
      (goal === 'LINK_CLICKS' || (!isGiven(goal) && objective === 'WEBSITE_CLICKS')) &&
      payBy === 'LINK_CLICK' &&
      strategy === 'TARGET',
    message: 'LINK_CLICK does not go with bid_strategy: TARGET',
    remedy: 'Use pay_by: IMPRESSION, or bid_strategy: MAX.',
    code: 'INVALID_PARAMETER',
  },
];
