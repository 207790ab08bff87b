import { defineKind, type Finding } from '../define-kind.ts';
import { choice, flag, money, reference, text } from '../field-types/index.ts';
import { dailyBound, type Exposure } from '../kind/spending.ts';
import { formatMoney } from '../micro-units.ts';
import { plainText, type Values } from '../values.ts';
import { withoutDraft } from './without-draft.ts';

/** A campaign (F-campaign-01, F-campaign-02). */
export const campaign = defineKind({
  name: 'campaign',
  title: 'campaign',
  section: 'campaigns',
  parent: 'account',
  description: 'A campaign: a budget, and the line items that spend it.',
  fields: {
    name: {
      type: text(255),
      change: 'in-place',
      required: true,
      description: 'The name, 1 to 255 characters.',
      example: { value: 'Summer sale' },
    },
    funding_instrument: {
      wire: 'funding_instrument_id',
      type: reference('funding_instrument'),
      change: 'replace',
      required: true,
      description: 'What pays for it. The platform cannot change it on an existing campaign.',
      example: { value: { id: 'hxtf0' } },
    },
    status: {
      wire: 'entity_status',
      type: choice(['ACTIVE', 'PAUSED'], withoutDraft),
      change: 'in-place',
      default: 'PAUSED',
      spending: 'status',
      description: 'Whether it may spend. Without it a campaign is created PAUSED and stays so.',
      example: { value: 'ACTIVE' },
    },
    budget_optimization: {
      type: choice(['CAMPAIGN', 'LINE_ITEM']),
      change: 'in-place',
      whilePaused: true,
      default: 'CAMPAIGN',
      description: 'Where the daily budget stands: on the campaign, or on each of its line items.',
      example: { value: 'LINE_ITEM', without: ['daily_budget'] },
    },
    daily_budget: {
      wire: 'daily_budget_amount_local_micro',
      type: money(),
      change: 'in-place',
      nullable: true,
      spending: 'budget',
      unit: '/day',
      description: 'The most it spends a day, in units of the currency; at most the total budget.',
      example: { value: '60.50' },
    },
    total_budget: {
      wire: 'total_budget_amount_local_micro',
      type: money(),
      change: 'in-place',
      nullable: true,
      spending: 'budget',
      description: 'The most it spends in all, in units of the currency.',
      example: { value: '2000' },
    },
    standard_delivery: {
      type: flag(),
      change: 'in-place',
      description:
        'Spread evenly over the day (true) or as fast as possible; only with budget_optimization CAMPAIGN.',
      example: { value: 'false' },
    },
    purchase_order_number: {
      type: text(50),
      change: 'in-place',
      nullable: true,
      description: 'A reference for the invoice, up to 50 characters.',
      example: { value: 'PO-77' },
    },
  },
  observed: ['currency'],
  naturalKey: ['name', 'funding_instrument_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/campaigns',
      idFilter: 'campaign_ids',
      pageSize: 1000,
      canShowDeleted: true,
      // Drafts are listed on request only (F-list-06).
      changes: { query: { with_draft: 'true' }, leavesOut: { entity_status: 'DRAFT' } },
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/campaigns' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/campaigns/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/campaigns/:id' },
    batch: {
      path: '/12/batch/accounts/:account_id/campaigns',
      idParameter: 'campaign_id',
      limit: 'campaigns',
    },
  },
  spending: {
    activation: { field: 'entity_status', active: 'ACTIVE', paused: 'PAUSED', limit: 'active_campaigns' },
    fundedBy: 'funding_instrument_id',
    totalBudget: 'total_budget_amount_local_micro',
    exposure,
  },
  replacement: { irreversible: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: {
    name: 'Spring sale',
    funding_instrument: { id: 'hxtet' },
    daily_budget: '55.00',
    total_budget: '1500',
  },
  check,
  checkRecord,
});

/** Under CAMPAIGN optimisation an ACTIVE campaign spends at most its daily budget a day; without one there is no bound. */
function exposure(own: Values): Exposure | undefined {
  if (own.entity_status !== 'ACTIVE' || own.budget_optimization === 'LINE_ITEM') return undefined;
  const daily = own.daily_budget_amount_local_micro;
  return { currency: plainText(own.currency), daily: dailyBound(daily) };
}

function check(declared: Values): readonly Finding[] {
  const findings: Finding[] = [];
  const { daily_budget: daily, total_budget: total } = declared;
  if (typeof daily === 'number' && typeof total === 'number' && daily > total) {
    findings.push({
      field: 'daily_budget',
      message: `is above the total budget: ${formatMoney(daily)} a day, ${formatMoney(total)} in all`,
      remedy: 'Lower daily_budget, or raise total_budget.',
      code: 'INVALID_PARAMETER',
    });
  }
  if (declared.budget_optimization !== 'LINE_ITEM') return findings;
  if (declared.standard_delivery !== undefined) {
    findings.push({
      field: 'standard_delivery',
      message: 'goes only with budget_optimization: CAMPAIGN',
      remedy: 'Remove standard_delivery, or let the campaign hold the budget.',
      code: 'INVALID_PARAMETER',
    });
  }
  if (typeof daily === 'number') {
    findings.push({
      field: 'daily_budget',
      message: 'goes only with budget_optimization: CAMPAIGN',
      remedy: 'Give each line item its daily_budget instead.',
    });
  }
  return findings;
}

/** A campaign that budgets for itself needs a day's budget, or a total one (F-campaign-04). */
function checkRecord(record: Values): readonly Finding[] {
  const { budget_optimization: holder = 'CAMPAIGN', daily_budget: daily, total_budget: total } = record;
  if (holder !== 'CAMPAIGN' || (daily ?? total ?? null) !== null) return [];
  return [
    {
      field: 'daily_budget',
      message: 'is missing: a campaign that holds the budget needs daily_budget or total_budget',
      remedy: 'Add daily_budget, or set budget_optimization: LINE_ITEM.',
      code: 'MISSING_PARAMETER',
    },
  ];
}
