import type { Kind } from '../../../src/schemas/define-kind.ts';
import type { KindBench, Stored, StoredRecord } from './kind-bench.ts';

/** A record of the sandbox, and where it is. */
export interface Found {
  readonly collection: string;
  readonly id: string;
  /** `collection id`. */
  readonly key: string;
  readonly values: StoredRecord;
}

/**
 * The record that a kind's resource with an id is: what has the id, or is of what has it, and of several of them that
 * whose fields are most like the kind's.
 */
export function recordOf(stored: Stored, kind: Kind, id: string): Found {
  const wires = Object.values(kind.fields).map(({ wire }) => wire);
  const found = [...stored]
    .filter(([key, values]) => key.endsWith(` ${id}`) || Object.values(values).includes(id))
    .map(([key, values]) => ({
      key,
      values,
      likeness: wires.filter((wire) => wire in values).length + (key.endsWith(` ${id}`) ? 0.5 : 0),
    }))
    .sort((left, right) => right.likeness - left.likeness)[0];
  if (found === undefined) throw new Error(`no record ${id} of ${kind.name}`);
  const [collection = '', own = ''] = found.key.split(' ');
  return { collection, id: own, key: found.key, values: found.values };
}

const own = new Set(['id', 'created_at', 'updated_at', 'deleted']);

/** Adds a record that is like another one, but for its id. */
export async function copyOf(
  bench: KindBench,
  kind: Kind,
  { collection, values }: Found,
  number: number,
): Promise<void> {
  const copied = Object.entries(values).filter(([name]) => !own.has(name));
  const idField = kind.idField ?? 'id';
  const isGiven = kind.naturalKey.includes(idField);
  const given = isGiven ? { [idField]: `${String(values[idField])}${number}` } : {};
  await bench.put('seed', collection, { values: { ...Object.fromEntries(copied), ...given } });
}

/** The values of `was` that are others in `is`. */
export function differing(was: StoredRecord, is: StoredRecord): StoredRecord {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !own.has(name));
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null))
      .map((name) => [name, was[name] ?? null]),
  );
}
