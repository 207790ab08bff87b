import { defineKind } from '../define-kind.ts';
import { choice, choices, flag, id, money, text, texts, time, whole } from '../field-types/index.ts';
import { dailyBound, type Exposure } from '../kind/spending.ts';
import { plainText, type Values } from '../values.ts';
import { checkLineItem } from './line-item-rules.ts';
import { withoutDraft } from './without-draft.ts';

const objectives = [
  'APP_ENGAGEMENTS',
  'APP_INSTALLS',
  'ENGAGEMENTS',
  'FOLLOWERS',
  'PREROLL_VIEWS',
  'REACH',
  'VIDEO_VIEWS',
  'WEBSITE_CLICKS',
] as const;
const placements = [
  'ALL_ON_TWITTER',
  'PUBLISHER_NETWORK',
  'TAP_BANNER',
  'TAP_FULL',
  'TAP_FULL_LANDSCAPE',
  'TAP_NATIVE',
  'TAP_MRECT',
  'TWITTER_PROFILE',
  'TWITTER_REPLIES',
  'TWITTER_SEARCH',
  'TWITTER_TIMELINE',
  'SPOTLIGHT',
  'TREND',
] as const;
const goals = [
  'APP_CLICKS',
  'APP_INSTALLS',
  'APP_PURCHASES',
  'ENGAGEMENT',
  'FOLLOWERS',
  'LINK_CLICKS',
  'MAX_REACH',
  'PREROLL',
  'PREROLL_STARTS',
  'REACH_WITH_ENGAGEMENT',
  'SITE_VISITS',
  'VIDEO_VIEW',
  'VIEW_3S_100PCT',
  'VIEW_6S',
  'VIEW_15S',
  'WEBSITE_CONVERSIONS',
] as const;

