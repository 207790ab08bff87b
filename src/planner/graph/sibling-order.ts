import { ownValue, plainText, sameValue } from '../../schemas/values.ts';
import { parentOf } from '../match/subject.ts';
import { type Edge, edgesTo } from './edges.ts';
import type { Operation } from './operations.ts';
import type { Bundle } from './set-changes.ts';

/**
 * The order of what stands under one parent: deletes of a set before its creates, creates by their kind's rank, and
 * kinds after those that they need beside them.
 */
export function siblingEdges(
  operations: readonly Operation[],
  bundles: ReadonlyMap<string, Bundle>,
): readonly Edge[] {
  const families = Map.groupBy(operations, ({ subject }) => parentOf(subject.address));
  const edges = [...families.values()].flatMap((family) =>
    [...Map.groupBy(family, ({ subject }) => subject.kind)].flatMap(([kind, own]) => {
      const unbundled = kind.form === 'set' ? own.filter(({ subject }) => !bundles.has(subject.address)) : [];
      const after = family.filter(
        ({ subject }) => kind.siblings?.createdAfter?.includes(subject.kind.name) === true,
      );
      return [...setOrder(unbundled), ...orderAfter(own, after)];
    }),
  );
  return [...edges, ...orderUnlike(operations)];
}

/** One that differs from what goes under the same live parent, in what all there share, comes after it has gone. */
function orderUnlike(operations: readonly Operation[]): readonly Edge[] {
  const alike = operations.flatMap((operation) => {
    const { siblings: { sharedBySiblings: wires } = {}, parentField } = operation.subject.kind;
    return wires === undefined || parentField === undefined ? [] : [{ operation, wires, parentField }];
  });
  const gone = Map.groupBy(
    alike.filter(({ operation }) => operation.type === 'Delete'),
    ({ operation: { subject }, parentField }) =>
      `${subject.kind.name} ${plainText(ownValue(subject.live?.fields, parentField))}`,
  );
  return alike.flatMap(({ operation: create, wires, parentField }) => {
    if (create.type !== 'Create') return [];
    const place = `${create.subject.kind.name} ${plainText(create.params[parentField])}`;
    const unlike = (gone.get(place) ?? [])
      .map(({ operation }) => operation)
      .filter(({ subject: { live } }) =>
        wires.some((wire) => !sameValue(ownValue(live?.fields, wire), create.params[wire])),
      );
    return edgesTo([create], unlike, 'sibling');
  });
}

/** Enough to keep an order: requiring all of a large set would let a plan grow with its square. */
const mostRequired = 20;

function setOrder(own: readonly Operation[]): readonly Edge[] {
  const creates = own.filter(({ type }) => type === 'Create');
  const deletes = own.filter(({ type }) => type === 'Delete').slice(-mostRequired);
  return [
    ...edgesTo(creates, deletes, 'sibling'),
    ...[...Map.groupBy(creates, rankOf)].flatMap(([rank, equal]) =>
      edgesTo(equal, creates.filter((other) => rankOf(other) < rank).slice(-mostRequired), 'sibling'),
    ),
  ];
}

/** The place of a creation among those under the same parent. */
export function rankOf({ subject: { kind }, params }: Operation): number {
  return kind.siblings?.creationRank?.(params) ?? 0;
}

/** A kind comes after one that it needs beside it, and goes before anything of that one comes. */
function orderAfter(own: readonly Operation[], needed: readonly Operation[]): readonly Edge[] {
  return [
    ...edgesTo(
      own.filter(({ type }) => type === 'Create'),
      needed,
      'sibling',
    ),
    ...edgesTo(
      needed.filter(({ type }) => type === 'Create'),
      own.filter(({ type }) => type === 'Delete'),
      'sibling',
    ),
  ];
}
