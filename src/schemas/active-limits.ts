import type { AccountLimits } from './desired.ts';
import type { Activation } from './kind/spending.ts';

/** What an account's limit on resources of one kind counts: active ones, or all until they are deleted. */
export function countedBy(
  { limit }: Activation,
  { count }: Pick<AccountLimits, 'count'>,
): AccountLimits['count'] {
  // The platform counts paused campaigns in some accounts; paused line items in none.
  return limit === 'active_campaigns' ? count : 'active';
}

/** What a figure of campaigns says of what it counts: nothing where that is active ones, as usual. */
export function campaignsCounted({ count }: Pick<AccountLimits, 'count'>): {
  readonly counts?: 'not_deleted';
} {
  return count === 'active' ? {} : { counts: count };
}

/** How many resources an account's limit of a name allows; infinite where the account has no such limit. */
export function mostUnder(name: Activation['limit'], limits: AccountLimits): number {
  const most = { active_campaigns: limits.activeCampaigns, line_items: limits.lineItems }[name];
  return most ?? Number.POSITIVE_INFINITY;
}

/** True for the name of a limit on active resources. */
export function isActiveLimit(name: string): name is Activation['limit'] {
  return name === 'active_campaigns' || name === 'line_items';
}
