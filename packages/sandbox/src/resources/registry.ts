import { apps } from '../auth/apps.ts';
import { accessTokens, bearerTokens, requestTokens } from '../auth/tokens.ts';
import { dataResources } from '../data/registry.ts';
import type { Endpoint } from '../engine/endpoint.ts';
import type { Resource } from '../engine/resource.ts';
import { resourceEndpoints } from '../engine/resource-endpoints.ts';
import { lookupEndpoints } from '../lookups/lookup-endpoints.ts';
import { accountApps } from './account-apps.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { accountHistory, accountHistoryEndpoint } from './account-history.ts';
import { accounts } from './accounts.ts';
import { audienceEndpoints, audiences } from './audiences/audiences.ts';
import { campaigns } from './campaigns.ts';
import { creativeEndpoints, creatives } from './creatives/creatives.ts';
import { featureEndpoints } from './features.ts';
import { fundingInstruments } from './funding-instruments.ts';
import { lineItemCuratedCategories } from './line-item-curated-categories.ts';
import { lineItems } from './line-items.ts';
import { mediaCreatives } from './media-creatives.ts';
import { prerollCallToActions } from './preroll-call-to-actions.ts';
import { promotableUsers } from './promotable-users.ts';
import { promotedAccountEndpoints } from './promoted-account-endpoints.ts';
import { promotedAccounts } from './promoted-accounts.ts';
import { promotedTweetEndpoints } from './promoted-tweet-endpoints.ts';
import { promotedTweets } from './promoted-tweets.ts';
import { scheduledPromotedTweetEndpoints } from './scheduled-promoted-tweet-endpoints.ts';
import { scheduledPromotedTweets } from './scheduled-promoted-tweets.ts';
import { targetingCriteria } from './targeting-criteria.ts';
import { taxSettings, taxSettingsEndpoints } from './tax-settings.ts';
import { trackingTags } from './tracking-tags.ts';
import { userSettings, userSettingsEndpoints } from './user-settings.ts';
import { users } from './users.ts';

/** Every kind of record, parents before children: one line each. */
export const resources: readonly Resource[] = [
  users,
  apps,
  requestTokens,
  accessTokens,
  bearerTokens,
  accounts,
  promotableUsers,
  accountApps,
  userSettings,
  taxSettings,
  ...creatives,
  ...audiences,
  fundingInstruments,
  campaigns,
  lineItems,
  trackingTags,
  targetingCriteria,
  promotedTweets,
  scheduledPromotedTweets,
  promotedAccounts,
  mediaCreatives,
  prerollCallToActions,
  lineItemCuratedCategories,
  accountHistory,
  ...dataResources,
];

/** Every operation that is served. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...featureEndpoints,
  ...userSettingsEndpoints,
  ...taxSettingsEndpoints,
  accountHistoryEndpoint,
  ...promotedTweetEndpoints,
  ...scheduledPromotedTweetEndpoints,
  ...promotedAccountEndpoints,
  ...lookupEndpoints,
  ...creativeEndpoints,
  ...audienceEndpoints,
  ...resources.flatMap(resourceEndpoints),
];
