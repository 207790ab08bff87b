import { textIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import { audienceFor } from './audiences/audience-access.ts';
import { isTargetable } from './audiences/custom-audiences.ts';
import { promotableUsersOf } from './promotable-users.ts';
import { type Criterion, wrongValue } from './targeting-criterion.ts';

/**
 * The values of some sorts name something of the account (F-targeting-09): it must be there, and an audience must be
 * targetable.
 */
export function named(criterion: Criterion): Problem | undefined {
  const { names } = criterion.facts;
  if (names === 'audience') return namedAudience(criterion);
  if (names === 'campaign') return namedCampaign(criterion);
  return names === 'promotable_user' ? namedUser(criterion) : undefined;
}

function namedCampaign({ change, value }: Criterion): Problem | undefined {
  const campaign = change.world.store.get('campaigns', value);
  if (campaign?.['account_id'] === change.accountId) return undefined;
  return wrongValue(value, `No such campaign ${value}`, 'CAMPAIGN_NOT_FOUND');
}

function namedUser({ change, value }: Criterion): Problem | undefined {
  const users = promotableUsersOf(change.world, change.accountId);
  if (users.some((user) => textIn(user, 'user_id') === value)) return undefined;
  return wrongValue(value, `The user ${value} is not promotable`, 'PROMOTABLE_USER_NOT_FOUND');
}

function namedAudience({ change, value }: Criterion): Problem | undefined {
  const audience = audienceFor(change.world, change.accountId, value);
  if (audience === undefined)
    return wrongValue(value, `No such audience ${value}`, 'TAILORED_AUDIENCE_NOT_FOUND');
  return isTargetable(audience, change.world)
    ? undefined
    : wrongValue(value, `The audience ${value} is not targetable`);
}
