import { notAboutOperations } from '../platform/batch.ts';
import type { PlatformError } from '../platform/platform-error.ts';
import type { PlatformFault } from '../platform/platform-fault.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';

/** What a refusal means for each operation of the request. */
export interface SplitRefusal {
  /** Deletes of what does not exist any more: done. */
  readonly gone: readonly IntendedOperation[];
  readonly failed: readonly {
    readonly operation: IntendedOperation;
    readonly faults: readonly PlatformFault[];
  }[];
  /** Numbers of the operations that are to be sent again, by request. */
  readonly again: readonly (readonly number[])[];
}

/**
 * Decides what to do about a refused request. Named operations leave and the rest goes again; where the platform names
 * none, halves are sent, in order, until the culprit stands alone. A single operation that is refused has failed,
 * except a delete of what is gone: a second delete answers 404 (F-campaign-10). What is only ever sent
 * `together` has failed altogether.
 */
export function splitRefused(
  operations: readonly IntendedOperation[],
  error: PlatformError,
  together = false,
): SplitRefusal {
  const named = operations.map((operation, index) => ({
    operation,
    faults: error.operationErrors[index] ?? [],
  }));
  const isNamed = named.some(({ faults }) => faults.length > 0);
  if (together && operations.length > 1) {
    const faultsOf = (own: (typeof named)[number]) => (isNamed ? own.faults : error.errors);
    return { gone: [], failed: named.map((own) => ({ ...own, faults: faultsOf(own) })), again: [] };
  }
  if (isNamed) return splitNamed(named);
  if (notAboutOperations.has(error.status) || error.code === 'ADSYNC_CREDENTIALS_REFUSED')
    return {
      gone: [],
      failed: operations.map((operation) => ({ operation, faults: error.errors })),
      again: [],
    };
  const [only, second] = operations;
  if (only !== undefined && second === undefined) return splitSingle(only, error);
  const middle = Math.ceil(operations.length / 2);
  const halves = [operations.slice(0, middle), operations.slice(middle)];
  return { gone: [], failed: [], again: halves.map(numbersOf) };
}

function splitNamed(
  named: readonly { readonly operation: IntendedOperation; readonly faults: readonly PlatformFault[] }[],
): SplitRefusal {
  const isGone = ({ operation, faults }: (typeof named)[number]): boolean =>
    operation.type === 'Delete' && faults.length > 0 && faults.every(({ code }) => saysGone(code));
  const rest = named.filter(({ faults }) => faults.length === 0).map(({ operation }) => operation);
  return {
    gone: named.filter(isGone).map(({ operation }) => operation),
    failed: named.filter((one) => one.faults.length > 0 && !isGone(one)),
    again: rest.length === 0 ? [] : [numbersOf(rest)],
  };
}

function splitSingle(operation: IntendedOperation, error: PlatformError): SplitRefusal {
  const gone =
    operation.type === 'Delete' && error.status === 404 && error.errors.every(({ code }) => saysGone(code));
  if (gone) return { gone: [operation], failed: [], again: [] };
  return { gone: [], failed: [{ operation, faults: error.errors }], again: [] };
}

/** `CAMPAIGN_NOT_FOUND` and its like, but not a wrong path or account (F-error-03). */
function saysGone(code: string): boolean {
  return /^(\w+_)?NOT_FOUND$/.test(code) && code !== 'ROUTE_NOT_FOUND' && code !== 'ACCOUNT_NOT_FOUND';
}

function numbersOf(operations: readonly IntendedOperation[]): readonly number[] {
  return operations.map(({ operation }) => operation);
}
