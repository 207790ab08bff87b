import type { Call, Endpoint } from '../../engine/endpoint.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, longIn, plainLong, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { audienceOf } from './audience-access.ts';
import { audienceWriters } from './audience-roles.ts';
import { applyOperations } from './members.ts';
import { audienceMember, operationParams, readOperations, type UserOperation } from './user-operations.ts';

/** Putting people into an audience and taking them out (F-audience-09). */
export const audienceUserEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/accounts/:account_id/custom_audiences/:custom_audience_id/users',
    allowed: audienceWriters,
    operations: [
      { type: 'Update', params: operationParams(audienceMember) },
      { type: 'Delete', params: operationParams(audienceMember) },
    ],
    run: changeUsers,
  },
];

function changeUsers(call: Call): Fields {
  const { world, path } = call;
  const audience = audienceOf(call, 'READ_WRITE');
  if (audience['audience_type'] === 'FLEXIBLE') {
    const message = 'A flexible audience has no users of its own';
    throw new ApiError(400, [{ code: 'INVALID_TAILORED_AUDIENCE_TYPE', message }], { params: path });
  }
  const operations = readOperations(call, audienceMember);
  world.store.transaction(() => {
    const growth = applyOperations(
      world,
      { list: audience, members: 'audience_users', listField: 'custom_audience_id' },
      operations,
    );
    const expiries = operations.filter(({ type }) => type === 'Update').map(({ expiresAt }) => expiresAt);
    world.store.put('custom_audiences', grown(audience, growth, expiries));
  });
  return { request: { params: path }, data: countsOf(world, operations) };
}

function grown(audience: StoredRecord, growth: number, expiries: readonly string[]): StoredRecord {
  const size = (longIn(audience, 'audience_size') ?? 0n) + BigInt(growth);
  const earlier = textIn(audience, 'members_expire_at');
  const [first = null] = [...expiries, ...(earlier === null ? [] : [earlier])].toSorted();
  return { ...audience, audience_size: plainLong(size > 0n ? size : 0n), members_expire_at: first };
}

/** Both counts of an answer: they are equal, and those of the records sent (F-audience-13). */
export function countsOf({ limits }: World, operations: readonly UserOperation[]): Fields {
  const users = operations.reduce((sum, operation) => sum + operation.users.length, 0);
  const count = limits.audiences.count === 'users' ? users : operations.length;
  return { success_count: count, total_count: count };
}

/** Lets the members of an audience go whose time is over. */
export function expireMembers(audience: StoredRecord, world: World): void {
  const now = world.clock.stamp();
  const members = [...world.store.in('audience_users', 'custom_audience_id', audience.id)];
  const expired = members.filter((member) => expiryOf(member) <= now);
  for (const { id } of expired) world.store.remove('audience_users', id);
  const expiries = members.map(expiryOf).filter((expiry) => expiry > now);
  const left = { ...audience, members_expire_at: null };
  world.store.put('custom_audiences', grown(left, -expired.length, expiries));
}

function expiryOf(member: StoredRecord): string {
  return textIn(member, 'expires_at') ?? '';
}
