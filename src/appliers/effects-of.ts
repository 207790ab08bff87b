import { parentAddress } from '../schemas/address.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
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
 * The change of the state that follows from operations that took effect; `entries` is the state, by address. A delete
 * removes the entry of its address only while that entry stands for the deleted record: one that was made anew in its
 * place stays. Making a record anew removes the entries of the old one's members, which went with it: were one kept, a
 * run that is carried on would take that member for removed by somebody.
 */
export function effectsOf(done: readonly DoneOperation[], entries: ReadonlyMap<string, StateEntry>): Effects {
  const put = done.flatMap(({ operation, record }) => {
    if (operation.entry === null) return [];
    return [record === undefined ? operation.entry : withAnswer(operation.entry, record, operation.params)];
  });
  const kept = new Set(put.map((entry) => entry.address));
  const deleted = done
    .map(({ operation }) => operation)
    .filter(({ type, address, id }) => type === 'Delete' && entries.get(address)?.id === id);
  const anew = done
    .map(({ operation }) => operation)
    .filter(({ type, address }) => type === 'Create' && entries.has(address));
  const remove = [...deleted, ...membersOf(anew, entries)]
    .map(({ address }) => address)
    .filter((address) => !kept.has(address));
  return { put, remove };
}

function membersOf(
  owners: readonly IntendedOperation[],
  entries: ReadonlyMap<string, StateEntry>,
): readonly StateEntry[] {
  if (owners.length === 0) return [];
  const addresses = new Set<string | undefined>(owners.map(({ address }) => address));
  return [...entries.values()].filter(
    ({ kind, address }) => kindNamed(kind).form === 'set' && addresses.has(parentAddress(address)),
  );
}
