import type { Call, Endpoint } from '../engine/endpoint.ts';
import { findRecord } from '../engine/get-record.ts';
import { single } from '../engine/resource-endpoints.ts';
import { campaignWriters } from '../engine/roles.ts';
import { deleteRecord } from '../engine/write-record.ts';
import { type Fields, textIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { isOut, scheduledPromotedTweets } from './scheduled-promoted-tweets.ts';

const { collection, idParam } = scheduledPromotedTweets;

/** A scheduled promoted post is taken back only before it is out (F-attachment-09). */
export const scheduledPromotedTweetEndpoints: readonly Endpoint[] = [
  {
    method: 'DELETE',
    path: `/accounts/:account_id/${collection}/:${idParam}`,
    profile: 'public',
    allowed: campaignWriters,
    params: {},
    answers: { collection, envelope: 'one' },
    run: remove,
  },
];

function remove(call: Call): Fields {
  const { world, path: params } = call;
  const record = findRecord(scheduledPromotedTweets, call, params);
  if (isOut(world, textIn(record, 'scheduled_tweet_id') ?? '')) {
    const message = `The scheduled Tweet of ${record.id} has been published`;
    throw new ApiError(400, [{ code: 'INVALID_TWEET', message, parameter: idParam }], { params });
  }
  return single(scheduledPromotedTweets, call, (context) =>
    deleteRecord(scheduledPromotedTweets, context, record.id),
  );
}
