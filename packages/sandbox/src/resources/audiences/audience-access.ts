import type { Call } from '../../engine/endpoint.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';

/** What an account may do with an audience: everything, or what its owner has granted. */
export type AudienceAccess = 'OWNER' | 'READ_WRITE' | 'READ_ONLY';

/** What the account may do with the audience; undefined for nothing. */
export function accessTo(
  world: World,
  accountId: string,
  audience: StoredRecord,
): AudienceAccess | undefined {
  if (audience['account_id'] === accountId) return 'OWNER';
  for (const grant of world.store.in('audience_permissions', 'custom_audience_id', audience.id)) {
    if (isDeleted(grant) || grant['granted_account_id'] !== accountId) continue;
    return grant['permission_level'] === 'READ_WRITE' ? 'READ_WRITE' : 'READ_ONLY';
  }
  return undefined;
}

/** The live audience of this id that the account owns or was granted. Ids are read in whatever case (F-value-01). */
export function audienceFor(world: World, accountId: string, id: string): StoredRecord | undefined {
  const { store } = world;
  const audience = store.get('custom_audiences', id) ?? store.get('custom_audiences', id.toLowerCase());
  if (audience === undefined || isDeleted(audience)) return undefined;
  return accessTo(world, accountId, audience) === undefined ? undefined : audience;
}

/** The ids of the live audiences that other accounts have granted to this one. */
export function sharedWith(world: World, accountId: string): readonly string[] {
  return [...world.store.in('audience_permissions', 'granted_account_id', accountId)]
    .filter((grant) => !isDeleted(grant))
    .map((grant) => textIn(grant, 'custom_audience_id') ?? '');
}

/** The 404 of an audience that is not there, or not for this account: the codes have kept the old name. */
export function noAudience(id: string, params: Fields): ApiError {
  const message = `Custom audience ${id.slice(0, 200)} was not found`;
  const problem = {
    code: 'TAILORED_AUDIENCE_NOT_FOUND',
    message,
    parameter: 'custom_audience_id',
    value: id,
  };
  return new ApiError(404, [problem], { params });
}

/**
 * The audience that the path names, if the account may do as much with it. Throws ApiError: 404 where the account has
 * no access, 403 where it has too little.
 */
export function audienceOf(call: Call, needed: AudienceAccess): StoredRecord {
  const id = call.path['custom_audience_id'] ?? call.path['tailored_audience_id'] ?? '';
  const audience = audienceFor(call.world, call.accountId, id);
  if (audience === undefined) throw noAudience(id, call.path);
  const access = accessTo(call.world, call.accountId, audience);
  const isEnough =
    access === 'OWNER' || needed === 'READ_ONLY' || (needed === 'READ_WRITE' && access === 'READ_WRITE');
  if (isEnough) return audience;
  const message = `Account ${call.accountId} may not do this with custom audience ${audience.id}`;
  throw new ApiError(403, [{ code: 'ACTION_NOT_ALLOWED', message }], { params: call.path });
}
