import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';
import { fullUserOf } from './promotable-users.ts';

/**
 * The post that a line item comes to refer to: the one that is named if the account's own user wrote it, else (by the
 * limits) a hidden repost of it by that user, with an id of its own (F-attachment-07).
 * Throws ApiError 404 TWEET_NOT_FOUND for a post that there is not.
 */
export function tweetToPromote(world: World, accountId: string, tweetId: string): StoredRecord {
  const tweet = world.store.get('tweets', tweetId);
  if (tweet === undefined || isDeleted(tweet)) throw unknownTweet(tweetId, accountId);
  const own = fullUserOf(world, accountId);
  const isOwn = own === undefined || textIn(tweet, 'user_id') === own;
  return isOwn || world.limits.foreign_tweets === 'same_id' ? tweet : repost(world, accountId, tweet, own);
}

function unknownTweet(tweetId: string, accountId: string): ApiError {
  const message = `Tweet ${tweetId} was not found`;
  return new ApiError(404, [{ code: 'TWEET_NOT_FOUND', message, parameter: 'tweet_ids', value: tweetId }], {
    params: { account_id: accountId },
  });
}

function repost(world: World, accountId: string, tweet: StoredRecord, userId: string): StoredRecord {
  const now = world.clock.stamp();
  const copy = {
    ...tweet,
    id: world.ids.next('tweets'),
    account_id: accountId,
    user_id: userId,
    nullcast: true,
    referenced_tweets: [{ type: 'retweeted', id: tweet.id }],
    created_at: now,
    updated_at: now,
  };
  world.store.put('tweets', copy);
  return copy;
}
