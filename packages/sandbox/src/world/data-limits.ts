/** How requests are authenticated, and how long what they are authenticated with lasts. */
export interface OAuthLimits {
  /** Whether a nonce may come twice within the timestamp window (F-auth-22). */
  readonly nonce_replay: 'accept' | 'refuse';
  /** How far a timestamp may be from real time. */
  readonly timestamp_window_seconds: number;
  /** How long a request token lasts, of the sandbox's time; null for ever. */
  readonly request_token_seconds: number | null;
  /** Calls of POST oauth2/token per application and minute before code 99; null for no limit (F-auth-14). */
  readonly bearer_calls_per_minute: number | null;
  /** Whether an authorization step over plain HTTP needs a loopback address (F-auth-02). */
  readonly https: 'beyond_loopback' | 'never';
}

/** What the data API does where its history or its documentation leaves it open. */
export interface DataLimits {
  /** Whether posts show the removed field `source` (F-data-04). */
  readonly source_field: 'removed' | 'shown';
  /** Whether a user may read the lists of another one, where a read is of the caller's own data (F-data-13). */
  readonly foreign_reads: 'refuse' | 'allow';
  /** Rules of the filtered stream per application (F-data-16). */
  readonly stream_rules: number;
  /** Activity subscriptions per application (F-event-02). */
  readonly activity_subscriptions: number;
  /** Webhooks per application. */
  readonly webhooks: number;
}

/** How streams and webhooks keep time, all of it real time. */
export interface StreamLimits {
  /** Between two signs of life of a stream (at least every 20 s: F-event-01). */
  readonly keep_alive_seconds: number;
  /** How long a webhook may take to answer (F-event-11). */
  readonly webhook_timeout_seconds: number;
  /** Open streams per application. */
  readonly connections: number;
}

export const defaultOAuthLimits: OAuthLimits = {
  nonce_replay: 'accept',
  timestamp_window_seconds: 300,
  request_token_seconds: 900,
  bearer_calls_per_minute: null,
  https: 'beyond_loopback',
};

export const defaultDataLimits: DataLimits = {
  source_field: 'removed',
  foreign_reads: 'refuse',
  stream_rules: 25_000,
  activity_subscriptions: 1500,
  webhooks: 100,
};

export const defaultStreamLimits: StreamLimits = {
  keep_alive_seconds: 20,
  webhook_timeout_seconds: 10,
  connections: 100,
};
