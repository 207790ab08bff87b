import { type Change, invalid, missing, type Quota, type Rule } from '../engine/resource.ts';
import { businessCategories, categoriesOf } from '../lookups/categories.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn, textsIn } from '../value.ts';
import { hasFeature } from './features.ts';
import {
  dailyWithinTotal,
  draftOnlyAtCreation,
  endsAfterStart,
  isActive,
  isBlank,
  needed,
} from './shared-rules.ts';

const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';
const appStores = ['android_app_store_identifier', 'ios_app_store_identifier'] as const;
const appObjectives = ['APP_INSTALLS', 'APP_ENGAGEMENTS'];
const cappedObjectives = new Set(['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']);
const targetObjectives = new Set(['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS', ...appObjectives]);
const timeline = new Set(['ALL_ON_TWITTER', 'TWITTER_TIMELINE']);

/**
 * The rules across a line item's fields, its campaign and its siblings (F-line-item-03, F-line-item-04, F-line-item-05,
 * F-line-item-06, F-line-item-08, F-line-item-09, F-line-item-10, F-line-item-12, F-line-item-15).
 */
export const lineItemRules: readonly Rule[] = [
  dailyWithinTotal,
  endsAfterStart,
  draftOnlyAtCreation,
  rule(['objective', 'product_type', 'campaign_id'], sameAsSiblings),
  rule(['objective', 'product_type'], productOfObjective),
  rule(['placements', 'product_type', 'objective'], placementsTogether),
  rule([daily, total], budgetsUnderLineItem),
  rule([total], totalWithinCampaign),
  rule(['standard_delivery'], deliveryUnderLineItem),
  rule(['bid_strategy', 'objective'], strategyOfObjective),
  rule(['bid_strategy', 'bid_amount_local_micro'], bidOfStrategy),
  rule(['goal', 'objective', 'pay_by', 'bid_strategy'], payOfGoal),
  rule(['frequency_cap', 'duration_in_days', 'objective'], frequencyCap),
  rule(['frequency_cap'], frequencyCapGranted),
  rule(['categories', 'objective'], oneOrTwoBusinesses),
  rule(['start_time'], (change) => flightGiven(change, 'start_time')),
  rule(['end_time'], (change) => flightGiven(change, 'end_time')),
  rule([...appStores, 'objective'], appOfObjective),
  rule(['advertiser_user_id'], advertiserUserKept),
  needed(
    'categories',
    ['objective', 'placements'],
    (after) => after['objective'] === 'PREROLL_VIEWS' || isOnPublishers(after),
  ),
  needed('advertiser_domain', ['placements'], isOnPublishers),
  needed('primary_web_event_tag', ['goal'], (after) => after['goal'] === 'WEBSITE_CONVERSIONS'),
];

type Check = Rule['check'];

function rule(fields: readonly string[], check: Check): Rule {
  return { fields, check };
}

function isOnPublishers(after: Change['after']): boolean {
  return textsIn(after, 'placements').includes('PUBLISHER_NETWORK');
}

function sameAsSiblings({ world, after, before }: Change): ReturnType<Check> {
  for (const sibling of world.store.in('line_items', 'campaign_id', textIn(after, 'campaign_id') ?? '')) {
    if (isDeleted(sibling) || sibling.id === before?.id) continue;
    const field = ['objective', 'product_type'].find((each) => sibling[each] !== after[each]);
    if (field === undefined) return undefined;
    const message = `All line items of a campaign share their ${field}: expected "${textIn(sibling, field)}" for ${field}`;
    return invalid(field, message);
  }
  return undefined;
}

const productTypeOf: ReadonlyMap<unknown, string> = new Map([
  ['PREROLL_VIEWS', 'MEDIA'],
  ['FOLLOWERS', 'PROMOTED_ACCOUNT'],
]);

function productOfObjective({ after }: Change): ReturnType<Check> {
  const wanted = productTypeOf.get(after['objective']);
  if (wanted === undefined || after['product_type'] === wanted) return undefined;
  return invalid(
    'product_type',
    `Expected ${wanted} for product_type when objective is ${textIn(after, 'objective')}`,
  );
}

