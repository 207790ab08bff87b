import { invalid, missing, type Quota, type Resource, type Rule } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { flag, id, money, oneOf, text } from '../params/param.ts';
import { type Fields, textIn } from '../value.ts';
import { campaignLimit } from '../world/limits.ts';
import { campaignDelivery, reasonsNotServable } from './campaign-delivery.ts';
import { dailyWithinTotal, draftOnlyAtCreation, isActive, isBlank, showFields } from './shared-rules.ts';

/** Campaigns (F-campaign-01, F-campaign-02). */
export const campaigns: Resource = {
  collection: 'campaigns',
  idParam: 'campaign_id',
  label: 'Campaign',
  notFound: 'CAMPAIGN_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('9k000', 36), radix: 36 },
  indexed: ['account_id', 'funding_instrument_id'],
  fields: {
    name: 'text',
    funding_instrument_id: 'text',
    budget_optimization: 'text',
    daily_budget_amount_local_micro: 'long?',
    total_budget_amount_local_micro: 'long?',
    entity_status: 'text',
    standard_delivery: 'boolean?',
    purchase_order_number: 'text?',
    duration_in_days: 'long?',
    frequency_cap: 'long?',
    currency: 'text?',
  },
  writes: {
    funding_instrument_id: {
      is: id,
      on: 'create',
      required: 'create',
      refersTo: { collection: 'funding_instruments', code: 'INVALID_FUNDING_INSTRUMENT' },
    },
    name: { is: text(255), on: 'both', required: 'create' },
    budget_optimization: { is: oneOf(['CAMPAIGN', 'LINE_ITEM']), on: 'both' },
    daily_budget_amount_local_micro: { is: money(), on: 'both', clearable: true },
    total_budget_amount_local_micro: { is: money(), on: 'both', clearable: true },
    entity_status: { is: oneOf(['ACTIVE', 'PAUSED', 'DRAFT']), on: 'both' },
    standard_delivery: { is: flag, on: 'both', clearable: true },
    purchase_order_number: { is: text(50), on: 'both', clearable: true },
  },
  filters: { campaign_ids: 'id', funding_instrument_ids: 'funding_instrument_id' },
  listParams: { q: { is: text(255) }, with_draft: { is: flag } },
  sortable: [
    'created_at',
    'updated_at',
    'deleted',
    'name',
    'daily_budget_amount_local_micro',
    'total_budget_amount_local_micro',
    'standard_delivery',
  ],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'update', 'delete', 'batch'],
  historyOf: 'CAMPAIGN',
  blank: () => ({
    name: null,
    funding_instrument_id: null,
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: null,
    total_budget_amount_local_micro: null,
    entity_status: 'ACTIVE',
    standard_delivery: null,
    purchase_order_number: null,
    duration_in_days: null,
    frequency_cap: null,
    currency: null,
  }),
  complete: ({ world, after }) => {
    const funding = world.store.get('funding_instruments', textIn(after, 'funding_instrument_id') ?? '');
    const paced = after['budget_optimization'] === 'CAMPAIGN';
    return {
      ...after,
      currency: funding?.['currency'] ?? after['currency'] ?? null,
      standard_delivery: paced ? (after['standard_delivery'] ?? true) : null,
    };
  },
  rules: [dailyWithinTotal, budgetUnderCampaign(), deliveryUnderCampaign(), draftOnlyAtCreation],
  quotas: [activeCampaigns()],
  plausible: ({ id: ownId, given, parent }) => ({
    name: `Campaign ${ownId}`,
    funding_instrument_id: parent('funding_instrument_id', 'funding_instruments'),
    entity_status: 'PAUSED',
    daily_budget_amount_local_micro:
      given['budget_optimization'] === 'LINE_ITEM' || !isBlank(given, 'total_budget_amount_local_micro')
        ? null
        : 50_000_000,
  }),
  show: (record, world) => ({
    ...showFields(record, Object.keys(campaigns.fields)),
    ...campaignDelivery(record, world),
  }),
  shownBy: (record, world) => reasonsNotServable(record, world).join(' '),
};

/** A campaign that budgets for itself needs a budget: a day's, or a total to spread over the flight (F-campaign-04). */
function budgetUnderCampaign(): Rule {
  const [daily, total] = ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro'];
  return {
    fields: [daily, total, 'budget_optimization'],
    check: ({ after }) => {
      const needsBudget =
        after['budget_optimization'] === 'CAMPAIGN' && isBlank(after, daily) && isBlank(after, total);
      return needsBudget ? missing(daily) : undefined;
    },
  };
}

/** Pacing is the campaign's only where the budget is (F-campaign-05). */
function deliveryUnderCampaign(): Rule {
  return {
    fields: ['standard_delivery', 'budget_optimization'],
    check: ({ after, given }) => {
      const isGiven = typeof given.get('standard_delivery') === 'boolean';
      if (!isGiven || after['budget_optimization'] === 'CAMPAIGN') return undefined;
      return invalid(
        'standard_delivery',
        'standard_delivery is only allowed when budget_optimization is CAMPAIGN',
      );
    },
  };
}

/** At most 200 campaigns at a time, more once raised (F-campaign-06). */
function activeCampaigns(): Quota {
  return {
    code: 'TOO_MANY_CAMPAIGNS',
    what: 'active campaigns',
    counts: (record: Fields, world) =>
      world.limits.count === 'active' ? isActive(record) : record['deleted'] !== true,
    per: (record) => textIn(record, 'account_id') ?? '',
    used: (world, accountId) => {
      const counts = world.figures.counts(accountId);
      return world.limits.count === 'active' ? counts.activeCampaigns : counts.campaigns;
    },
    limit: (world, accountId) => campaignLimit(world.limits, accountId),
  };
}
