import type { Call, Endpoint } from '../engine/endpoint.ts';
import { historyCollection } from '../engine/keep-history.ts';
import { listParams, listRecords } from '../engine/list-records.ts';
import { invalid, type Resource } from '../engine/resource.ts';
import { campaignReaders } from '../engine/roles.ts';
import { normalTime } from '../params/normal-time.ts';
import { id, long, oneOf, time } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, textIn, type Value } from '../value.ts';
import { ApiError, refusal } from '../wire/api-error.ts';
import { idText } from './creatives/post-fields.ts';

const shown = ['change_by', 'changes', 'change_time', 'change_type', 'entity', 'entity_id', 'entity_data'];

/** Who changed what (F-account-08). */
export const accountHistory: Resource = {
  collection: historyCollection,
  idParam: 'account_history_id',
  label: 'Change',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('1h000', 36), radix: 36 },
  indexed: ['account_id', 'entity_id'],
  fields: {
    entity: 'text',
    entity_id: 'text',
    change_type: 'text',
    change_time: 'time',
    change_by: 'map',
    changes: 'map',
    entity_data: 'map',
  },
  writes: {},
  filters: { entity_id: 'entity_id', entity_type: 'entity' },
  listParams: {
    entity_type: {
      is: oneOf(['CAMPAIGN', 'LINE_ITEM', 'PROMOTED_TWEET', 'TARGETING_CRITERIA', 'PROMOTED_ACCOUNT']),
      required: true,
    },
    entity_id: { is: id, required: true },
    start_time: { is: time, required: true },
    end_time: { is: time, required: true },
    user_id: { is: long },
  },
  matches: {
    start_time: (record, given) => typeof given !== 'string' || given <= changeTime(record),
    end_time: (record, given) => typeof given !== 'string' || changeTime(record) < given,
    user_id: (record, given) => given === undefined || isBy(record['change_by'] ?? null, idText(given)),
  },
  paging: { count: 200, most: 1000, takes: [] },
  sortable: [],
  readers: campaignReaders,
  writers: [],
  operations: [],
  blank: () => ({ change_type: 'UPDATE', changes: {}, entity_data: {} }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ world, parent }) => ({
    entity: 'CAMPAIGN',
    entity_id: parent('entity_id', 'campaigns'),
    change_time: world.clock.stamp(),
    change_by: { user_id: null, platform: 'API_OTHER' },
  }),
  show: (record) => Object.fromEntries(shown.map((field) => [field, record[field] ?? null])),
};

function changeTime(record: StoredRecord): string {
  return textIn(record, 'change_time') ?? '';
}

function isBy(author: Value, userId: string): boolean {
  return isFields(author) && author['user_id'] === userId;
}

/** Answers 400 FEATURE_NOT_AVAILABLE to those who were not let in. */
export const accountHistoryEndpoint: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/account_history',
  allowed: campaignReaders,
  params: listParams(accountHistory),
  answers: { collection: historyCollection, envelope: 'list' },
  run: history,
};

function history(call: Call): Fields {
  if (call.world.limits.account_history !== 'allowlisted')
    throw refusal(400, 'FEATURE_NOT_AVAILABLE', 'account_history is in beta and needs allowlisting');
  const odd = ['start_time', 'end_time'].filter((name) => isOdd(call.raw.get(name) ?? null));
  if (odd.length > 0) {
    const problems = odd.map((name) => invalid(name, `Expected a whole hour for ${name}`));
    throw new ApiError(400, problems, { params: call.path });
  }
  return listRecords(accountHistory, call, { within: { field: 'account_id', values: [call.accountId] } });
}

function isOdd(raw: Value): boolean {
  const instant = typeof raw === 'string' ? normalTime(raw) : undefined;
  return instant !== undefined && !instant.endsWith(':00:00Z');
}
