import type { Resource } from '../engine/resource.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { showFields } from './shared-rules.ts';

const collection = 'promotable_users';

/** Whose posts an account may promote: its own user's (FULL), and those of others who allowed it (F-account-10). */
export const promotableUsers: Resource = {
  collection,
  idParam: 'promotable_user_id',
  label: 'Promotable user',
  notFound: 'PROMOTABLE_USER_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('l3000', 36), radix: 36 },
  indexed: ['account_id'],
  fields: { user_id: 'text', promotable_user_type: 'text' },
  writes: {},
  filters: { promotable_user_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: [
    'ACCOUNT_ADMIN',
    'AD_MANAGER',
    'CREATIVE_MANAGER',
    'CAMPAIGN_ANALYST',
    'ANALYST',
    'TWEET_COMPOSER',
  ],
  writers: [],
  operations: ['list', 'get'],
  publicOnly: ['list', 'get'],
  blank: () => ({ promotable_user_type: 'RETWEETS_ONLY' }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ world, accountId, id }) => {
    const own = textIn(world.store.get('accounts', accountId) ?? {}, 'promotable_user_id');
    const isFirst = fullUserOf(world, accountId) === undefined && own !== null;
    return isFirst
      ? { user_id: own, promotable_user_type: 'FULL' }
      : { user_id: String(Number.parseInt(id, 36)), promotable_user_type: 'RETWEETS_ONLY' };
  },
  show: (record) => showFields(record, ['account_id', 'user_id', 'promotable_user_type']),
};

/** The account's promotable users that are not deleted. */
export function promotableUsersOf(world: World, accountId: string): readonly StoredRecord[] {
  return [...world.store.in(collection, 'account_id', accountId)].filter((record) => !isDeleted(record));
}

/** The id of the user who speaks for the account; undefined if there is none. */
export function fullUserOf(world: World, accountId: string): string | undefined {
  const full = promotableUsersOf(world, accountId).find(
    (record) => record['promotable_user_type'] === 'FULL',
  );
  return full === undefined ? undefined : (textIn(full, 'user_id') ?? undefined);
}

/** Makes the account's own user promotable, unless somebody is fully so already. */
export function ensureFullUser(world: World, accountId: string): void {
  const own = textIn(world.store.get('accounts', accountId) ?? {}, 'promotable_user_id');
  if (own === null || fullUserOf(world, accountId) !== undefined) return;
  const now = world.clock.stamp();
  world.store.put(collection, {
    id: world.ids.next(collection),
    account_id: accountId,
    user_id: own,
    promotable_user_type: 'FULL',
    created_at: now,
    updated_at: now,
    deleted: false,
  });
}
