/** How many requests fit into a window of the sandbox's time. */
export interface Rate {
  readonly limit: number;
  readonly window_seconds: number;
}

const minute = 60;
const quarter = 900;

/** The platform's public rates, by group of requests (F-rate-01). */
export const publicRates = {
  /** POST, PUT and DELETE on the advertising paths share one window per token. */
  writes: { limit: 450, window_seconds: minute },
  /** Whatever has to do with custom audiences, per endpoint. */
  audience: { limit: 1500, window_seconds: minute },
  /** Reads of accounts, funding, campaigns, line items and what hangs on them, per endpoint and account. */
  core_reads: { limit: 10_000, window_seconds: quarter },
  /** Other reads in an account, per endpoint and account. */
  account_reads: { limit: 2000, window_seconds: quarter },
  /** Reads of targeting criteria share one window. */
  targeting_reads: { limit: 400, window_seconds: quarter },
  tv_reads: { limit: 2000, window_seconds: quarter },
  keyword_insights: { limit: 500, window_seconds: quarter },
  /** Reads that name no account, per endpoint. */
  global_reads: { limit: 5, window_seconds: quarter },
  /** Questions about figures that are answered at once share one window. */
  stats: { limit: 250, window_seconds: quarter },
  /** Lists with `with_total_count`, whatever they list. */
  total_counts: { limit: 200, window_seconds: quarter },
  /** `GET /2/tweets`, per user. */
  post_reads: { limit: 5000, window_seconds: quarter },
  /** `POST /2/tweets` and `POST /2/posts`, per user. */
  post_writes: { limit: 100, window_seconds: quarter },
  /** Everything else outside the advertising paths, per endpoint: no number is published. */
  other: { limit: 900, window_seconds: quarter },
} as const satisfies Readonly<Record<string, Rate>>;

export type RateGroup = keyof typeof publicRates;

/** Whether requests are counted under this name. */
export function isRateGroup(name: unknown): name is RateGroup {
  return typeof name === 'string' && Object.hasOwn(publicRates, name);
}

/** Whether requests are counted, and at which rates. */
export interface RateLimits {
  /** The public rates for every group, or none. */
  readonly rate_limits: 'public' | 'off';
  /** Rates of single groups, whatever holds for the others; null for none. */
  readonly rates: Readonly<Partial<Record<RateGroup, Rate | null>>>;
  /** POST, PUT and DELETE per access token and minute, before `rates`; null for what else is set. */
  readonly writes_per_minute: number | null;
}

/** The rate of a group as it is set; undefined where its requests are not counted. */
export function rateOf(limits: RateLimits, group: RateGroup): Rate | undefined {
  if (group === 'writes' && limits.writes_per_minute !== null)
    return { limit: limits.writes_per_minute, window_seconds: minute };
  const own = limits.rates[group];
  if (own !== undefined) return own ?? undefined;
  return limits.rate_limits === 'public' ? publicRates[group] : undefined;
}
