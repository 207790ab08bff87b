import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, isList, type Value } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import type { Call } from './endpoint.ts';
import { QuotaJudge } from './quota-judge.ts';
import { missing, type Resource, type Touched } from './resource.ts';
import { createRecord, deleteRecord, updateRecord, type WriteContext, type Written } from './write-record.ts';

/** A batch that is refused because of some of its operations: the whole body of the answer. */
export class BatchRefusal extends Error {
  readonly body: Fields;

  constructor(body: Fields) {
    super('batch refused');
    this.name = 'BatchRefusal';
    this.body = body;
  }
}

/** What became of one operation. */
interface Outcome {
  readonly request: Fields;
  readonly data: Fields | undefined;
  readonly record?: StoredRecord;
  readonly problems: readonly Problem[];
}

/**
 * Runs a batch: an ordered list of `{operation_type, params}`, all of it or nothing (F-batch-01).
 * Returns `{data, request}` in the order of the operations. Throws ApiError 400 for the request as a whole, and
 * BatchRefusal with `operation_errors` by position (F-batch-03).
 */
export function runBatch(resource: Resource, call: Call): Fields {
  const operations = readOperations(resource, call);
  const judge = new QuotaJudge(call.world, call.world.limits.batch_check);
  return call.world.store.transaction(() => {
    const outcomes = operations.map((operation, index) =>
      outcome(resource, { call, index, judge, inBatch: true }, operation),
    );
    const late = judge.settle();
    const unsettled = resource.settle?.(touchedBy(outcomes), call.world);
    const errors = outcomes.map(({ problems }, index) => [
      ...problems,
      ...listed(late.get(index)),
      ...listed(unsettled?.get(index)),
    ]);
    const request = outcomes.map((each) => each.request);
    if (errors.some((problems) => problems.length > 0))
      throw new BatchRefusal({ operation_errors: plain(errors), request });
    return { data: outcomes.map(({ data }) => data ?? null), request };
  });
}

function touchedBy(outcomes: readonly Outcome[]): readonly Touched[] {
  return outcomes.flatMap(({ record }, index) => (record === undefined ? [] : [{ index, record }]));
}

function listed(problem: Problem | undefined): readonly Problem[] {
  return problem === undefined ? [] : [problem];
}

function plain(errors: readonly (readonly Problem[])[]): Value {
  return errors.map((problems) => problems.map((problem) => ({ ...problem })));
}

function readOperations(resource: Resource, call: Call): readonly Value[] {
  const params = { account_id: call.accountId };
  const refuse = (code: string, message: string): ApiError =>
    new ApiError(400, [{ code, message }], { params });
  if (!isList(call.json))
    throw refuse('INVALID_PARAMETER', 'Expected a JSON array of operations as the request body');
  if (call.json.length === 0) throw refuse('INVALID_PARAMETER', 'A minimum of 1 items must be provided');
  const most = call.world.limits.batch[resource.collection] ?? 0;
  if (call.json.length <= most) return call.json;
  throw refuse('REQUEST_TOO_COMPLEX', `A maximum of ${most} operations is allowed, got ${call.json.length}`);
}

function outcome(resource: Resource, place: Omit<WriteContext, 'raw'>, operation: Value): Outcome {
  const type = isFields(operation) ? operation['operation_type'] : undefined;
  const params = isFields(operation) ? operation['params'] : undefined;
  const named = typeof type === 'string' ? { operation_type: type } : {};
  const refused = (problems: readonly Problem[], read: Fields = {}): Outcome => {
    return {
      request: { params: { ...read, account_id: place.call.accountId }, ...named },
      data: undefined,
      problems,
    };
  };
  const fault = place.call.refused.get(place.index);
  if (fault !== undefined) return refused([fault]);
  if (!isFields(params)) return refused([missing('params')]);
  try {
    const raw = new Map(Object.entries(params));
    const written = perform(resource, { ...place, raw }, type);
    const request = { params: written.params, ...named };
    const { record } = written;
    const show = type === 'Create' ? (resource.showNew ?? resource.show) : resource.show;
    return { request, record, data: show(record, place.call.world), problems: [] };
  } catch (error) {
    if (error instanceof ApiError) return refused(error.problems, error.params);
    throw error;
  }
}

function perform(resource: Resource, context: WriteContext, type: Value | undefined): Written {
  if (type === 'Create') return createRecord(resource, context);
  const canUpdate = resource.operations.includes('update');
  if (type !== 'Delete' && !(type === 'Update' && canUpdate)) throw unknownOperation(type, canUpdate);
  const id = context.raw.get(resource.idParam);
  const known = typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : '';
  if (known === '') throw new ApiError(400, [missing(resource.idParam)]);
  return type === 'Update' ? updateRecord(resource, context, known) : deleteRecord(resource, context, known);
}

function unknownOperation(type: Value | undefined, canUpdate: boolean): ApiError {
  if (type === undefined) return new ApiError(400, [missing('operation_type')]);
  const shown = typeof type === 'string' ? type.slice(0, 200) : typeof type;
  const known = canUpdate ? 'Create, Update, Delete' : 'Create, Delete';
  const message = `Expected a value in ${known}, got "${shown}" for operation_type`;
  return new ApiError(400, [{ code: 'INVALID_PARAMETER', message, parameter: 'operation_type' }]);
}
