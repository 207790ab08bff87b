import {
  type AudienceLimits,
  type CreativeLimits,
  defaultAudienceLimits,
  defaultCreativeLimits,
} from './creative-limits.ts';
import {
  type DataLimits,
  defaultDataLimits,
  defaultOAuthLimits,
  defaultStreamLimits,
  type OAuthLimits,
  type StreamLimits,
} from './data-limits.ts';
import type { RateLimits } from './rate-limits.ts';

/** When a batch is held against a limit: after each operation, by what stood before it, or by what stands after it. */
export type BatchCheck = 'each' | 'start' | 'end';

/** How much an account may hold, and how fast it may be written to. */
export interface Limits extends RateLimits {
  /** Campaigns that count, per account: 200, 8000 once raised (F-campaign-06). */
  readonly active_campaigns: { readonly [accountId: string]: number };
  readonly default_active_campaigns: number;
  /** Which campaigns count: ACTIVE ones, or every one that is not deleted (F-campaign-07). */
  readonly count: 'active' | 'not_deleted';
  /** ACTIVE line items per account (F-line-item-11). */
  readonly active_line_items: number;
  /** Line items per campaign that are not deleted (F-line-item-11). */
  readonly line_items_per_campaign: number;
  /** Operations per batch call, by collection (F-batch-04). */
  readonly batch: { readonly [collection: string]: number };
  readonly batch_check: BatchCheck;
  /** Whether `account_history` answers: a beta for accounts that were let in (F-account-08). */
  readonly account_history: 'refused' | 'allowlisted';
  /** What a list of `promoted_accounts` wants of one of the line items asked for (F-attachment-05). */
  readonly promoted_accounts_list: 'configured' | 'held';
  /** What promoting somebody else's post makes: a hidden repost with an id of its own, or nothing (F-attachment-07). */
  readonly foreign_tweets: 'reposted' | 'same_id';
  /** Whether a promoted post must suit its line item's objective (F-attachment-08). */
  readonly objective_tweets: 'checked' | 'free';
  /** Whether a line item has one curated category, and only after LOCATION targeting of its country (F-attachment-11). */
  readonly curated_categories: 'checked' | 'free';
  /** Which targeting criteria must say their operator (F-targeting-04). */
  readonly operator_type: 'optional' | 'audiences' | 'required';
  /** Whether a line item must say when it starts and ends (F-line-item-12). */
  readonly flight: 'optional' | 'required';
  /** How long a new audience is processed before it can be targeted (F-audience-04). */
  readonly audience_processing_seconds: number;
  /** How long new media is processed before it can be shown. */
  readonly media_processing_seconds: number;
  /** How long the file of a job about figures takes. */
  readonly stats_processing_seconds: number;
  readonly creatives: CreativeLimits;
  readonly audiences: AudienceLimits;
  readonly oauth: OAuthLimits;
  readonly data: DataLimits;
  readonly streams: StreamLimits;
}

export const defaultLimits: Limits = {
  active_campaigns: {},
  default_active_campaigns: 200,
  count: 'active',
  active_line_items: 256,
  line_items_per_campaign: 100,
  batch: { campaigns: 40, line_items: 40, targeting_criteria: 500, custom_audiences: 10 },
  batch_check: 'each',
  rate_limits: 'off',
  rates: {},
  writes_per_minute: null,
  account_history: 'refused',
  promoted_accounts_list: 'configured',
  foreign_tweets: 'reposted',
  objective_tweets: 'checked',
  curated_categories: 'checked',
  operator_type: 'optional',
  flight: 'optional',
  audience_processing_seconds: 0,
  media_processing_seconds: 0,
  stats_processing_seconds: 0,
  creatives: defaultCreativeLimits,
  audiences: defaultAudienceLimits,
  oauth: defaultOAuthLimits,
  data: defaultDataLimits,
  streams: defaultStreamLimits,
};

/** How many campaigns of the account may count at a time. */
export function campaignLimit(limits: Limits, accountId: string): number {
  return Object.hasOwn(limits.active_campaigns, accountId)
    ? (limits.active_campaigns[accountId] ?? limits.default_active_campaigns)
    : limits.default_active_campaigns;
}
