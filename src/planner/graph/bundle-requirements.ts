import type { Edge, UsableWait } from './edges.ts';
import type { Operation } from './operations.ts';
import type { Bundle } from './set-changes.ts';

/** What operations wait for. */
export interface Waits {
  readonly edges: readonly Edge[];
  readonly usable: readonly UsableWait[];
}

/** The same, with operations that go in one request each waiting for all that any of them waits for, and not for one another. */
export function sharedInBundles(
  { edges, usable }: Waits,
  operations: readonly Operation[],
  bundles: ReadonlyMap<string, Bundle>,
): Waits {
  const bundled = Map.groupBy(operations, ({ subject: { address } }) => bundles.get(address)?.name);
  const bundleOf = new Map(
    [...bundled].flatMap(([name, members]) =>
      name === undefined ? [] : members.map(({ number }) => [number, name] as const),
    ),
  );
  const isInside = ({ from, to }: Edge): boolean =>
    bundleOf.has(from) && bundleOf.get(from) === bundleOf.get(to);
  const leaving = edges.filter((edge) => !isInside(edge));
  const edgesOf = Map.groupBy(leaving, ({ from }) => bundleOf.get(from));
  const waitsOf = Map.groupBy(usable, ({ operation }) => bundleOf.get(operation));
  const shared = [...bundled].flatMap(([name, members]) => {
    if (name === undefined) return [];
    const required = new Set(edgesOf.get(name)?.map(({ to }) => to));
    const addresses = new Set(waitsOf.get(name)?.map(({ address }) => address));
    return members.map(({ number }) => ({ number, required, addresses }));
  });
  return {
    // The first reason counts: an operation that waits for another by itself keeps its own.
    edges: [
      ...leaving,
      ...shared.flatMap(({ number: from, required }) =>
        [...required].map((to): Edge => ({ from, to, why: 'batch' })),
      ),
    ],
    usable: [
      ...usable,
      ...shared.flatMap(({ number: operation, addresses }) =>
        [...addresses].map((address) => ({ operation, address })),
      ),
    ],
  };
}