function placementsTogether({ after }: Change): ReturnType<Check> {
  const message = placementFault(textsIn(after, 'placements'), after);
  return message === undefined ? undefined : invalid('placements', message, 'INVALID_PLACEMENT_TYPE');
}

function placementFault(placements: readonly string[], after: Change['after']): string | undefined {
  if (placements.length === 0) return undefined;
  if (placements.every((each) => each === 'TWITTER_PROFILE'))
    return 'TWITTER_PROFILE cannot be the only placement';
  if (placements.includes('PUBLISHER_NETWORK') && placements.includes('TWITTER_SEARCH')) {
    return 'PUBLISHER_NETWORK and TWITTER_SEARCH cannot be combined';
  }
  if (after['objective'] === 'REACH' && !placements.some((each) => timeline.has(each))) {
    return 'The objective REACH needs ALL_ON_TWITTER or TWITTER_TIMELINE';
  }
  if (after['product_type'] === 'PROMOTED_ACCOUNT' && !placements.every((each) => timeline.has(each))) {
    return 'The product type PROMOTED_ACCOUNT is not compatible with the given placements';
  }
  return undefined;
}

function campaignOf({ world, after }: Change): StoredRecord | undefined {
  return world.store.get('campaigns', textIn(after, 'campaign_id') ?? '');
}

function leavesBudgets(change: Change): boolean {
  return campaignOf(change)?.['budget_optimization'] === 'LINE_ITEM';
}

function budgetsUnderLineItem(change: Change): ReturnType<Check> {
  const field = [daily, total].find((each) => (change.given.get(each) ?? null) !== null);
  if (field === undefined || campaignOf(change) === undefined || leavesBudgets(change)) return undefined;
  return invalid(field, `${field} is only allowed when the campaign's budget_optimization is LINE_ITEM`);
}

function totalWithinCampaign(change: Change): ReturnType<Check> {
  const most = longIn(campaignOf(change) ?? {}, total);
  const amount = longIn(change.after, total);
  if (!leavesBudgets(change) || most === null || amount === null || amount <= most) return undefined;
  return invalid(
    total,
    `${total} must be at most the campaign's: ${amount} is more than ${most}`,
    'SPEND_EXCEEDS_BUDGET',
  );
}

function deliveryUnderLineItem(change: Change): ReturnType<Check> {
  if (!change.given.has('standard_delivery') || campaignOf(change) === undefined || leavesBudgets(change))
    return undefined;
  return invalid(
    'standard_delivery',
    "standard_delivery is only allowed when the campaign's budget_optimization is LINE_ITEM",
  );
}

function strategyOfObjective({ after, given }: Change): ReturnType<Check> {
  const objective = textIn(after, 'objective') ?? '';
  const strategy = given.get('bid_strategy');
  const maxRefused = strategy === 'MAX' && ['REACH', 'FOLLOWERS'].includes(objective);
  const targetRefused =
    strategy === 'TARGET' && !targetObjectives.has(objective) && after['goal'] !== 'WEBSITE_CONVERSIONS';
  if (!maxRefused && !targetRefused) return undefined;
  return invalid('bid_strategy', `bid_strategy ${strategy} is not allowed for the objective ${objective}`);
}

function bidOfStrategy({ after }: Change): ReturnType<Check> {
  const needsBid = after['bid_strategy'] === 'MAX' || after['bid_strategy'] === 'TARGET';
  return needsBid && isBlank(after, 'bid_amount_local_micro') ? missing('bid_amount_local_micro') : undefined;
}

function payOfGoal({ after, given }: Change): ReturnType<Check> {
  const payBy = textIn(after, 'pay_by') ?? '';
  const goal = textIn(after, 'goal');
  if (goal === 'SITE_VISITS' && after['objective'] !== 'WEBSITE_CLICKS') {
    return invalid('goal', 'The goal SITE_VISITS is only allowed for the objective WEBSITE_CLICKS');
  }
  if (!given.has('pay_by')) return undefined;
  const byLinkUnderTarget =
    goal === 'LINK_CLICKS' && payBy === 'LINK_CLICK' && after['bid_strategy'] === 'TARGET';
  const siteVisits = goal === 'SITE_VISITS' && payBy !== 'IMPRESSION';
  const installs = goal === 'APP_INSTALLS' && !['APP_CLICK', 'IMPRESSION'].includes(payBy);
  if (!byLinkUnderTarget && !siteVisits && !installs) return undefined;
  return invalid('pay_by', `pay_by ${payBy} is not allowed for the goal ${goal}`);
}

