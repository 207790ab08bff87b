import type { Call, Endpoint } from '../engine/endpoint.ts';
import { factsOf } from '../engine/endpoint-facts.ts';
import { getRecord } from '../engine/get-record.ts';
import { listRecords } from '../engine/list-records.ts';
import { single } from '../engine/resource-endpoints.ts';
import { settingsWriters } from '../engine/roles.ts';
import { deleteRecord, updateRecord } from '../engine/write-record.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import { accounts, showAccount } from './accounts.ts';
import { ensureFullUser } from './promotable-users.ts';
import { accountsOf, asAdministrator, permissionsOn } from './users.ts';

const one = '/accounts/:account_id';
const listedAccounts = { collection: accounts.collection, envelope: 'list' } as const;

/** The calls about accounts themselves (F-account-02, F-account-05). */
export const accountEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/accounts',
    ...factsOf(accounts, 'list'),
    run: (call) => listRecords(accounts, call, { ids: accountsOf(call.user) }),
  },
  {
    method: 'POST',
    path: '/accounts',
    sandboxOnly: true,
    params: {},
    answers: listedAccounts,
    run: createAccount,
  },
  {
    method: 'GET',
    path: one,
    ...factsOf(accounts, 'get'),
    deletedAccount: true,
    run: (call) => getRecord(accounts, call, showAccount),
  },
  {
    method: 'PUT',
    path: one,
    ...factsOf(accounts, 'update'),
    allowed: settingsWriters,
    run: (call) =>
      single(accounts, call, (context) => updateRecord(accounts, context, call.accountId), showAccount),
  },
  {
    method: 'DELETE',
    path: one,
    ...factsOf(accounts, 'delete'),
    sandboxOnly: true,
    allowed: settingsWriters,
    deletedAccount: true,
    run: (call) =>
      single(accounts, call, (context) => deleteRecord(accounts, context, call.accountId), showAccount),
  },
  { method: 'GET', path: `${one}/authenticated_user_access`, params: {}, run: authenticatedUserAccess },
];

/** Creates a sandbox account that belongs to the caller; the answer is a list of one (F-request-07). */
function createAccount({ world, user }: Call): Fields {
  const now = world.clock.stamp();
  const id = world.ids.next('accounts');
  const record: StoredRecord = {
    ...accounts.blank(world),
    id,
    account_id: id,
    promotable_user_id: user.id,
    created_at: now,
    updated_at: now,
    deleted: false,
  };
  world.store.transaction(() => {
    world.store.put('accounts', record);
    world.store.put('users', asAdministrator(user, id));
    ensureFullUser(world, id);
  });
  return { request: { params: {} }, next_cursor: null, data: [accounts.show(record, world)] };
}

/** The caller's permissions on the account (F-account-05). */
function authenticatedUserAccess({ user, accountId }: Call): Fields {
  const permissions = permissionsOn(user, accountId) ?? [];
  return { request: { params: { account_id: accountId } }, data: { user_id: user.id, permissions } };
}
