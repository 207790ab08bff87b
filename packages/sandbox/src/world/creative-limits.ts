/** How media, cards and posts behave where the documents leave it open. */
export interface CreativeLimits {
  /** What reading, updating and deleting one card answers: a list of one, or the card (public facts, section 3.3). */
  readonly card_envelope: 'list' | 'record';
  /** Scheduled posts in one quarter of an hour, per account (public facts, section 11.2). */
  readonly scheduled_tweets_per_window: number;
  /** Whether a post may say again what its author has said (public facts, section 11.2). */
  readonly duplicate_tweets: 'refuse' | 'accept';
  /** Whether posting for somebody else takes the permission TWEET_COMPOSER (reference part 2, line 69). */
  readonly tweet_composer: 'required' | 'implied';
}

/** How audiences behave where the documents leave it open. */
export interface AudienceLimits {
  /** Below how many members an audience is TOO_SMALL. */
  readonly minimum_size: number;
  /** Whether the batch call, a closed beta, is open to the application (reference part 3, line 124). */
  readonly batch: 'open' | 'refused';
  /** What `success_count` and `total_count` count (reference part 3, line 139). */
  readonly count: 'users' | 'operations';
}

export const defaultCreativeLimits: CreativeLimits = {
  card_envelope: 'list',
  scheduled_tweets_per_window: 30,
  duplicate_tweets: 'refuse',
  tweet_composer: 'required',
};

export const defaultAudienceLimits: AudienceLimits = {
  minimum_size: 0,
  batch: 'open',
  count: 'users',
};
