import { flag } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import type { Call } from './endpoint.ts';
import { readOrRefuse } from './read-params.ts';
import type { Resource } from './resource.ts';

/** Answers a read of one record; a deleted one only `with_deleted` (F-list-03). Throws ApiError 400 or 404. */
export function getRecord(resource: Resource, call: Call, show = resource.show): Fields {
  const params = readOrRefuse({ ...resource.getParams, with_deleted: { is: flag } }, call);
  const record = findRecord(resource, call, params, params['with_deleted'] === true);
  return { request: { params }, data: show(record, call.world, params) };
}

/** The record that the path names, in the path's account. Throws ApiError 404 with the kind's code. */
export function findRecord(
  resource: Resource,
  call: Call,
  params: Fields,
  withDeleted = false,
): StoredRecord {
  const id = call.path[resource.idParam] ?? '';
  const record = ownRecord(resource, call, id);
  const isHidden =
    record !== undefined && (isDeleted(record) || resource.hidden?.(record, call.world) === true);
  if (record === undefined || (isHidden && !withDeleted)) throw notFound(resource, id, params);
  return record;
}

/** The record with this id, if it belongs to the call's account. */
export function ownRecord(resource: Resource, call: Call, id: string): StoredRecord | undefined {
  const record = call.world.store.get(resource.collection, id);
  return record?.['account_id'] === call.accountId ? record : undefined;
}

/** A 404 with the kind's code (F-error-03). */
export function notFound(resource: Resource, id: string, params: Fields): ApiError {
  const message = `${resource.label} ${id} was not found`;
  return new ApiError(404, [{ code: resource.notFound, message, parameter: resource.idParam, value: id }], {
    params,
  });
}
