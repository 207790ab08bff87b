/** How media, cards and posts behave where the documentation leaves it open. */
export interface CreativeLimits {
  /** What reading, updating and deleting one card answers: a list of one, or the card (F-request-07). */
  readonly card_envelope: 'list' | 'record';
  /** Scheduled posts in one quarter of an hour, per account (F-post-15). */
  readonly scheduled_tweets_per_window: number;
  /** Whether a post may say again what its author has said (F-post-06). */
  readonly duplicate_tweets: 'refuse' | 'accept';
  /** Whether posting for somebody else takes the permission TWEET_COMPOSER (F-account-04). */
  readonly tweet_composer: 'required' | 'implied';
}

/** How audiences behave where the documentation leaves it open. */
export interface AudienceLimits {
  /** Below how many members an audience is TOO_SMALL. */
  readonly minimum_size: number;
  /** Whether the batch call, a closed beta, is open to the application (F-audience-06). */
  readonly batch: 'open' | 'refused';
  /** What `success_count` and `total_count` count (F-audience-13). */
  readonly count: 'users' | 'operations';
}

export const defaultCreativeLimits: CreativeLimits = {
  card_envelope: 'record',
  scheduled_tweets_per_window: 30,
  duplicate_tweets: 'refuse',
  tweet_composer: 'required',
};

export const defaultAudienceLimits: AudienceLimits = {
  minimum_size: 0,
  batch: 'open',
  count: 'users',
};
