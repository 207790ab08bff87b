import { z } from 'zod';

const count = z.int().min(0);
const seconds = z.number().positive().max(1_000_000_000);

/** How requests are authenticated: the settings of `PUT /_sandbox/limits` under `oauth`. */
export const oauthLimitsSchema = z.strictObject({
  nonce_replay: z.enum(['accept', 'refuse']).optional(),
  timestamp_window_seconds: seconds.optional(),
  request_token_seconds: seconds.nullable().optional(),
  bearer_calls_per_minute: count.nullable().optional(),
  https: z.enum(['beyond_loopback', 'never']).optional(),
});

/** What the data API does: the settings under `data`. */
export const dataLimitsSchema = z.strictObject({
  source_field: z.enum(['removed', 'shown']).optional(),
  foreign_reads: z.enum(['refuse', 'allow']).optional(),
  stream_rules: count.optional(),
  activity_subscriptions: count.optional(),
  webhooks: count.optional(),
});

/** How streams and webhooks keep time: the settings under `streams`. */
export const streamLimitsSchema = z.strictObject({
  keep_alive_seconds: z.number().min(0.01).max(3600).optional(),
  webhook_timeout_seconds: z.number().min(0.01).max(3600).optional(),
  connections: count.optional(),
});

/** The settings that are named, over those that stand. */
export function withNamed<T extends object>(before: T, named: object | undefined): T {
  const given = Object.entries(named ?? {}).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}
