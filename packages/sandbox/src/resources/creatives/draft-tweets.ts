import type { Endpoint } from '../../engine/endpoint.ts';
import { findRecord } from '../../engine/get-record.ts';
import type { Resource } from '../../engine/resource.ts';
import { resourceEndpoints } from '../../engine/resource-endpoints.ts';
import { long } from '../../params/param.ts';
import { isDeleted } from '../../store/stored-record.ts';
import { showFields } from '../shared-rules.ts';
import { composed } from './composed.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { blankPost, byUser, completePost, plausiblePost, postFields, postWrites } from './post-fields.ts';
import { postRules } from './post-rules.ts';

/** Draft posts (F-post-12). */
export const draftTweets: Resource = {
  collection: 'draft_tweets',
  idParam: 'draft_tweet_id',
  label: 'Draft Tweet',
  notFound: 'TWEET_NOT_FOUND',
  hardDelete: true,
  ids: { prefix: '11774760', start: 31_668_100_000, radix: 10 },
  indexed: ['account_id', 'user_id'],
  fields: { ...postFields, status: 'text?' },
  writes: postWrites,
  filters: {},
  listParams: { user_id: { is: long } },
  matches: { user_id: byUser },
  paging: { count: 100, most: 200, takes: [] },
  sortable: [],
  readers: creativeReaders,
  writers: [...creativeWriters, 'TWEET_COMPOSER'],
  operations: [],
  blank: () => ({ ...blankPost, status: null }),
  complete: completePost,
  rules: postRules,
  quotas: [],
  plausible: (filler) => plausiblePost('Draft', filler),
  show: (record) => {
    const { deleted: _deleted, ...shown } = showFields(record, Object.keys(draftTweets.fields));
    return { ...shown, status: isDeleted(record) ? 'DELETED' : (record['status'] ?? null) };
  },
};

/** The calls about drafts; a preview goes to the caller's own apps, and to nobody else's. */
export const draftEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints({
    ...draftTweets,
    operations: ['list', 'get', 'create', 'update', 'delete'],
    publicOnly: ['list', 'get', 'create'],
  }).map((endpoint) => composed(endpoint, draftTweets.idParam)),
  {
    method: 'POST',
    path: '/accounts/:account_id/draft_tweets/preview/:draft_tweet_id',
    allowed: [...creativeWriters, 'TWEET_COMPOSER'],
    params: {},
    run: (call) => {
      const params = call.path;
      findRecord(draftTweets, call, params);
      const message = `A preview was sent to the devices of user ${call.user.id}`;
      return { request: { params }, message };
    },
  },
];
