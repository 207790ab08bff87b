/** Fields of a post that may be asked for: those of the reference (part 1, lines 43 to 54) and the public ones beside them. */
export const postFields = [
  'id',
  'text',
  'author_id',
  'created_at',
  'conversation_id',
  'in_reply_to_user_id',
  'lang',
  'possibly_sensitive',
  'source',
  'attachments',
  'public_metrics',
  'referenced_tweets',
  'entities',
  'context_annotations',
  'edit_history_tweet_ids',
  'article',
  'card_uri',
  'community_id',
  'display_text_range',
  'edit_controls',
  'geo',
  'media_metadata',
  'non_public_metrics',
  'note_tweet',
  'note_post',
  'organic_metrics',
  'paid_partnership',
  'promoted_metrics',
  'reply_settings',
  'scopes',
  'withheld',
] as const;

/** Fields of a user (reference part 1, lines 69 to 82), and the public ones beside them. */
export const userFields = [
  'id',
  'name',
  'username',
  'created_at',
  'description',
  'location',
  'url',
  'profile_image_url',
  'protected',
  'verified',
  'verified_type',
  'pinned_tweet_id',
  'public_metrics',
  'entities',
  'affiliation',
  'connection_status',
  'is_identity_verified',
  'most_recent_tweet_id',
  'parody',
  'profile_banner_url',
  'receives_your_dm',
  'subscription',
  'subscription_type',
  'verified_followers_count',
  'withheld',
] as const;

/** Fields of a media object (reference part 1, lines 88 to 91), and the public ones beside them. */
export const mediaFields = [
  'media_key',
  'type',
  'duration_ms',
  'public_metrics',
  'alt_text',
  'height',
  'non_public_metrics',
  'organic_metrics',
  'preview_image_url',
  'promoted_metrics',
  'url',
  'variants',
  'width',
] as const;

/** Fields of a list. */
export const listFields = [
  'id',
  'name',
  'created_at',
  'description',
  'follower_count',
  'member_count',
  'owner_id',
  'private',
] as const;

/** Fields of a news story (reference part 1, line 93), and the public ones beside them. */
export const newsFields = [
  'id',
  'name',
  'summary',
  'contexts',
  'cluster_posts_results',
  'last_updated_at_ms',
  'category',
  'disclaimer',
  'hook',
  'keywords',
  'updated_at',
] as const;

/** Related objects of a post that an answer may include (public facts, section 12). */
export const postExpansions = [
  'attachments.media_keys',
  'author_id',
  'in_reply_to_user_id',
  'entities.mentions.username',
  'entities.note.mentions.username',
  'referenced_tweets.id',
  'referenced_tweets.id.author_id',
  'referenced_tweets.id.attachments.media_keys',
  'edit_history_tweet_ids',
  'attachments.media_source_tweet',
  'attachments.poll_ids',
  'article.cover_media',
  'article.media_entities',
  'geo.place_id',
] as const;

/** Related objects of a user. */
export const userExpansions = ['pinned_tweet_id', 'affiliation.user_id', 'most_recent_tweet_id'] as const;
