import type { Call, Endpoint } from '../engine/endpoint.ts';
import { writeParams } from '../engine/endpoint-facts.ts';
import { listParams, listRecords } from '../engine/list-records.ts';
import { readQuery } from '../engine/read-params.ts';
import { single } from '../engine/resource-endpoints.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { createRecord, type WriteContext, type Written } from '../engine/write-record.ts';
import { isDeleted } from '../store/stored-record.ts';
import { type Fields, textsIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { idText } from './creatives/post-fields.ts';
import { liveUnder } from './line-item-children.ts';
import { isForAccounts, notForAccounts, promotedAccounts } from './promoted-accounts.ts';

const { collection } = promotedAccounts;
const path = '/accounts/:account_id/promoted_accounts';

/** The calls about promoted accounts that are out of the ordinary (F-attachment-04, F-attachment-05). */
export const promotedAccountEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path,
    allowed: campaignReaders,
    params: listParams(promotedAccounts),
    answers: { collection, envelope: 'list' },
    run: listAccounts,
  },
  {
    method: 'POST',
    path,
    allowed: campaignWriters,
    params: writeParams(promotedAccounts, 'create'),
    answers: { collection, envelope: 'one' },
    run: (call) => single(promotedAccounts, call, promote),
  },
];

/** 400 where none of the line items that are asked for is configured for promoted accounts, or (by the limits) holds some. */
function listAccounts(call: Call): Fields {
  const answer = listRecords(promotedAccounts, call, {
    within: { field: 'account_id', values: [call.accountId] },
  });
  const asked = Object.fromEntries(readQuery(listParams(promotedAccounts), call.raw).given);
  const items = textsIn(asked, 'line_item_ids');
  if (items.length === 0 || items.some((id) => isFit(call, id))) return answer;
  const message = notForAccounts(items.slice(0, 10).join(', '));
  throw new ApiError(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_ids' }], {
    params: { ...asked, ...call.path },
  });
}

function isFit({ world, accountId }: Call, itemId: string): boolean {
  const item = world.store.get('line_items', itemId);
  if (item === undefined || item['account_id'] !== accountId) return false;
  return world.limits.promoted_accounts_list === 'held'
    ? liveUnder(world, collection, itemId).length > 0
    : isForAccounts(item) && !isDeleted(item);
}

/** A user who is promoted already stays so: the request is ignored, and answered with the record that there is. */
function promote(context: WriteContext): Written {
  const { call, raw } = context;
  const { given } = readQuery(writeParams(promotedAccounts, 'create'), raw);
  const [itemId, userId] = [idText(given.get('line_item_id') ?? ''), idText(given.get('user_id') ?? '')];
  const known = liveUnder(call.world, collection, itemId).find((record) => record['user_id'] === userId);
  if (known === undefined || known['account_id'] !== call.accountId)
    return createRecord(promotedAccounts, context);
  return { record: known, params: { ...Object.fromEntries(given), ...call.path } };
}
