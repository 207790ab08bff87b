import type { Call, Endpoint } from '../engine/endpoint.ts';
import { writeParams } from '../engine/endpoint-facts.ts';
import type { Resource } from '../engine/resource.ts';
import { single } from '../engine/resource-endpoints.ts';
import { createRecord, updateRecord } from '../engine/write-record.ts';
import { digits, text } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { permissionsOn } from './users.ts';

const collection = 'user_settings';
const fields = ['notification_email', 'contact_phone', 'contact_phone_extension'];
const path = '/accounts/:account_id/user_settings/:user_id';

/** How a user of an account is reached (F-account-11). */
export const userSettings: Resource = {
  collection,
  idParam: 'user_id',
  label: 'User settings',
  notFound: 'USER_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('us00', 36), radix: 36 },
  indexed: ['account_id'],
  fields: {
    user_id: 'text',
    notification_email: 'text',
    contact_phone: 'text',
    contact_phone_extension: 'text',
  },
  writes: {
    user_id: { is: digits, on: 'create' },
    notification_email: { is: text(254), on: 'both', clearable: true },
    contact_phone: { is: text(50), on: 'both', clearable: true },
    contact_phone_extension: { is: text(20), on: 'both', clearable: true },
  },
  filters: {},
  listParams: {},
  sortable: [],
  readers: [],
  writers: [],
  operations: [],
  blank: () => Object.fromEntries(fields.map((field) => [field, ''])),
  complete: ({ after }) => ({
    ...after,
    ...Object.fromEntries(fields.map((field) => [field, after[field] ?? ''])),
  }),
  rules: [],
  quotas: [],
  plausible: ({ world }) => ({ user_id: [...world.store.all('users')][0]?.id ?? '' }),
  show: settingsIn,
};

/** The calls about them. */
export const userSettingsEndpoints: readonly Endpoint[] = [
  { method: 'GET', path, answers: { collection, envelope: 'one' }, run: getSettings },
  {
    method: 'PUT',
    path,
    params: writeParams(userSettings, 'update'),
    answers: { collection, envelope: 'one' },
    run: putSettings,
  },
];

/** Everybody may read their own settings; an admin of the account those of all its users. */
function getSettings(call: Call): Fields {
  const isAdmin = permissionsOn(call.user, call.accountId)?.includes('ACCOUNT_ADMIN') === true;
  if (!isAdmin && call.path['user_id'] !== call.user.id) throw notAllowed(call);
  checkUser(call);
  return { request: { params: call.path }, data: settingsIn(storedFor(call) ?? {}) };
}

/** Own settings only, and not those of admins (F-account-11). */
function putSettings(call: Call): Fields {
  checkUser(call);
  const isAdmin = permissionsOn(call.user, call.accountId)?.includes('ACCOUNT_ADMIN') === true;
  if (isAdmin || call.path['user_id'] !== call.user.id) throw notAllowed(call);
  const before = storedFor(call);
  const raw = new Map([...call.raw, ['user_id', call.user.id] as const]);
  return single(userSettings, call, (context) =>
    before === undefined
      ? createRecord(userSettings, { ...context, raw })
      : updateRecord(userSettings, context, before.id),
  );
}

function settingsIn(record: Fields): Fields {
  return Object.fromEntries(fields.map((field) => [field, textIn(record, field) ?? '']));
}

function storedFor({ world, accountId, path: { user_id: userId } }: Call): StoredRecord | undefined {
  const all = [...world.store.in(collection, 'account_id', accountId)];
  return all.find((record) => record['user_id'] === userId && !isDeleted(record));
}

function checkUser({ world, accountId, path: params }: Call): void {
  const userId = params['user_id'] ?? '';
  if (!/^\d{1,19}$/.test(userId)) {
    const message = `Expected Long, got "${userId.slice(0, 200)}" for user_id`;
    throw new ApiError(400, [{ code: 'INVALID_PARAMETER', message, parameter: 'user_id' }], { params });
  }
  const user = world.store.get('users', userId);
  if (user !== undefined && permissionsOn(user, accountId) !== undefined) return;
  const message = `User ${userId} was not found`;
  throw new ApiError(403, [{ code: 'USER_NOT_FOUND', message, parameter: 'user_id' }], { params });
}

function notAllowed({ path: params }: Call): ApiError {
  const message = 'The authenticated user is not allowed to perform this action';
  return new ApiError(403, [{ code: 'ACTION_NOT_ALLOWED', message }], { params });
}
