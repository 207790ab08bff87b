import { parentAddress } from '../schemas/address.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation, StateEntry } from '../schemas/state-entry.ts';
import { sameValue } from '../schemas/values.ts';
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
 * changes the entry of its address only while that entry stands for the deleted record: one that was made anew in its
 * place stays. With a record that is deleted, or made anew because it was gone, go the entries of its members: were one
 * kept until the members are made anew too, a run that ends before would leave a member that was removed by somebody.
 */
export function effectsOf(done: readonly DoneOperation[], entries: ReadonlyMap<string, StateEntry>): Effects {
  const put = done.flatMap(({ operation, record }) => {
    if (operation.entry === null || isMadeAnew(operation, entries)) return [];
    return [record === undefined ? operation.entry : withAnswer(operation.entry, record, sentOf(operation))];
  });
  const kept = new Set(put.map((entry) => entry.address));
  const operations = done.map(({ operation }) => operation);
  const deleted = operations
    .filter((operation) => operation.type === 'Delete' && !isMadeAnew(operation, entries))
    .map(({ address }) => address);
  const anew = operations
    .filter(({ type, address }) => type === 'Create' && entries.has(address))
    .map(({ address }) => address);
  const gone = new Set([...deleted, ...membersOf([...deleted, ...anew], entries)]);
  return { put, remove: [...gone].filter((address) => !kept.has(address)) };
}

/** True for the delete of a record whose address stands for another one by now, or for none. */
function isMadeAnew(
  { type, address, id }: IntendedOperation,
  entries: ReadonlyMap<string, StateEntry>,
): boolean {
  return type === 'Delete' && entries.get(address)?.id !== id;
}

/** The sent values that count as applied: a creation also sends ignored fields, as others left them. */
function sentOf({ type, entry, params }: IntendedOperation): IntendedOperation['params'] {
  if (type !== 'Create') return params;
  return Object.fromEntries(
    Object.entries(params).filter(([wire, value]) => sameValue(value, entry?.declared[wire])),
  );
}

/** The addresses of the members of what stands at the addresses. */
function membersOf(owners: readonly string[], entries: ReadonlyMap<string, StateEntry>): readonly string[] {
  if (owners.length === 0) return [];
  const above = new Set<string | undefined>(owners);
  return [...entries.values()]
    .filter(({ kind, address }) => kindNamed(kind).form === 'set' && above.has(parentAddress(address)))
    .map(({ address }) => address);
}
