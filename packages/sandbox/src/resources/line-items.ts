import type { Change, Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { businessCategories, categoriesOf } from '../lookups/categories.ts';
import * as values from '../lookups/line-item-values.ts';
import { domain, flag, id, int, listOf, money, oneOf, text, time } from '../params/param.ts';
import { type Fields, textIn, textsIn } from '../value.ts';
import { lineItemQuotas, lineItemRules } from './line-item-rules.ts';
import { isBlank, showFields } from './shared-rules.ts';
import { followAppStores } from './targeting-criteria.ts';

/** Line items (F-line-item-01, F-line-item-02), which the documentation does not show. */
export const lineItems: Resource = {
  collection: 'line_items',
  idParam: 'line_item_id',
  label: 'Line item',
  notFound: 'LINE_ITEM_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('7k000', 36), radix: 36 },
  indexed: ['account_id', 'campaign_id', 'funding_instrument_id'],
  fields: {
    campaign_id: 'text',
    name: 'text?',
    objective: 'text',
    product_type: 'text',
    placements: 'texts',
    goal: 'text',
    bid_strategy: 'text',
    bid_amount_local_micro: 'long?',
    target_cpa_local_micro: 'long?',
    pay_by: 'text',
    currency: 'text?',
    entity_status: 'text',
    start_time: 'time?',
    end_time: 'time?',
    daily_budget_amount_local_micro: 'long?',
    total_budget_amount_local_micro: 'long?',
    standard_delivery: 'boolean?',
    frequency_cap: 'long?',
    duration_in_days: 'long?',
    audience_expansion: 'text?',
    advertiser_user_id: 'text?',
    advertiser_domain: 'text?',
    primary_web_event_tag: 'text?',
    android_app_store_identifier: 'text?',
    ios_app_store_identifier: 'text?',
    categories: 'texts',
    automatic_tweet_promotion: 'boolean?',
    creative_source: 'text',
    funding_instrument_id: 'text?',
  },
  writes: {
    campaign_id: {
      is: id,
      on: 'create',
      required: 'create',
      refersTo: { collection: 'campaigns', code: 'INVALID_PARAMETER' },
    },
    objective: { is: oneOf(values.objectives), on: 'create', required: 'create' },
    product_type: { is: oneOf(values.productTypes), on: 'create', required: 'create' },
    placements: { is: listOf(oneOf(values.placements)), on: 'create', required: 'create' },
    name: { is: text(255), on: 'both', clearable: true },
    start_time: { is: time, on: 'both', clearable: true },
    end_time: { is: time, on: 'both', clearable: true },
    bid_amount_local_micro: { is: money(1), on: 'both', clearable: true },
    bid_strategy: { is: oneOf(values.bidStrategies), on: 'both' },
    goal: { is: oneOf(values.goals), on: 'both' },
    pay_by: { is: oneOf(values.payBys), on: 'both', updatableIf: { field: 'objective', is: 'APP_INSTALLS' } },
    entity_status: { is: oneOf(['ACTIVE', 'PAUSED', 'DRAFT']), on: 'both' },
    daily_budget_amount_local_micro: { is: money(), on: 'both', clearable: true },
    total_budget_amount_local_micro: { is: money(), on: 'both', clearable: true },
    standard_delivery: { is: flag, on: 'create' },
    frequency_cap: { is: int(1, 1000), on: 'both', clearable: true },
    duration_in_days: { is: int(1, 30), on: 'both', clearable: true },
    audience_expansion: { is: oneOf(values.audienceExpansions), on: 'both', clearable: true },
    categories: { is: listOf(text(64)), on: 'both', clearable: true },
    advertiser_domain: { is: domain, on: 'both', clearable: true },
    android_app_store_identifier: { is: text(255), on: 'both', clearable: true },
    ios_app_store_identifier: { is: text(255), on: 'both', clearable: true },
    primary_web_event_tag: { is: id, on: 'create' },
    advertiser_user_id: { is: id, on: 'both', clearable: true },
  },
  filters: {
    line_item_ids: 'id',
    campaign_ids: 'campaign_id',
    funding_instrument_ids: 'funding_instrument_id',
  },
  listParams: { q: { is: text(255) }, with_draft: { is: flag } },
  sortable: ['created_at', 'updated_at', 'deleted', 'bid_amount_local_micro'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'update', 'delete', 'batch'],
  publicOnly: ['list', 'get', 'create', 'update', 'delete', 'batch'],
  historyOf: 'LINE_ITEM',
  follow: followAppStores,
  blank: () => blankLineItem,
  complete,
  rules: lineItemRules,
  quotas: lineItemQuotas,
  plausible: ({ id: ownId, parent }) => ({
    name: `Line item ${ownId}`,
    campaign_id: parent('campaign_id', 'campaigns'),
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    entity_status: 'PAUSED',
  }),
  show: (record) => showFields(record, Object.keys(lineItems.fields)),
  shownBy: () => '',
};

const blankLineItem: Fields = {
  name: null,
  placements: [],
  goal: null,
  bid_strategy: null,
  bid_amount_local_micro: null,
  target_cpa_local_micro: null,
  pay_by: null,
  currency: null,
  entity_status: 'ACTIVE',
  start_time: null,
  end_time: null,
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  standard_delivery: null,
  frequency_cap: null,
  duration_in_days: null,
  audience_expansion: null,
  advertiser_user_id: null,
  advertiser_domain: null,
  primary_web_event_tag: null,
  android_app_store_identifier: null,
  ios_app_store_identifier: null,
  categories: [],
  automatic_tweet_promotion: null,
  creative_source: 'MANUAL',
  funding_instrument_id: null,
};

function complete(change: Change): Fields {
  const { before, after } = change;
  const objective = textIn(after, 'objective') ?? '';
  const defaults = values.defaultsOf(objective);
  const strategy = textIn(after, 'bid_strategy') ?? defaultStrategy(after, objective);
  return {
    ...after,
    ...inherited(change),
    categories: wholeCategories(after),
    goal: after['goal'] ?? defaults.goal,
    pay_by: after['pay_by'] ?? defaults.payBy,
    bid_strategy: strategy,
    // A bid is ignored where the platform bids by itself (F-line-item-05).
    bid_amount_local_micro: strategy === 'AUTO' ? null : (after['bid_amount_local_micro'] ?? null),
    standard_delivery: after['standard_delivery'] ?? deliveryWithBudget(before, after),
  };
}

/** Part of a business category stands for the whole of it (F-line-item-13). */
function wholeCategories(after: Fields): readonly string[] {
  const given = textsIn(after, 'categories');
  if (after['objective'] !== 'PREROLL_VIEWS') return given;
  const whole = categoriesOf(businessCategories, given).flatMap((category) => category.iab_categories);
  return [...new Set([...given, ...whole])];
}

/** What a line item has from its campaign, and at creation from its account. */
function inherited({ world, before, after }: Change): Fields {
  const campaign = world.store.get('campaigns', textIn(after, 'campaign_id') ?? '') ?? {};
  const account = world.store.get('accounts', textIn(after, 'account_id') ?? '') ?? {};
  return {
    currency: textIn(campaign, 'currency'),
    funding_instrument_id: textIn(campaign, 'funding_instrument_id'),
    advertiser_user_id:
      before === undefined ? textIn(account, 'promotable_user_id') : textIn(before, 'advertiser_user_id'),
  };
}

// A bid that comes with no strategy is a maximum, where the objective allows that (F-line-item-16).
function defaultStrategy(after: Fields, objective: string): string {
  if (isBlank(after, 'bid_amount_local_micro')) return 'AUTO';
  return objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
}

function deliveryWithBudget(before: Fields | undefined, after: Fields): boolean | null {
  return before === undefined && !isBlank(after, 'daily_budget_amount_local_micro') ? true : null;
}
