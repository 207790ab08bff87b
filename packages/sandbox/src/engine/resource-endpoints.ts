import { ApiError } from '../wire/api-error.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { factsOf } from './endpoint-facts.ts';
import { getRecord } from './get-record.ts';
import { listRecords } from './list-records.ts';
import { QuotaJudge } from './quota-judge.ts';
import type { Resource } from './resource.ts';
import { runBatch } from './run-batch.ts';
import { createRecord, deleteRecord, updateRecord, type WriteContext, type Written } from './write-record.ts';

/** The endpoints of a kind that lives in accounts: those of its operations that it names. */
export function resourceEndpoints(resource: Resource): readonly Endpoint[] {
  const { collection, idParam, readers, writers } = resource;
  const many = `/accounts/:account_id/${resource.segment ?? collection}`;
  const one = `${many}/:${idParam}`;
  const idOf = (call: Call): string => call.path[idParam] ?? '';
  const endpoints: Readonly<Record<Resource['operations'][number], Endpoint>> = {
    list: {
      method: 'GET',
      path: many,
      allowed: readers,
      run: (call) =>
        listRecords(resource, call, { within: { field: 'account_id', values: [call.accountId] } }),
    },
    get: { method: 'GET', path: one, allowed: readers, run: (call) => getRecord(resource, call) },
    create: {
      method: 'POST',
      path: many,
      allowed: writers,
      run: (call) =>
        single(
          resource,
          call,
          (context) => createRecord(resource, context),
          resource.showNew ?? resource.show,
        ),
    },
    update: {
      method: 'PUT',
      path: one,
      allowed: writers,
      run: (call) => single(resource, call, (context) => updateRecord(resource, context, idOf(call))),
    },
    delete: {
      method: 'DELETE',
      path: one,
      allowed: writers,
      run: (call) => single(resource, call, (context) => deleteRecord(resource, context, idOf(call))),
    },
    batch: {
      method: 'POST',
      path: `/batch${many}`,
      allowed: writers,
      run: (call) => runBatch(resource, call),
    },
  };
  return resource.operations.map((operation) => ({
    ...endpoints[operation],
    ...factsOf(resource, operation),
    ...(resource.publicOnly?.includes(operation) === true ? { profile: 'public' } : {}),
    ...(resource.sandboxOnly?.includes(operation) === true ? { sandboxOnly: true } : {}),
  }));
}

/** Answers one write in a transaction of its own. */
export function single(
  resource: Resource,
  call: Call,
  write: (context: WriteContext) => Written,
  show = resource.show,
): ReturnType<Endpoint['run']> {
  const judge = new QuotaJudge(call.world, 'each');
  const { record, params } = call.world.store.transaction(() => {
    const written = write({ call, raw: call.raw, index: 0, judge });
    const problems = resource.settle?.([{ index: 0, record: written.record }], call.world).values() ?? [];
    const [problem] = problems;
    if (problem !== undefined) throw new ApiError(400, [problem], { params: written.params });
    return written;
  });
  return { request: { params }, data: show(record, call.world) };
}
