import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { writeParams } from '../../engine/endpoint-facts.ts';
import { listParams, listRecords } from '../../engine/list-records.ts';
import { type Change, invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { single } from '../../engine/resource-endpoints.ts';
import { createRecord, deleteRecord } from '../../engine/write-record.ts';
import { id, oneOf } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import { hasFeature } from '../features.ts';
import { showFields } from '../shared-rules.ts';
import { accessTo, audienceOf } from './audience-access.ts';
import { audienceReaders, audienceWriters } from './audience-roles.ts';

/** What an account lets another one do with an audience (F-audience-15, F-audience-16). */
export const audiencePermissions: Resource = {
  collection: 'audience_permissions',
  idParam: 'custom_audience_permission_id',
  label: 'Audience permission',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('2pm0', 36), radix: 36 },
  indexed: ['account_id', 'custom_audience_id', 'granted_account_id'],
  fields: { custom_audience_id: 'text', granted_account_id: 'text', permission_level: 'text' },
  writes: {
    custom_audience_id: { is: id, on: 'create', required: 'create' },
    granted_account_id: { is: id, on: 'create', required: 'create' },
    permission_level: { is: oneOf(['READ_ONLY', 'READ_WRITE']), on: 'create', required: 'create' },
  },
  filters: { custom_audience_permission_ids: 'id', granted_account_ids: 'granted_account_id' },
  listParams: {},
  paging: { count: 200, most: 1000, takes: ['sort_by', 'with_total_count'] },
  sortable: ['created_at', 'updated_at'],
  readers: audienceReaders,
  writers: audienceWriters,
  operations: [],
  blank: () => ({}),
  complete: ({ after }) => after,
  rules: [{ fields: ['granted_account_id'], check: canBeGranted }, notGrantedYet()],
  quotas: [],
  plausible: ({ world, accountId, parent }) => ({
    custom_audience_id: parent('custom_audience_id', 'custom_audiences'),
    granted_account_id: [...world.store.all('accounts')].find((other) => other.id !== accountId)?.id ?? '',
    permission_level: 'READ_ONLY',
  }),
  show: (record) => {
    const { custom_audience_id: audience, ...shown } = showFields(
      record,
      Object.keys(audiencePermissions.fields),
    );
    // The documented name of it, and that of the path (F-audience-18).
    return { ...shown, tailored_audience_id: audience ?? null, custom_audience_id: audience ?? null };
  },
};

/** Sharing works within a business, or where the owner may share beyond it (F-audience-17). */
function canBeGranted({ world, accountId, after }: Change): Problem | undefined {
  const id = textIn(after, 'granted_account_id') ?? '';
  const wrong = (message: string, code?: string): Problem => ({
    ...invalid('granted_account_id', message, code),
    value: id,
  });
  const granted = world.store.get('accounts', id);
  if (granted === undefined || isDeleted(granted)) return wrong(`No such account ${id}`);
  if (id === accountId) return wrong('The account owns the audience');
  const owner = world.store.get('accounts', accountId) ?? {};
  const business = textIn(owner, 'business_id');
  const isWithin = business !== null && textIn(granted, 'business_id') === business;
  if (isWithin || hasFeature(world, accountId, 'SHARE_AUDIENCE_OUTSIDE_BUSINESS')) return undefined;
  const message = 'Sharing outside the business needs the account feature SHARE_AUDIENCE_OUTSIDE_BUSINESS';
  return wrong(message, 'FEATURE_NOT_AVAILABLE');
}

function notGrantedYet(): Rule {
  return {
    fields: ['custom_audience_id', 'granted_account_id'],
    check({ world, after }) {
      const granted = textIn(after, 'granted_account_id') ?? '';
      const audience = world.store.get('custom_audiences', textIn(after, 'custom_audience_id') ?? '');
      const isOwner = audience?.['account_id'] === granted;
      if (audience === undefined || isOwner || accessTo(world, granted, audience) === undefined)
        return undefined;
      return invalid('granted_account_id', `The audience is granted to account ${granted} already`);
    },
  };
}

interface Family {
  readonly audience: 'custom_audience' | 'tailored_audience';
  readonly versions?: readonly string[];
}

/** The calls about permissions: of custom audiences, and under version 5 of tailored ones, which are the same. */
export const permissionEndpoints: readonly Endpoint[] = [
  ...family({ audience: 'custom_audience' }),
  ...family({ audience: 'tailored_audience', versions: ['5'] }),
];

function family({ audience, ...answering }: Family): readonly Endpoint[] {
  const idParam = `${audience}_permission_id`;
  const kind: Resource = {
    ...audiencePermissions,
    idParam,
    filters: { [`${idParam}s`]: 'id', granted_account_ids: 'granted_account_id' },
  };
  const path = `/accounts/:account_id/${audience}s/:${audience}_id/permissions`;
  const { custom_audience_id: _audience, ...params } = writeParams(kind, 'create');
  const { collection } = kind;
  return [
    {
      method: 'GET',
      path,
      ...answering,
      allowed: audienceReaders,
      params: listParams(kind),
      answers: { collection, envelope: 'list' },
      run: (call) => list(kind, call),
    },
    {
      method: 'POST',
      path,
      ...answering,
      allowed: audienceWriters,
      params,
      answers: { collection, envelope: 'one' },
      run: (call) => grant(kind, call),
    },
    {
      method: 'DELETE',
      path: `${path}/:${idParam}`,
      ...answering,
      allowed: audienceWriters,
      params: {},
      answers: { collection, envelope: 'one' },
      run: (call) => revoke(kind, call),
    },
  ];
}

/** The permissions on an audience: all of them for its owner, its own for an account that was granted one. */
function list(kind: Resource, call: Call): Fields {
  const audience = audienceOf(call, 'READ_ONLY');
  const own = accessTo(call.world, call.accountId, audience) === 'OWNER' ? undefined : call.accountId;
  const visible: Resource = {
    ...kind,
    matches: { granted_account_ids: (record) => own === undefined || record['granted_account_id'] === own },
  };
  return listRecords(visible, call, { within: { field: 'custom_audience_id', values: [audience.id] } });
}

function grant(kind: Resource, call: Call): Fields {
  const audience = audienceOf(call, 'OWNER');
  const raw = new Map([...call.raw, ['custom_audience_id', audience.id] as const]);
  return single(kind, call, (context) => createRecord(kind, { ...context, raw }));
}

function revoke(kind: Resource, call: Call): Fields {
  const audience = audienceOf(call, 'OWNER');
  const id = call.path[kind.idParam] ?? '';
  const isOfAudience = (record: StoredRecord | undefined): boolean =>
    record?.['custom_audience_id'] === audience.id;
  // A permission on another audience is no permission on this one.
  const found = isOfAudience(call.world.store.get(kind.collection, id)) ? id : '';
  return single(kind, call, (context) => deleteRecord(kind, context, found));
}
