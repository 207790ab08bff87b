import type { Reveal } from '../live/seal.ts';
import { singleEndpoint } from '../planner/match/write-mode.ts';
import type { PlatformRequest } from '../platform/client.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { isDigest, type Value, type Values } from '../schemas/values.ts';

/** One element of a batch's body (F-batch-01). */
export interface BatchItem {
  readonly operation_type: IntendedOperation['type'];
  readonly params: Values;
}

/** The body of a batch; an update or delete names its record inside the parameters (F-batch-02). */
export function batchItems(operations: readonly IntendedOperation[], reveal: Reveal): readonly BatchItem[] {
  return operations.map((operation) => {
    const { type, id } = operation;
    const kind = kindNamed(operation.kind);
    const name = kind.operations.batch?.idParameter;
    const own = asSent(kind, operation, reveal);
    return { operation_type: type, params: id === null || name === undefined ? own : { [name]: id, ...own } };
  });
}

/**
 * The request of a step that is not a batch. Writes carry their parameters in the query string, lists joined by commas,
 * or in a JSON body, as cards do (F-request-02). Null is an empty value, which unsets a field (F-request-03).
 */
export function singleRequest(step: Step, operation: IntendedOperation, reveal: Reveal): PlatformRequest {
  const kind = kindNamed(operation.kind);
  const params = asSent(kind, operation, reveal);
  const { host, method, account_id: accountId } = step;
  const request = { host, method, path: requestPath(step, [operation]), accountId };
  if (singleEndpoint(kind, operation.type)?.body === 'json') return { ...request, json: params };
  const query = Object.fromEntries(Object.entries(params).map(([wire, value]) => [wire, queryText(value)]));
  return { ...request, query };
}

/** The path of a step's request: of the record that it is about, and of the one above where that stands in it. */
export function requestPath({ path }: Step, operations: readonly IntendedOperation[]): string {
  const [operation] = operations;
  return path
    .replace(':parent_id', encodeURIComponent(operation?.parentId ?? ''))
    .replace(':id', encodeURIComponent(operation?.id ?? ''));
}

/** The parameters under the names that the platform takes them by, with the values that are kept nowhere. */
function asSent(kind: Kind, operation: IntendedOperation, reveal: Reveal): Values {
  const inPath = singleEndpoint(kind, operation.type)?.path.includes(':parent_id') === true;
  const names = new Map(Object.values(kind.fields).map(({ wire, sentAs = wire }) => [wire, sentAs]));
  const pairs = Object.entries(operation.params)
    .filter(([wire]) => !inPath || wire !== kind.parentField)
    .map(([wire, value]): [string, Value] => {
      const name = operation.type === 'Create' ? (names.get(wire) ?? wire) : wire;
      return [name, (isDigest(value) ? reveal(operation.address, wire) : value) ?? null];
    });
  return Object.fromEntries(pairs);
}

function queryText(value: Value): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(queryText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
