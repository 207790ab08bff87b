import type { Call, Endpoint } from '../engine/endpoint.ts';
import { QuotaJudge } from '../engine/quota-judge.ts';
import { readOrRefuse } from '../engine/read-params.ts';
import { campaignWriters } from '../engine/roles.ts';
import { createRecord } from '../engine/write-record.ts';
import { id, listOf, long, type Params } from '../params/param.ts';
import { type Fields, isList, textIn, type Value } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { promotedTweets } from './promoted-tweets.ts';
import { tweetToPromote } from './tweet-to-promote.ts';
import { notPromotable } from './tweets-of-objectives.ts';

const { collection } = promotedTweets;

const params: Params = {
  line_item_id: { is: id, required: true },
  tweet_ids: { is: listOf(long, 50), required: true },
};

/** Promotes posts, all of those that are named or none; the answer is a list (F-request-07, F-attachment-06). */
export const promotedTweetEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/accounts/:account_id/promoted_tweets',
    profile: 'public',
    allowed: campaignWriters,
    params,
    answers: { collection, envelope: 'list' },
    run: promote,
  },
];

function promote(call: Call): Fields {
  const asked = readOrRefuse(params, call);
  const { world, accountId } = call;
  const itemId = textIn(asked, 'line_item_id') ?? '';
  const data = world.store.transaction(() => {
    const judge = new QuotaJudge(world, 'each');
    return idsIn(asked['tweet_ids']).map((named, index) => {
      const tweet = tweetToPromote(world, accountId, named);
      const problem = notPromotable(world, world.store.get('line_items', itemId) ?? {}, tweet);
      if (problem !== undefined) throw new ApiError(400, [problem], { params: asked });
      const raw = new Map([...call.raw, ['tweet_id', tweet.id] as const]);
      return promotedTweets.show(createRecord(promotedTweets, { call, raw, index, judge }).record, world);
    });
  });
  return { request: { params: asked }, data, total_count: data.length };
}

function idsIn(value: Value | undefined): readonly string[] {
  return isList(value) ? value.map(String) : [];
}
