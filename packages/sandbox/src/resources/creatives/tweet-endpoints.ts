import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { listRecords } from '../../engine/list-records.ts';
import { readOrRefuse } from '../../engine/read-params.ts';
import { missing, type Resource } from '../../engine/resource.ts';
import { resourceEndpoints, single } from '../../engine/resource-endpoints.ts';
import { createRecord, updateRecord } from '../../engine/write-record.ts';
import { flag, int, listOf, long, oneOf, type Params, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, isList, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { composed } from './composed.ts';
import { creativeReaders } from './creative-roles.ts';
import { draftTweets } from './draft-tweets.ts';
import { startsWith } from './matchers.ts';
import { markTweeted } from './media.ts';
import { authorFor, checkComposer, idText } from './post-fields.ts';
import { scheduledTweets } from './scheduled-tweets.ts';
import { showNewTweet, showTweet } from './show-tweet.ts';
import { tweets } from './tweets.ts';

const types = ['DRAFT', 'PUBLISHED', 'SCHEDULED'] as const;
type TweetType = (typeof types)[number];

const sorts: Readonly<Record<TweetType, Resource>> = {
  DRAFT: draftTweets,
  PUBLISHED: tweets,
  SCHEDULED: scheduledTweets,
};

const account = '/accounts/:account_id';
const tweetType = { is: oneOf(types), required: true } as const;
const tweetIds = listOf(long, 200);

const listParams: Params = {
  tweet_type: tweetType,
  tweet_ids: { is: tweetIds },
  include_mentions_and_replies: { is: flag, default: false },
  name: { is: text(80) },
  timeline_type: { is: oneOf(['ALL', 'NULLCAST', 'ORGANIC']), default: 'NULLCAST' },
  trim_user: { is: flag, default: false },
  user_id: { is: long },
};
/** A post as these calls show it. */
const shownPost = {
  name: 'post',
  show: (record: StoredRecord, world: World) => showTweet(record, world, { tweet_type: 'PUBLISHED' }),
};
const previewParams: Params = { tweet_ids: { is: tweetIds, required: true }, tweet_type: tweetType };
const nameWrites: Resource['writes'] = { name: { is: text(80), on: 'update', clearable: true } };

/** The calls about posts of any sort (F-post-02, F-post-03). */
export const tweetEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: `${account}/tweets`,
    allowed: creativeReaders,
    params: { ...listParams, count: { is: int(1, 1000) }, cursor: { is: text(4000) } },
    answers: { collection: tweets.collection, envelope: 'list', as: shownPost },
    run: listTweets,
  },
  ...resourceEndpoints({ ...tweets, operations: ['create'] }).map((endpoint) => ({
    ...endpoint,
    answers: { collection: tweets.collection, envelope: 'one', as: shownPost } as const,
    run: postTweet,
  })),
  composed(
    {
      method: 'PUT',
      path: `${account}/tweets/:tweet_id/name`,
      allowed: tweets.writers,
      params: { name: { is: text(80) } },
      run: nameTweet,
    },
    'tweet_id',
  ),
  {
    method: 'GET',
    path: `${account}/tweet_previews`,
    allowed: creativeReaders,
    params: previewParams,
    run: previews,
  },
];

function postTweet(call: Call): Fields {
  checkComposer(call);
  let given: Fields = {};
  return single(
    tweets,
    call,
    (context) => {
      const written = createRecord(tweets, context);
      given = written.params;
      markTweeted(call.world, written.record);
      return written;
    },
    (record, world) => showNewTweet(record, world, given),
  );
}

function nameTweet(call: Call): Fields {
  if (!call.raw.has('name')) throw new ApiError(400, [missing('name')], { params: call.path });
  const named: Resource = { ...tweets, writes: nameWrites, rules: [] };
  return single(
    named,
    call,
    (context) => updateRecord(named, context, call.path['tweet_id'] ?? ''),
    (record) => ({ tweet_id: record.id, name: textIn(record, 'name') }),
  );
}

/** Lists the posts of one sort: those of the account's own user unless another is named. */
function listTweets(call: Call): Fields {
  const type = typeOf(call);
  const sort = sorts[type];
  const author = call.raw.get('user_id') ?? authorFor(call.world, call.accountId);
  const list: Resource = {
    ...sort,
    filters: { tweet_ids: 'id' },
    listParams,
    paging: { count: 200, most: 1000, takes: [] },
    matches: {
      user_id: (record) => record['account_id'] === call.accountId || record['account_id'] === null,
      name: startsWith('name'),
      tweet_type: (record) => type !== 'SCHEDULED' || record['scheduled_status'] === 'SCHEDULED',
      timeline_type: (record, given = 'NULLCAST') =>
        given === 'ALL' || (record['nullcast'] === false) === (given === 'ORGANIC'),
      include_mentions_and_replies: (record, given) =>
        given === true || !(textIn(record, 'text') ?? '').startsWith('@'),
    },
    show: (record, world, asked) => showTweet(record, world, { ...asked, tweet_type: type }),
  };
  return listRecords(list, call, { within: { field: 'user_id', values: [idText(author)] } });
}

// Where the type is missing or wrong, the list refuses the request by its table.
function typeOf({ raw }: Call): TweetType {
  return types.find((type) => type === raw.get('tweet_type')) ?? 'PUBLISHED';
}

/** A frame of markup per post; an id that is of another sort, or nobody's, gets none (F-post-11). */
function previews(call: Call): Fields {
  const params = readOrRefuse(previewParams, call);
  const { collection } = sorts[typeOf(call)];
  const ids = params['tweet_ids'] ?? null;
  const found = (isList(ids) ? ids : []).flatMap((value) => {
    const post = call.world.store.get(collection, idText(value));
    return post === undefined || isDeleted(post) || !isVisible(post, call) ? [] : [preview(post.id)];
  });
  return { request: { params }, next_cursor: null, data: found };
}

function isVisible(post: StoredRecord, { accountId }: Call): boolean {
  return post['account_id'] === accountId || post['account_id'] === null;
}

function preview(id: string): Fields {
  const address = `https://preview.example.com/tweets/${id}`;
  return { tweet_id: id, preview: `<iframe class="tweet-preview" src="${address}" width="100%"></iframe>` };
}