function frequencyCap({ after }: Change): ReturnType<Check> {
  const noCap = isBlank(after, 'frequency_cap');
  const noWindow = isBlank(after, 'duration_in_days');
  if (noCap && noWindow) return undefined;
  if (noCap !== noWindow) {
    const absent = noCap ? 'frequency_cap' : 'duration_in_days';
    return invalid(
      absent,
      'frequency_cap and duration_in_days are inclusive parameters',
      'INCLUSIVE_PARAMETERS',
    );
  }
  if (![1n, 7n, 30n].includes(longIn(after, 'duration_in_days') ?? 0n)) {
    return invalid('duration_in_days', 'Expected a value in 1, 7, 30 for duration_in_days');
  }
  const objective = textIn(after, 'objective') ?? '';
  if (cappedObjectives.has(objective)) return undefined;
  return invalid('frequency_cap', `frequency_cap is not allowed for the objective ${objective}`);
}

/** The feature is asked for (F-line-item-08). */
function frequencyCapGranted({ world, accountId, after }: Change): ReturnType<Check> {
  if (isBlank(after, 'frequency_cap') || hasFeature(world, accountId, 'REACH_FREQUENCY_CAP'))
    return undefined;
  return invalid(
    'frequency_cap',
    'The account lacks the feature REACH_FREQUENCY_CAP',
    'FEATURE_NOT_AVAILABLE',
  );
}

/** Categories of a preroll are those of one or two businesses (F-line-item-14). */
function oneOrTwoBusinesses({ after }: Change): ReturnType<Check> {
  const codes = textsIn(after, 'categories');
  if (after['objective'] !== 'PREROLL_VIEWS' || codes.length === 0) return undefined;
  const businesses = categoriesOf(businessCategories, codes);
  const known = new Set(businesses.flatMap((business) => business.iab_categories));
  const stranger = codes.find((code) => !known.has(code));
  if (stranger !== undefined)
    return invalid('categories', `${stranger} is of no advertiser business category`, 'INVALID_IAB_CATEGORY');
  if (businesses.length <= 2) return undefined;
  return invalid('categories', 'One or two advertiser business categories may be set for categories');
}

function flightGiven({ world, after, before }: Change, field: string): ReturnType<Check> {
  const isWanted = world.limits.flight === 'required' && before === undefined;
  return isWanted && isBlank(after, field) ? missing(field) : undefined;
}

function appOfObjective({ after }: Change): ReturnType<Check> {
  const needsApp = appObjectives.includes(textIn(after, 'objective') ?? '');
  return needsApp && appStores.every((store) => isBlank(after, store)) ? missing(appStores[0]) : undefined;
}

/** The field is for applications that were let in; a client that sends back what it read changes nothing. */
function advertiserUserKept({ before, given }: Change): ReturnType<Check> {
  const value = given.get('advertiser_user_id');
  if (value === undefined || value === before?.['advertiser_user_id']) return undefined;
  return invalid('advertiser_user_id', 'setting advertiser_user_id is not allowed');
}

/** The bounds on line items: 256 ACTIVE ones per account and 100 per campaign (F-line-item-11). */
export const lineItemQuotas: readonly Quota[] = [
  {
    code: 'TOO_MANY_LINE_ITEMS',
    what: 'active line items',
    counts: isActive,
    per: (record) => textIn(record, 'account_id') ?? '',
    used: (world, accountId) => world.figures.counts(accountId).activeLineItems,
    limit: (world) => world.limits.active_line_items,
  },
  {
    code: 'TOO_MANY_LINE_ITEMS',
    what: 'line items per campaign',
    counts: (record) => record['deleted'] !== true,
    per: (record) => textIn(record, 'campaign_id') ?? '',
    used: (world, campaignId) => {
      let used = 0;
      for (const item of world.store.in('line_items', 'campaign_id', campaignId))
        if (!isDeleted(item)) used += 1;
      return used;
    },
    limit: (world) => world.limits.line_items_per_campaign,
  },
];
