import type { PlatformRequest } from '../platform/client.ts';
import type { Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import type { Value, Values } from '../schemas/values.ts';

/** One element of a batch's body (reference part 1, line 194). */
export interface BatchItem {
  readonly operation_type: IntendedOperation['type'];
  readonly params: Values;
}

/** The body of a batch; an update or delete names its record inside the parameters (public facts, section 3.6). */
export function batchItems(operations: readonly IntendedOperation[]): readonly BatchItem[] {
  return operations.map(({ type, kind, id, params }) => {
    const name = kindNamed(kind).operations.batch?.idParameter;
    const own = id === null || name === undefined ? params : { [name]: id, ...params };
    return { operation_type: type, params: own };
  });
}

/**
 * The request of a step that is not a batch. Writes carry their parameters in the query string (reference part 1,
 * line 193): lists joined by commas, null as an empty value, which unsets a field.
 */
export function singleRequest(step: Step, operation: IntendedOperation): PlatformRequest {
  const path = step.path.replace(':id', encodeURIComponent(operation.id ?? ''));
  const query = Object.fromEntries(
    Object.entries(operation.params).map(([wire, value]) => [wire, queryText(value)]),
  );
  return { host: step.host, method: step.method, path, accountId: step.account_id, query };
}

function queryText(value: Value): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(queryText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
