import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { markTweeted } from './media.ts';
import { staleContent } from './post-rules.ts';
import { tweets } from './tweets.ts';

/**
 * Lets a scheduled post go out: it becomes a published post, and is promoted where that was wanted; one whose content
 * no longer holds becomes FAILED (F-post-16).
 */
export function publish(post: StoredRecord, world: World): void {
  const at = textIn(post, 'scheduled_at') ?? world.clock.stamp();
  const times = { completed_at: at, updated_at: at };
  if (staleContent(world, post) !== undefined) {
    world.store.put('scheduled_tweets', { ...post, ...times, scheduled_status: 'FAILED' });
    return;
  }
  const { scheduled_status: _status, completed_at: _completed, ...content } = post;
  const tweet = {
    ...tweets.blank(world),
    ...content,
    id: world.ids.next('tweets'),
    created_at: at,
    updated_at: at,
    deleted: false,
  };
  world.store.put('tweets', tweet);
  markTweeted(world, tweet);
  world.store.put('scheduled_tweets', {
    ...post,
    ...times,
    scheduled_status: 'SUCCESS',
    tweet_id: tweet.id,
  });
  promote(world, post.id, tweet.id, at);
}

/** Promotes the post where it was to be (F-attachment-09). */
function promote(world: World, scheduledId: string, tweetId: string, at: string): void {
  for (const wish of world.store.in('scheduled_promoted_tweets', 'scheduled_tweet_id', scheduledId)) {
    if (isDeleted(wish)) continue;
    world.store.put('scheduled_promoted_tweets', { ...wish, tweet_id: tweetId, updated_at: at });
    world.store.put('promoted_tweets', {
      id: world.ids.next('promoted_tweets'),
      account_id: wish['account_id'] ?? null,
      line_item_id: wish['line_item_id'] ?? null,
      tweet_id: tweetId,
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
      created_at: at,
      updated_at: at,
      deleted: false,
    });
  }
}
