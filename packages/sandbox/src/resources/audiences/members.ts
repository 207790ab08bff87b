import type { Resource } from '../../engine/resource.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import type { World } from '../../world/world.ts';
import { showFields } from '../shared-rules.ts';
import { memberId, type UserOperation } from './user-operations.ts';

/** Who is in a list. No endpoint reads them (F-audience-09); the dump shows what has arrived. */
function membersOf(collection: string, lists: string, listField: string): Resource {
  const fields = { [listField]: 'text', user: 'map', effective_at: 'time', expires_at: 'time' } as const;
  return {
    collection,
    idParam: 'member_id',
    label: 'Member',
    notFound: 'NOT_FOUND',
    ids: { prefix: 'm', start: Number.parseInt('1000', 36), radix: 36 },
    indexed: ['account_id', listField],
    fields,
    writes: {},
    filters: {},
    listParams: {},
    sortable: [],
    readers: [],
    writers: [],
    operations: [],
    blank: () => ({ user: {} }),
    complete: ({ after }) => after,
    rules: [],
    quotas: [],
    plausible: ({ world, parent }) => ({
      [listField]: parent(listField, lists),
      effective_at: world.clock.stamp(),
      expires_at: '9999-12-31T00:00:00Z',
    }),
    show: (record) => showFields(record, Object.keys(fields)),
  };
}

/** The members of custom audiences. */
export const audienceUsers: Resource = membersOf('audience_users', 'custom_audiences', 'custom_audience_id');

/** The members of do-not-reach lists. */
export const doNotReachUsers: Resource = membersOf(
  'do_not_reach_users',
  'do_not_reach_lists',
  'do_not_reach_list_id',
);

/** A list and where its members are kept. */
export interface MemberList {
  readonly list: StoredRecord;
  readonly members: 'audience_users' | 'do_not_reach_users';
  readonly listField: 'custom_audience_id' | 'do_not_reach_list_id';
}

/** Carries out operations on the members of a list; putting somebody in twice or out twice changes nothing. Returns by how many it grew. */
export function applyOperations(
  world: World,
  { list, members, listField }: MemberList,
  operations: readonly UserOperation[],
): number {
  let growth = 0;
  const now = world.clock.stamp();
  for (const { type, users, effectiveAt, expiresAt } of operations) {
    for (const user of users) {
      const id = memberId(list.id, user);
      const known = world.store.get(members, id) !== undefined;
      if (type === 'Delete') world.store.remove(members, id);
      else
        world.store.put(members, {
          id,
          account_id: list['account_id'] ?? null,
          [listField]: list.id,
          user,
          effective_at: effectiveAt,
          expires_at: expiresAt,
          created_at: now,
          updated_at: now,
          deleted: false,
        });
      if (type === 'Delete' && known) growth -= 1;
      if (type !== 'Delete' && !known) growth += 1;
    }
  }
  return growth;
}
