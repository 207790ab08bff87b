import type { Resource } from '../engine/resource.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { fieldsIn, textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { showFields } from './shared-rules.ts';

/**
 * The people whose tokens sign requests, and what each may do where: `accounts` maps an account's id to permissions
 * (F-account-04). No endpoint serves them; seeds name them and the dump shows them.
 */
export const users: Resource = {
  collection: 'users',
  idParam: 'user_id',
  label: 'User',
  notFound: 'USER_NOT_FOUND',
  ids: { prefix: '', start: 756_201_191_000_000, radix: 10 },
  indexed: ['access_token'],
  fields: {
    screen_name: 'text',
    access_token: 'text',
    access_token_secret: 'text',
    revoked: 'boolean',
    accounts: 'map',
    // What the data API shows of them (F-data-06).
    name: 'text?',
    description: 'text?',
    location: 'text?',
    url: 'text?',
    profile_image_url: 'text?',
    protected: 'boolean?',
    verified: 'boolean?',
    verified_type: 'text?',
    affiliate: 'text?',
    pinned_tweet_id: 'text?',
    public_metrics: 'json?',
    /** `None`, or the paid tier that lets a user edit posts (F-data-12). */
    subscription_type: 'text?',
  },
  writes: {},
  filters: {},
  listParams: {},
  sortable: [],
  readers: [],
  writers: [],
  operations: [],
  blank: () => ({ revoked: false, accounts: {} }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id }) => ({
    screen_name: `user_${id}`,
    access_token: `${id}-sandboxAccessToken`,
    access_token_secret: `sandboxAccessTokenSecret${id}`,
  }),
  show: (record) => showFields(record, Object.keys(users.fields)),
};

/** The user's permissions on the account; undefined without access. */
export function permissionsOn(user: StoredRecord, accountId: string): readonly string[] | undefined {
  const permissions = textsIn(fieldsIn(user, 'accounts'), accountId);
  return permissions.length === 0 ? undefined : permissions;
}

/** The ids of the accounts that the user has access to. */
export function accountsOf(user: StoredRecord): readonly string[] {
  return Object.keys(fieldsIn(user, 'accounts')).filter((id) => permissionsOn(user, id) !== undefined);
}

/** The user as an administrator of the account. */
export function asAdministrator(user: StoredRecord, accountId: string): StoredRecord {
  return { ...user, accounts: { ...fieldsIn(user, 'accounts'), [accountId]: ['ACCOUNT_ADMIN'] } };
}

/** The secret of the user's token, empty if it has none. */
export function tokenSecretOf(user: StoredRecord): string {
  return textIn(user, 'access_token_secret') ?? '';
}

/** The user of this handle, in any case. */
export function userNamed({ store }: World, handle: string): StoredRecord | undefined {
  const wanted = handle.replace(/^@/, '').toLowerCase();
  for (const user of store.all('users'))
    if (textIn(user, 'screen_name')?.toLowerCase() === wanted) return user;
  return undefined;
}
