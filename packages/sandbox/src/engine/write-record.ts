import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { draftWrite } from './draft-write.ts';
import type { Call } from './endpoint.ts';
import { notFound, ownRecord } from './get-record.ts';
import { keepHistory } from './keep-history.ts';
import type { QuotaJudge } from './quota-judge.ts';
import type { Change, Resource } from './resource.ts';

/** What one write did: the record as it now stands, and the server's reading of the parameters. */
export interface Written {
  readonly record: StoredRecord;
  readonly params: Fields;
}

/** One write among those of a request: whose parameters, and its place among them. */
export interface WriteContext {
  readonly call: Call;
  readonly raw: Call['raw'];
  readonly index: number;
  readonly judge: QuotaJudge;
  readonly inBatch?: boolean;
}

/** Creates a record. Throws ApiError 400 with everything that is wrong; then nothing has changed. */
export function createRecord(resource: Resource, context: WriteContext): Written {
  return write(resource, context, undefined);
}

/** Updates the live record with this id. Throws ApiError 404 if there is none, 400 with everything that is wrong. */
export function updateRecord(resource: Resource, context: WriteContext, id: string): Written {
  const before = liveRecord(resource, context.call, id);
  return write(resource, context, before);
}

/** Marks the live record with this id as deleted; its children stay as they are. Throws ApiError 404 if there is none. */
export function deleteRecord(resource: Resource, context: WriteContext, id: string): Written {
  const before = liveRecord(resource, context.call, id);
  const { world } = context.call;
  context.judge.consider(resource.quotas, context.index, before, undefined);
  const record = { ...before, deleted: true, updated_at: world.clock.stamp() };
  if (resource.hardDelete === true) world.store.remove(resource.collection, id);
  else world.store.put(resource.collection, record);
  keepHistory(resource, context.call, before, record);
  return { record, params: { [resource.idParam]: id, ...context.call.path } };
}

function liveRecord(resource: Resource, call: Call, id: string): StoredRecord {
  const record = ownRecord(resource, call, id);
  if (record !== undefined && !isDeleted(record)) return record;
  throw notFound(resource, id, { [resource.idParam]: id, account_id: call.accountId });
}

function write(resource: Resource, context: WriteContext, before: StoredRecord | undefined): Written {
  const { world, accountId, user } = context.call;
  const inBatch = context.inBatch === true;
  const draft = draftWrite(resource, { world, accountId, raw: context.raw, user, inBatch }, before);
  const { change, problems } = draft;
  const named = before === undefined ? {} : { [resource.idParam]: before.id };
  const params = { ...Object.fromEntries(change.given), ...named, ...context.call.path };
  if (problems.length > 0) throw new ApiError(400, problems, { params });

  context.judge.consider(resource.quotas, context.index, before, change.after);
  const record = stamped(resource, change);
  world.store.put(resource.collection, record);
  keepHistory(resource, context.call, before, record);
  resource.follow?.(record, world);
  return { record, params };
}

function stamped(resource: Resource, { world, before, after }: Change): StoredRecord {
  const now = world.clock.stamp();
  if (before !== undefined) return { ...after, id: before.id, updated_at: now };
  return {
    ...after,
    id:
      (resource.namedBy === undefined ? null : textIn(after, resource.namedBy)) ??
      world.ids.next(resource.collection),
    created_at: now,
    updated_at: now,
    deleted: false,
  };
}
