import type { LiveRecord } from '../schemas/live-record.ts';
import type { IntendedOperation, StateEntry } from '../schemas/state-entry.ts';
import { withAnswer } from './entry-after.ts';

/** What the state holds after operations took effect. */
export interface Effects {
  readonly put: readonly StateEntry[];
  readonly remove: readonly string[];
}

/** An operation that took effect, with the record as the platform now shows it, where it does. */
export interface DoneOperation {
  readonly operation: IntendedOperation;
  readonly record: LiveRecord | undefined;
}

/**
 * The change of the state that follows from operations that took effect. A delete removes the entry of its address
 * only while that entry stands for the deleted record: one that was made anew in its place stays.
 */
export function effectsOf(
  done: readonly DoneOperation[],
  entryAt: (address: string) => StateEntry | undefined,
): Effects {
  const put = done.flatMap(({ operation, record }) => {
    if (operation.entry === null) return [];
    return [record === undefined ? operation.entry : withAnswer(operation.entry, record, operation.params)];
  });
  const kept = new Set(put.map((entry) => entry.address));
  const remove = done
    .map(({ operation }) => operation)
    .filter(({ type, address, id }) => type === 'Delete' && !kept.has(address) && entryAt(address)?.id === id)
    .map(({ address }) => address);
  return { put, remove };
}
