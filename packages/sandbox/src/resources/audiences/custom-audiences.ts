import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { listRecords } from '../../engine/list-records.ts';
import { readOrRefuse } from '../../engine/read-params.ts';
import { type Change, invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { resourceEndpoints } from '../../engine/resource-endpoints.ts';
import { flag, oneOf, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, isFields, longIn, plainLong, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { commonFields } from '../shared-rules.ts';
import { accessTo, noAudience, sharedWith } from './audience-access.ts';
import { audienceReaders, audienceWriters } from './audience-roles.ts';
import { expireMembers } from './audience-users.ts';
import { normalSegment, segmentRule, segments } from './segments.ts';

/** Custom audiences (F-audience-01, F-audience-02). */
export const customAudiences: Resource = {
  collection: 'custom_audiences',
  idParam: 'custom_audience_id',
  label: 'Custom audience',
  notFound: 'TAILORED_AUDIENCE_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('1nn00', 36), radix: 36 },
  indexed: ['account_id', 'name'],
  due: { at: (audience) => textIn(audience, 'members_expire_at') ?? undefined, happens: expireMembers },
  fields: {
    name: 'text',
    description: 'text?',
    audience_type: 'text',
    audience_size: 'long?',
    partner_source: 'text',
    segments: 'json?',
    // What it is for good; null while it follows from the clock and the size.
    targetable: 'boolean?',
    // Not shown: when the first of the members expires.
    members_expire_at: 'time?',
  },
  writes: {
    name: { is: text(255), on: 'both', required: 'create' },
    description: { is: text(1000), on: 'both', clearable: true },
  },
  filters: { custom_audience_ids: 'id' },
  listParams: { permission_scope: { is: oneOf(['OWNER', 'SHARED']) }, q: { is: text(255) } },
  sortable: ['created_at', 'updated_at', 'deleted', 'name', 'audience_size'],
  readers: audienceReaders,
  writers: audienceWriters,
  operations: [],
  blank: () => ({
    description: null,
    audience_type: 'CRM',
    audience_size: null,
    partner_source: 'OTHER',
    segments: null,
    targetable: null,
    members_expire_at: null,
  }),
  complete: ({ after }) => after,
  rules: [uniqueName(), { fields: ['name', 'description'], check: isFixed }],
  quotas: [],
  plausible: ({ id }) => ({ name: `Audience ${id}`, audience_size: 12_000 }),
  show: (record, world) => showAudience(record, world, textIn(record, 'account_id') ?? ''),
  showNew,
};

/** The batch call, which alone makes flexible and mobile audiences (F-audience-06). */
const batch: Resource = {
  ...customAudiences,
  writes: {
    ...customAudiences.writes,
    audience_type: { is: oneOf(['FLEXIBLE', 'MOBILE_AUDIENCE']), on: 'create', required: 'create' },
    segments: { is: segments, on: 'create' },
  },
  complete: ({ after }) => {
    const tree = after['segments'] ?? null;
    const isTree = after['audience_type'] === 'FLEXIBLE' && isFields(tree);
    return { ...after, segments: isTree ? normalSegment(tree) : null };
  },
  rules: [...customAudiences.rules, segmentRule],
  // Updates are operations of the batch, and no call of their own here.
  operations: ['batch', 'update'],
};

// A new audience is processed first (F-audience-04).
const unprocessed: Fields = {
  targetable: false,
  reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
  audience_size: null,
};

/** The calls about audiences themselves. */
export const customAudienceEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints({ ...customAudiences, operations: ['list', 'get'], publicOnly: ['list', 'get'] }).map(
    (endpoint) => ({ ...endpoint, run: endpoint.path.endsWith('custom_audiences') ? list : get }),
  ),
  ...resourceEndpoints({ ...customAudiences, operations: ['create'] }),
  ...resourceEndpoints({ ...customAudiences, operations: ['update'], show: showUpdated }),
  ...resourceEndpoints({ ...customAudiences, operations: ['delete'], publicOnly: ['delete'] }),
  ...resourceEndpoints(batch)
    .filter(({ path }) => path.startsWith('/batch/'))
    .map((endpoint) => ({ ...endpoint, run: inBeta(endpoint) })),
];

function list(call: Call): Fields {
  const shown: Resource = {
    ...customAudiences,
    show: (record, world) => showAudience(record, world, call.accountId),
  };
  const isShared = call.raw.get('permission_scope') === 'SHARED';
  if (isShared) return listRecords(shown, call, { ids: sharedWith(call.world, call.accountId) });
  return listRecords(shown, call, { within: { field: 'account_id', values: [call.accountId] } });
}

function get(call: Call): Fields {
  const params = readOrRefuse({ with_deleted: { is: flag } }, call);
  const id = call.path['custom_audience_id'] ?? '';
  const { store } = call.world;
  const audience = store.get('custom_audiences', id) ?? store.get('custom_audiences', id.toLowerCase());
  const isSeen =
    audience !== undefined &&
    accessTo(call.world, call.accountId, audience) !== undefined &&
    (params['with_deleted'] === true || !isDeleted(audience));
  if (!isSeen) throw noAudience(id, params);
  return { request: { params }, data: showAudience(audience, call.world, call.accountId) };
}

function inBeta(endpoint: Endpoint): Endpoint['run'] {
  return (call) => {
    if (call.world.limits.audiences.batch === 'open') return endpoint.run(call);
    const message = 'The batch call of custom audiences is a closed beta';
    throw new ApiError(400, [{ code: 'FEATURE_NOT_AVAILABLE', message }], { params: call.path });
  };
}

/** Whether the audience can be targeted now: once it is processed, if it is large enough. */
export function isTargetable(audience: StoredRecord, world: World): boolean {
  const fixed = audience['targetable'] ?? null;
  return fixed === null ? reasonsAgainst(audience, world).length === 0 : fixed === true;
}

function reasonsAgainst(audience: StoredRecord, { clock, limits }: World): readonly string[] {
  const since = Date.parse(textIn(audience, 'created_at') ?? '');
  const isProcessing = clock.now() < since + limits.audience_processing_seconds * 1000;
  const isSmall =
    isProcessing || (longIn(audience, 'audience_size') ?? 0n) < BigInt(limits.audiences.minimum_size);
  return [...(isProcessing ? ['PROCESSING'] : []), ...(isSmall ? ['TOO_SMALL'] : [])];
}

/** The audience as an account sees it that owns it or was granted it. */
function showAudience(record: StoredRecord, world: World, accountId: string): Fields {
  const access = accessTo(world, accountId, record);
  const targetable = isTargetable(record, world);
  const reasons = reasonsAgainst(record, world);
  const isProcessed = !reasons.includes('PROCESSING');
  const tree = record['segments'] ?? null;
  return {
    ...commonFields(record),
    name: textIn(record, 'name'),
    description: textIn(record, 'description'),
    audience_type: textIn(record, 'audience_type'),
    targetable,
    targetable_types: ['CRM', 'EXCLUDED_CRM'],
    reasons_not_targetable: targetable ? [] : reasons.length === 0 ? ['TOO_SMALL'] : reasons,
    audience_size: isProcessed ? plainLong(longIn(record, 'audience_size') ?? 0n) : null,
    permission_level: access === 'READ_ONLY' ? 'READ_ONLY' : 'READ_WRITE',
    owner_account_id: textIn(record, 'account_id'),
    is_owner: access === 'OWNER',
    partner_source: textIn(record, 'partner_source'),
    ...(tree === null ? {} : { segments: tree }),
  };
}

/** The answer to a creation: the owner's account, and nothing processed yet (F-audience-01, F-audience-04). */
function showNew(record: StoredRecord, world: World): Fields {
  const { is_owner: _owner, ...shown } = customAudiences.show(record, world);
  return { ...shown, ...unprocessed };
}

/** The answer to an update: whether it is the owner's (F-audience-01). */
function showUpdated(record: StoredRecord, world: World): Fields {
  const { owner_account_id: _account, ...shown } = customAudiences.show(record, world);
  return shown;
}

/** No two live audiences of an account have one name (F-audience-03). */
function uniqueName(): Rule {
  return {
    fields: ['name'],
    check({ world, accountId, before, after, given }) {
      const name = textIn(after, 'name');
      if (name === null || !given.has('name')) return undefined;
      for (const other of world.store.in('custom_audiences', 'name', name)) {
        if (isDeleted(other) || other['account_id'] !== accountId || other.id === before?.id) continue;
        return { ...invalid('name', `An audience with the name "${name}" exists already`), value: name };
      }
      return undefined;
    },
  };
}

/** A flexible audience stays as it was made (F-audience-05). */
function isFixed({ before, given }: Change): ReturnType<Rule['check']> {
  if (before?.['audience_type'] !== 'FLEXIBLE') return undefined;
  const [parameter = 'name'] = given.keys();
  return invalid(parameter, 'A flexible audience cannot be changed', 'INVALID_TAILORED_AUDIENCE_TYPE');
}
