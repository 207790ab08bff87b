import type { Finding, Siblings } from '../define-kind.ts';
import { isGiven, plainText, type Values } from '../values.ts';
import { bidRules } from './line-item-bid-rules.ts';
import { budgetRules } from './line-item-budget-rules.ts';
import { has, hasOther, type LineItemRule, oneOf } from './line-item-rule.ts';

/** Rules of objectives, placements and flights (F-line-item-03, F-line-item-04, F-line-item-14, F-line-item-15). */
const rules: readonly LineItemRule[] = [
  {
    field: 'product_type',
    breaks: ({ objective, product_type: product }) =>
      (objective === 'FOLLOWERS') !== (product === 'PROMOTED_ACCOUNT') &&
      isGiven(product) &&
      isGiven(objective),
    message: 'does not go with the objective: FOLLOWERS and PROMOTED_ACCOUNT need each other',
    remedy: 'Use both, or neither.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'product_type',
    breaks: ({ objective, product_type: product }) =>
      (objective === 'PREROLL_VIEWS') !== (product === 'MEDIA') && isGiven(product) && isGiven(objective),
    message: 'does not go with the objective: PREROLL_VIEWS and MEDIA need each other',
    remedy: 'Use both, or neither.',
    code: 'INVALID_PARAMETER',
  },
  {
    field: 'end_time',
    breaks: ({ start_time: start, end_time: end }) =>
      typeof start === 'string' && typeof end === 'string' && end <= start,
    message: 'is not after start_time',
    remedy: 'Write a later end_time.',
    code: 'INVALID_TIME_WINDOW',
  },
  {
    field: 'placements',
    breaks: ({ placements }) =>
      Array.isArray(placements) && placements.length === 1 && has(placements, 'TWITTER_PROFILE'),
    message: 'cannot be TWITTER_PROFILE alone',
    remedy: 'Add TWITTER_TIMELINE or TWITTER_SEARCH.',
    code: 'INVALID_PLACEMENT_TYPE',
  },
  {
    field: 'placements',
    breaks: ({ placements }) => has(placements, 'PUBLISHER_NETWORK') && has(placements, 'TWITTER_SEARCH'),
    message: 'cannot hold PUBLISHER_NETWORK and TWITTER_SEARCH together',
    remedy: 'Use ALL_ON_TWITTER with PUBLISHER_NETWORK, or two line items.',
    code: 'INVALID_PLACEMENT_TYPE',
  },
  {
    field: 'placements',
    breaks: ({ placements, objective }) =>
      objective === 'REACH' &&
      isGiven(placements) &&
      !has(placements, 'TWITTER_TIMELINE') &&
      !has(placements, 'ALL_ON_TWITTER'),
    message: 'need TWITTER_TIMELINE or ALL_ON_TWITTER for the objective REACH',
    remedy: 'Add one of them.',
    code: 'INVALID_PLACEMENT_TYPE',
  },
  {
    field: 'placements',
    breaks: ({ placements, product_type: product }) =>
      product === 'PROMOTED_ACCOUNT' && hasOther(placements, ['ALL_ON_TWITTER', 'TWITTER_TIMELINE']),
    message: 'can only be ALL_ON_TWITTER or TWITTER_TIMELINE with product_type: PROMOTED_ACCOUNT',
    remedy: 'Keep these.',
    code: 'INVALID_PLACEMENT_TYPE',
  },
  {
    field: 'placements',
    breaks: ({ placements, categories, advertiser_domain: domain }) =>
      has(placements, 'PUBLISHER_NETWORK') && (!isGiven(categories) || !isGiven(domain)),
    message: 'with PUBLISHER_NETWORK need categories and advertiser_domain',
    remedy: 'Add both.',
    code: 'MISSING_PARAMETER',
  },
  {
    field: 'objective',
    breaks: (item) =>
      oneOf(item.objective, 'APP_INSTALLS', 'APP_ENGAGEMENTS') &&
      !isGiven(item.android_app_store_identifier) &&
      !isGiven(item.ios_app_store_identifier),
    message: 'needs the app',
    remedy: 'Add android_app_store_identifier or ios_app_store_identifier.',
    code: 'MISSING_PARAMETER',
  },
  {
    field: 'objective',
    breaks: ({ objective, categories }) => objective === 'PREROLL_VIEWS' && !isGiven(categories),
    message: 'PREROLL_VIEWS needs categories',
    remedy: 'Add the categories of one or two advertiser business categories.',
    code: 'MISSING_PARAMETER',
  },
  ...bidRules,
  ...budgetRules,
];

/** The rules that a line item's declaration breaks, alone and among its siblings; values by document name, in normal form. */
export function checkLineItem(
  declared: Values,
  campaign: Values | undefined,
  siblings: Siblings,
): readonly Finding[] {
  const broken = rules.filter((rule) => rule.breaks(declared, campaign));
  return [...broken.map(findingOf), ...sharedFields(declared, siblings), ...tooMany(declared, siblings)];
}

function findingOf({ field, message, remedy, code }: LineItemRule): Finding {
  return { field, message, remedy, ...(code === undefined ? {} : { code }) };
}

/** All line items of a campaign share these (F-line-item-10). */
function sharedFields(declared: Values, siblings: Siblings): readonly Finding[] {
  return ['objective', 'product_type'].flatMap((field) => {
    if (!isGiven(declared[field])) return [];
    const first = siblings().find((each) => isGiven(each[field]));
    if (first === undefined || first[field] === declared[field]) return [];
    return [
      {
        field,
        message: `differs from ${plainText(first[field])}, that of another line item of the campaign`,
        remedy: 'All line items of a campaign share it: use a campaign of its own.',
        code: 'INVALID_PARAMETER',
      },
    ];
  });
}

const mostPerCampaign = 100;

/** A campaign has a bound on line items (F-line-item-11); named once, at the first beyond it. */
function tooMany({ name }: Values, siblings: Siblings): readonly Finding[] {
  const all = siblings();
  if (all.length <= mostPerCampaign || all[mostPerCampaign]?.name !== name) return [];
  return [
    {
      field: 'name',
      message: `is one of ${all.length} line items; a campaign has at most ${mostPerCampaign}`,
      remedy: 'Spread them over several campaigns.',
      code: 'TOO_MANY_LINE_ITEMS',
    },
  ];
}
