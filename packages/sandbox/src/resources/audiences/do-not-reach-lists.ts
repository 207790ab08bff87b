import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { findRecord } from '../../engine/get-record.ts';
import { invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { text } from '../../params/param.ts';
import { isDeleted } from '../../store/stored-record.ts';
import { type Fields, longIn, plainLong } from '../../value.ts';
import { commonFields } from '../shared-rules.ts';
import { audienceReaders, audienceWriters } from './audience-roles.ts';
import { countsOf } from './audience-users.ts';
import { applyOperations } from './members.ts';
import { doNotReachMember, operationParams, readOperations } from './user-operations.ts';

/** Lists of people whom no campaign is to reach, one per account (F-audience-22). */
export const doNotReachLists: Resource = {
  collection: 'do_not_reach_lists',
  idParam: 'do_not_reach_list_id',
  label: 'Do not reach list',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('4dnr', 36), radix: 36 },
  indexed: ['account_id'],
  fields: { name: 'text', description: 'text?', list_size: 'long?' },
  writes: { description: { is: text(1000), on: 'create' } },
  filters: { do_not_reach_list_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: audienceReaders,
  writers: audienceWriters,
  operations: ['list', 'get', 'create', 'delete'],
  publicOnly: ['list', 'get', 'create', 'delete'],
  blank: () => ({ name: 'Do Not Reach List', description: null, list_size: null }),
  complete: ({ after }) => after,
  rules: [onePerAccount()],
  quotas: [],
  plausible: () => ({}),
  show: (record) => {
    const size = longIn(record, 'list_size');
    return {
      ...commonFields(record),
      name: record['name'] ?? null,
      description: record['description'] ?? null,
      list_size: size === null ? null : plainLong(size),
      targetable: size !== null && size > 0n,
      reasons_not_targetable: size !== null && size > 0n ? [] : ['TOO_SMALL'],
    };
  },
};

/** Putting people on the list and taking them off. */
export const doNotReachEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
    allowed: audienceWriters,
    profile: 'public',
    operations: [
      { type: 'Update', params: operationParams(doNotReachMember) },
      { type: 'Delete', params: operationParams(doNotReachMember) },
    ],
    run: changeUsers,
  },
];

function changeUsers(call: Call): Fields {
  const { world, path } = call;
  const list = findRecord(doNotReachLists, call, path);
  const operations = readOperations(call, doNotReachMember);
  world.store.transaction(() => {
    const growth = applyOperations(
      world,
      { list, members: 'do_not_reach_users', listField: 'do_not_reach_list_id' },
      operations,
    );
    const size = (longIn(list, 'list_size') ?? 0n) + BigInt(growth);
    world.store.put('do_not_reach_lists', { ...list, list_size: plainLong(size > 0n ? size : 0n) });
  });
  return { request: { params: path }, data: [countsOf(world, operations)] };
}

function onePerAccount(): Rule {
  return {
    fields: ['description'],
    check({ world, accountId, before }) {
      if (before !== undefined) return undefined;
      for (const other of world.store.in('do_not_reach_lists', 'account_id', accountId))
        if (!isDeleted(other)) return invalid('account_id', 'The account has a do not reach list already');
      return undefined;
    },
  };
}