/** A line item: who sees what, when, and at which bid (F-line-item-01, F-line-item-02). */
export const lineItem = defineKind({
  name: 'line_item',
  title: 'line item',
  section: 'line_items',
  parent: 'campaign',
  externalUnder: 'account',
  description: 'A line item of a campaign: objective, placements, bid and flight, and what hangs on it.',
  fields: {
    name: {
      type: text(255),
      change: 'in-place',
      required: true,
      description: 'The name, 1 to 255 characters.',
      example: { value: 'Clicks to the shop' },
    },
    objective: {
      type: choice(objectives),
      change: 'replace',
      required: true,
      description: 'What it is to achieve.',
      example: { value: 'ENGAGEMENTS' },
    },
    product_type: {
      type: choice(['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_TWEETS']),
      change: 'replace',
      required: true,
      description: 'What it promotes.',
      example: { value: 'PROMOTED_ACCOUNT', with: { objective: 'FOLLOWERS', bid_strategy: 'TARGET' } },
    },
    placements: {
      type: choices(placements),
      change: 'replace',
      required: true,
      description: 'Where it is shown.',
      example: { value: ['TWITTER_TIMELINE'] },
    },
    start_time: {
      type: time(),
      change: 'in-place',
      required: true,
      nullWhereLiveHasNone: true,
      description: 'From when it runs.',
      example: { value: '2026-12-02T00:00:00Z' },
    },
    end_time: {
      type: time(),
      change: 'in-place',
      required: true,
      nullWhereLiveHasNone: true,
      description: 'Until when it runs.',
      example: { value: '2027-01-31T00:00:00Z' },
    },
    status: {
      wire: 'entity_status',
      type: choice(['ACTIVE', 'PAUSED'], withoutDraft),
      change: 'in-place',
      default: 'PAUSED',
      spending: 'status',
      description: 'Whether it may spend. Without it a line item is created PAUSED and stays so.',
      // Without any targeting it reaches everybody, which has to be said.
      example: { value: 'ACTIVE', with: { targeting: [] } },
    },
    bid_strategy: {
      type: choice(['AUTO', 'MAX', 'TARGET']),
      change: 'in-place',
      // A strategy that comes with a bid is what makes that bid a bound.
      chosenBy: { wires: ['objective'], unlessSet: 'bid_amount_local_micro' },
      description: 'AUTO, or a MAX or TARGET bid. Left out, the platform chooses by objective.',
      example: { value: 'TARGET' },
    },
    bid_amount: {
      wire: 'bid_amount_local_micro',
      type: money(),
      change: 'in-place',
      nullable: true,
      spending: 'bid',
      description: 'The bid, in units of the currency; with bid_strategy MAX or TARGET.',
      example: { value: '1.50' },
    },
    goal: {
      type: choice(goals),
      change: 'in-place',
      chosenBy: { wires: ['objective'] },
      description: 'What is optimised for. Left out, the platform chooses by objective.',
      example: { value: 'SITE_VISITS' },
    },
    pay_by: {
      type: choice(['APP_CLICK', 'IMPRESSION', 'LINK_CLICK']),
      change: 'in-place',
      chosenBy: { wires: ['objective', 'goal'] },
      description:
        'What is paid for. Left out, the platform chooses by objective and goal; it changes it for the objective APP_INSTALLS only.',
      example: {
        value: 'APP_CLICK',
        with: { objective: 'APP_INSTALLS', ios_app_store_identifier: '333903271' },
      },
    },
    daily_budget: {
      wire: 'daily_budget_amount_local_micro',
      type: money(),
      change: 'in-place',
      nullable: true,
      spending: 'budget',
      unit: '/day',
      description: 'The most it spends a day; only where the campaign has budget_optimization: LINE_ITEM.',
      example: {
        value: '12.50',
        parent: { with: { budget_optimization: 'LINE_ITEM' }, without: ['daily_budget'] },
      },
    },
    total_budget: {
      wire: 'total_budget_amount_local_micro',
      type: money(),
      change: 'in-place',
      nullable: true,
      spending: 'budget',
      description: 'The most it spends in all; only where the campaign has budget_optimization: LINE_ITEM.',
      example: {
        value: '300',
        parent: { with: { budget_optimization: 'LINE_ITEM' }, without: ['daily_budget'] },
      },
    },
    frequency_cap: {
      spending: 'frequency',
      type: whole({ min: 1, max: 1_000_000 }),
      change: 'in-place',
      nullable: true,
      description: 'How often one person sees it at most within duration_in_days.',
      example: { value: '3', with: { objective: 'VIDEO_VIEWS', duration_in_days: '7' } },
    },
    duration_in_days: {
      spending: 'period',
      type: whole({ oneOf: [1, 7, 30] }),
      change: 'in-place',
      nullable: true,
      description: 'The days that frequency_cap counts over.',
      example: { value: '7', with: { objective: 'VIDEO_VIEWS', frequency_cap: '3' } },
    },
    audience_expansion: {
      type: choice(['BROAD', 'DEFINED', 'EXPANDED']),
      change: 'in-place',
      nullable: true,
      description: 'How far the platform may widen the audience.',
      example: { value: 'EXPANDED' },
    },
    categories: {
      // Part of an advertiser business category stands for the whole of it (F-line-item-13).
      widened: true,
      type: texts(),
      change: 'in-place',
      description: 'IAB category codes; needed with PUBLISHER_NETWORK and for PREROLL_VIEWS.',
      example: { value: ['IAB9-30'] },
    },
    advertiser_domain: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      description: "The advertiser's domain without scheme; needed with PUBLISHER_NETWORK.",
      example: { value: 'example.com' },
    },
    android_app_store_identifier: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      description: 'The package name of the app.',
      example: { value: 'com.example.acme' },
    },
    ios_app_store_identifier: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      description: 'The numeric App Store id of the app.',
      example: { value: '333903271' },
    },
    standard_delivery: {
      type: flag(),
      change: 'replace',
      description:
        'Spread evenly over the day (true) or as fast as possible; only where the campaign has budget_optimization: LINE_ITEM.',
      example: {
        value: 'false',
        with: { daily_budget: '12.50' },
        parent: { with: { budget_optimization: 'LINE_ITEM' }, without: ['daily_budget'] },
      },
    },
    primary_web_event_tag: {
      type: id(),
      change: 'replace',
      description: 'The web event tag; needed with goal WEBSITE_CONVERSIONS.',
      example: { value: 'o3bk1' },
    },
  },
  withoutField: {
    advertiser_user_id:
      "the platform takes it from applications that X let in, and for PREROLL_VIEWS only; from others it refuses the whole request. It fills in the account's own user.",
  },
  parentField: 'campaign_id',
  absentCode: 'INVALID_PARAMETER',
  siblings: { sharedBySiblings: ['objective', 'product_type'] },
  observed: ['currency'],
  naturalKey: ['campaign_id', 'name'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/line_items',
      idFilter: 'line_item_ids',
      pageSize: 1000,
      canShowDeleted: true,
      // Drafts are listed on request only (F-list-06).
      changes: { query: { with_draft: 'true' }, leavesOut: { entity_status: 'DRAFT' } },
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/line_items' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/line_items/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/line_items/:id' },
    batch: {
      path: '/12/batch/accounts/:account_id/line_items',
      idParameter: 'line_item_id',
      limit: 'line_items',
    },
  },
  spending: {
    activation: { field: 'entity_status', active: 'ACTIVE', paused: 'PAUSED', limit: 'line_items' },
    flight: { start: 'start_time', end: 'end_time' },
    totalBudget: 'total_budget_amount_local_micro',
    budgetsUnder: { entity_status: 'ACTIVE', budget_optimization: 'LINE_ITEM' },
    exposure,
  },
  replacement: {
    irreversible: true,
    fields: replaces,
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: {
    name: 'Clicks',
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    bid_strategy: 'MAX',
    bid_amount: '1.20',
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
  },
  check: checkLineItem,
  updates: {
    cleared: ({ bid_strategy: strategy }) => (strategy === 'AUTO' ? ['bid_amount_local_micro'] : []),
  },
});

/** Under LINE_ITEM optimisation an ACTIVE line item of an ACTIVE campaign spends at most its own daily budget a day. */
function exposure(own: Values, parent: Values | undefined): Exposure | undefined {
  if (own.entity_status !== 'ACTIVE' || parent?.entity_status !== 'ACTIVE') return undefined;
  if (parent.budget_optimization !== 'LINE_ITEM') return undefined;
  const daily = own.daily_budget_amount_local_micro;
  return { currency: plainText(parent.currency), daily: dailyBound(daily) };
}

/** What is paid for changes on installs of apps only (F-line-item-07). */
function replaces(_wanted: Values, live: Values): readonly string[] {
  return live.objective === 'APP_INSTALLS' ? [] : ['pay_by'];
}
