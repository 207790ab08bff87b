import type { Operation } from './operations.ts';

/**
 * Why an operation waits for another: `own`: both write the same resource; `parent` and `beneath`: one resource stands
 * in the other; `reference`: one refers to the other; `use`: the resource becomes usable by it; `sibling`: both stand
 * under one parent, where their order counts; `batch`: another operation of the same request waits for it; `room`: it
 * frees the room under a limit that the waiting operation takes.
 */
export type EdgeReason = 'own' | 'parent' | 'beneath' | 'reference' | 'use' | 'sibling' | 'batch' | 'room';

/** The operation with the number `from` is skipped unless the operation with the number `to` has succeeded. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly why: EdgeReason;
}

/** An operation, by its number, is sent only when the resource at an address can be used. */
export interface UsableWait {
  readonly operation: number;
  readonly address: string;
}

/** The edges from each of some operations to each of others; `undefined` among the others stands for none. */
export function edgesTo(
  operations: readonly Operation[],
  others: readonly (Operation | undefined)[],
  why: EdgeReason,
): readonly Edge[] {
  return operations.flatMap(({ number: from }) =>
    others.flatMap((other) => (other === undefined ? [] : [{ from, to: other.number, why }])),
  );
}

/** The operations, by number, that an operation waits for, each once with the first reason that was found. */
export interface Requirements {
  of(number: number): ReadonlyMap<number, EdgeReason>;
}

/** Looks edges up by the operation that waits. */
export function requirementsOf(edges: readonly Edge[]): Requirements {
  const byOperation = new Map<number, Map<number, EdgeReason>>();
  for (const { from, to, why } of edges) {
    const known = byOperation.get(from);
    if (known === undefined) byOperation.set(from, new Map([[to, why]]));
    else if (!known.has(to)) known.set(to, why);
  }
  return { of: (number) => byOperation.get(number) ?? none };
}

const none: ReadonlyMap<number, EdgeReason> = new Map();

/** What operations wait for until it can be used: addresses by the number of the operation that waits, each once. */
export function usableWaitsOf(waits: readonly UsableWait[]): ReadonlyMap<number, readonly string[]> {
  const byOperation = Map.groupBy(waits, ({ operation }) => operation);
  return new Map(
    [...byOperation].map(([operation, own]) => [operation, [...new Set(own.map(({ address }) => address))]]),
  );
}
