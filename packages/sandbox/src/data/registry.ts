import type { Resource } from '../engine/resource.ts';
import { activityStreamEndpoint } from './activity-stream.ts';
import { connectionEndpoints } from './connections.ts';
import { createEndpoints } from './create-post.ts';
import type { DataEndpoint } from './data-endpoint.ts';
import { lookupEndpoints } from './lookup-posts.ts';
import { news, newsEndpoints } from './news.ts';
import { noteEndpoints, notes } from './notes.ts';
import { lists, userLinks } from './people.ts';
import { searchEndpoints } from './search-posts.ts';
import { powerstreamRules, ruleEndpoints, streamRules } from './stream-rules.ts';
import { subscriptionEndpoints, subscriptions } from './subscriptions.ts';
import { userReadEndpoints } from './user-reads.ts';
import { activityEvents, webhookReplays, webhooks } from './webhook-records.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Every operation of the version 2 data API; paths without parameters stand before those with them. */
export const dataEndpoints: readonly DataEndpoint[] = [
  ...searchEndpoints,
  ...lookupEndpoints,
  ...createEndpoints,
  ...userReadEndpoints,
  ...newsEndpoints,
  ...noteEndpoints,
  ...ruleEndpoints,
  activityStreamEndpoint,
  ...subscriptionEndpoints,
  ...connectionEndpoints,
  ...webhookEndpoints,
];

/** The kinds of records that only the data API has. */
export const dataResources: readonly Resource[] = [
  userLinks,
  lists,
  news,
  notes,
  streamRules,
  powerstreamRules,
  webhooks,
  subscriptions,
  activityEvents,
  webhookReplays,
];
