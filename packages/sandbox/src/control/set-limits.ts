import { z } from 'zod';
import type { Limits } from '../world/limits.ts';
import { isRateGroup, publicRates, type Rate, type RateGroup } from '../world/rate-limits.ts';
import type { World } from '../world/world.ts';
import { audienceLimitsSchema, creativeLimitsSchema } from './creative-limits-schema.ts';
import { dataLimitsSchema, oauthLimitsSchema, streamLimitsSchema, withNamed } from './data-limits-schema.ts';

const count = z.int().min(0);
const rateGroup = z.custom<RateGroup>(isRateGroup, 'no group of requests');
const rate = z.strictObject({ limit: count, window_seconds: z.int().min(1).max(86_400) });

export const limitsSchema = z.strictObject({
  /** One number for every account, or numbers by account. */
  active_campaigns: z.union([count, z.record(z.string(), count)]).optional(),
  count: z.enum(['active', 'not_deleted']).optional(),
  active_line_items: count.optional(),
  line_items_per_campaign: count.optional(),
  batch: z
    .partialRecord(
      z.enum(['campaigns', 'line_items', 'targeting_criteria', 'custom_audiences']),
      z.int().min(1),
    )
    .optional(),
  batch_check: z.enum(['each', 'start', 'end']).optional(),
  rate_limits: z.enum(['public', 'off']).optional(),
  /** Rates of single groups: numbers, `off`, or `public` to go back to the public ones. */
  rates: z.partialRecord(rateGroup, z.union([rate, z.enum(['public', 'off'])])).optional(),
  writes_per_minute: z.int().min(1).nullable().optional(),
  account_history: z.enum(['refused', 'allowlisted']).optional(),
  promoted_accounts_list: z.enum(['configured', 'held']).optional(),
  foreign_tweets: z.enum(['reposted', 'same_id']).optional(),
  objective_tweets: z.enum(['checked', 'free']).optional(),
  curated_categories: z.enum(['checked', 'free']).optional(),
  operator_type: z.enum(['optional', 'audiences', 'required']).optional(),
  flight: z.enum(['optional', 'required']).optional(),
  audience_processing_seconds: z.number().min(0).max(1_000_000_000).optional(),
  media_processing_seconds: z.number().min(0).max(1_000_000_000).optional(),
  stats_processing_seconds: z.number().min(0).max(1_000_000_000).optional(),
  creatives: creativeLimitsSchema.optional(),
  audiences: audienceLimitsSchema.optional(),
  oauth: oauthLimitsSchema.optional(),
  data: dataLimitsSchema.optional(),
  streams: streamLimitsSchema.optional(),
});

/** Changes the limits that are named, and returns all of them. */
export function setLimits(
  world: World,
  {
    active_campaigns: campaigns,
    batch,
    rates,
    creatives,
    audiences,
    oauth,
    data,
    streams,
    ...rest
  }: z.infer<typeof limitsSchema>,
): Limits {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const before = world.limits;
  world.limits = {
    ...before,
    ...named,
    batch: { ...before.batch, ...batch },
    rates: { ...before.rates, ...ratesOf(rates ?? {}) },
    creatives: withNamed(before.creatives, creatives),
    audiences: withNamed(before.audiences, audiences),
    oauth: withNamed(before.oauth, oauth),
    data: withNamed(before.data, data),
    streams: withNamed(before.streams, streams),
    ...(typeof campaigns === 'number' ? { active_campaigns: {}, default_active_campaigns: campaigns } : {}),
    ...(typeof campaigns === 'object'
      ? { active_campaigns: { ...before.active_campaigns, ...campaigns } }
      : {}),
  };
  return world.limits;
}

function ratesOf(rates: Readonly<Partial<Record<RateGroup, Rate | 'public' | 'off'>>>): Limits['rates'] {
  return Object.fromEntries(
    Object.keys(rates)
      .filter(isRateGroup)
      .map((group) => [group, rateNamed(group, rates[group])]),
  );
}

function rateNamed(group: RateGroup, rate: Rate | 'public' | 'off' | undefined): Rate | null {
  if (rate === 'off') return null;
  return rate === 'public' || rate === undefined ? publicRates[group] : rate;
}
