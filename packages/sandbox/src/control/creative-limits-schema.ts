import { z } from 'zod';

/** How media, cards and posts behave: the settings of `PUT /_sandbox/limits` under `creatives`. */
export const creativeLimitsSchema = z.strictObject({
  card_envelope: z.enum(['list', 'record']).optional(),
  scheduled_tweets_per_window: z.int().min(0).optional(),
  duplicate_tweets: z.enum(['refuse', 'accept']).optional(),
  tweet_composer: z.enum(['required', 'implied']).optional(),
});

/** How audiences behave: the settings under `audiences`. */
export const audienceLimitsSchema = z.strictObject({
  minimum_size: z.int().min(0).optional(),
  batch: z.enum(['open', 'refused']).optional(),
  count: z.enum(['users', 'operations']).optional(),
});
