import type { AccountLimits, DesiredDocument } from '../../../src/schemas/desired.ts';
import { lenientPolicy } from './lenient-policy.ts';
import { accountKey, campaignResources, declared } from './resources.ts';
import type { CampaignSpec } from './specs.ts';

/** A document of one file that declares the campaigns, as the reader of YAML would give it. */
export function documentFrom(
  accountId: string,
  campaigns: readonly CampaignSpec[],
  limits: Partial<AccountLimits> = {},
): DesiredDocument {
  const allLimits: AccountLimits = {
    activeCampaigns: 200,
    count: 'active',
    lineItems: undefined,
    batch: { campaigns: 10, line_items: 10 },
    ...limits,
  };
  const place = { kind: 'account', parent: undefined, home: { file: 'campaigns.yaml' } };
  return {
    digest: 'sha256:0',
    accounts: [{ key: accountKey, id: accountId, limits: allLimits }],
    resources: [
      declared(accountKey, place, {}, { id: accountId }),
      ...campaigns.flatMap((campaign) => campaignResources(campaign)),
    ],
    moved: [],
    removed: [],
    policy: lenientPolicy,
    files: ['campaigns.yaml'],
    places: { files: [], folders: [], unread: [], roots: [] },
  };
}
