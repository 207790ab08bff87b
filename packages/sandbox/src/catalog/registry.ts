import { apps } from '../auth/apps.ts';
import { accessTokens, bearerTokens, requestTokens } from '../auth/tokens.ts';
import { dataResources } from '../data/registry.ts';
import type { Endpoint } from '../engine/endpoint.ts';
import type { Resource } from '../engine/resource.ts';
import { resourceEndpoints } from '../engine/resource-endpoints.ts';
import { lookupEndpoints } from '../lookups/lookup-endpoints.ts';
import { accountApps } from '../resources/account-apps.ts';
import { accountEndpoints } from '../resources/account-endpoints.ts';
import { accountHistory, accountHistoryEndpoint } from '../resources/account-history.ts';
import { accounts } from '../resources/accounts.ts';
import { audienceEndpoints, audiences } from '../resources/audiences/audiences.ts';
import { campaigns } from '../resources/campaigns.ts';
import { creativeEndpoints, creatives } from '../resources/creatives/creatives.ts';
import { featureEndpoints } from '../resources/features.ts';
import { fundingInstruments } from '../resources/funding-instruments.ts';
import { lineItemCuratedCategories } from '../resources/line-item-curated-categories.ts';
import { lineItems } from '../resources/line-items.ts';
import { mediaCreatives } from '../resources/media-creatives.ts';
import { prerollCallToActions } from '../resources/preroll-call-to-actions.ts';
import { promotableUsers } from '../resources/promotable-users.ts';
import { promotedAccountEndpoints } from '../resources/promoted-account-endpoints.ts';
import { promotedAccounts } from '../resources/promoted-accounts.ts';
import { promotedTweetEndpoints } from '../resources/promoted-tweet-endpoints.ts';
import { promotedTweets } from '../resources/promoted-tweets.ts';
import { scheduledPromotedTweetEndpoints } from '../resources/scheduled-promoted-tweet-endpoints.ts';
import { scheduledPromotedTweets } from '../resources/scheduled-promoted-tweets.ts';
import { statsEndpoints } from '../resources/stats/stats-endpoints.ts';
import { statsJobs } from '../resources/stats/stats-jobs.ts';
import { targetingCriteria } from '../resources/targeting-criteria.ts';
import { taxSettings, taxSettingsEndpoints } from '../resources/tax-settings.ts';
import { trackingTags } from '../resources/tracking-tags.ts';
import { userSettings, userSettingsEndpoints } from '../resources/user-settings.ts';
import { users } from '../resources/users.ts';
import { uploadEndpoints } from '../resources/version-one/upload-media.ts';
import { versionOneReads } from '../resources/version-one/version-one-reads.ts';

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
  statsJobs,
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
  ...statsEndpoints,
  ...versionOneReads,
  ...uploadEndpoints,
  ...resources.flatMap(resourceEndpoints),
];
