import type { Endpoint } from '../../engine/endpoint.ts';
import type { Resource } from '../../engine/resource.ts';
import { audienceEstimateEndpoints } from './audience-estimate.ts';
import { audienceUserEndpoints } from './audience-users.ts';
import { customAudienceEndpoints, customAudiences } from './custom-audiences.ts';
import { doNotReachEndpoints, doNotReachLists } from './do-not-reach-lists.ts';
import { keywordInsightEndpoints } from './keyword-insights.ts';
import { audienceUsers, doNotReachUsers } from './members.ts';
import { audiencePermissions, permissionEndpoints } from './permissions.ts';
import { targetedEndpoints } from './targeted.ts';

/** Audiences, who is in them and who may use them. */
export const audiences: readonly Resource[] = [
  customAudiences,
  audiencePermissions,
  audienceUsers,
  doNotReachLists,
  doNotReachUsers,
];

/** Those of their calls that are more than the kinds' own operations. */
export const audienceEndpoints: readonly Endpoint[] = [
  ...customAudienceEndpoints,
  ...permissionEndpoints,
  ...audienceUserEndpoints,
  ...targetedEndpoints,
  ...doNotReachEndpoints,
  ...audienceEstimateEndpoints,
  ...keywordInsightEndpoints,
];
