import { ownValue, plainText, sameValue } from '../schemas/values.ts';
import { requireAll } from './dependencies.ts';
import type { Operation } from './operations.ts';
import type { Bundle } from './restrict.ts';
import { parentOf } from './subject.ts';

/**
 * Puts what stands under one parent in order: deletes of a set before its creates, creates by their kind's rank, and
 * kinds after those that they need beside them. What goes in one request shares all that any of it requires.
 */
export function orderSiblings(operations: readonly Operation[], bundles: ReadonlyMap<string, Bundle>): void {
  const families = Map.groupBy(operations, ({ subject }) => parentOf(subject.address));
  for (const family of families.values()) {
    const byKind = Map.groupBy(family, ({ subject }) => subject.kind);
    for (const [kind, own] of byKind) {
      if (kind.form === 'set') orderSet(own.filter(({ subject }) => !bundles.has(subject.address)));
      for (const name of kind.after ?? [])
        orderAfter(
          own,
          family.filter(({ subject }) => subject.kind.name === name),
        );
    }
  }
  orderUnlike(operations);
  const bundled = Map.groupBy(operations, ({ subject }) => bundles.get(subject.address)?.name);
  for (const [name, own] of bundled) if (name !== undefined) shareRequirements(own);
}

/** One that differs from what goes under the same live parent, in what all there share, comes after it has gone. */
function orderUnlike(operations: readonly Operation[]): void {
  const alike = operations.flatMap((operation) => {
    const { alikeUnderParent: wires, parentField } = operation.subject.kind;
    return wires === undefined || parentField === undefined ? [] : [{ operation, wires, parentField }];
  });
  const gone = Map.groupBy(
    alike.filter(({ operation }) => operation.type === 'Delete'),
    ({ operation: { subject }, parentField }) =>
      `${subject.kind.name} ${plainText(ownValue(subject.live?.fields, parentField))}`,
  );
  for (const { operation: create, wires, parentField } of alike) {
    if (create.type !== 'Create') continue;
    const place = `${create.subject.kind.name} ${plainText(create.params[parentField])}`;
    const unlike = (gone.get(place) ?? [])
      .map(({ operation }) => operation)
      .filter(({ subject: { live } }) =>
        wires.some((wire) => !sameValue(ownValue(live?.fields, wire), create.params[wire])),
      );
    requireAll([create], unlike);
  }
}

/** Enough to keep an order: requiring all of a large set would let a plan grow with its square. */
const mostRequired = 20;

function orderSet(own: readonly Operation[]): void {
  const creates = own.filter(({ type }) => type === 'Create');
  requireAll(creates, own.filter(({ type }) => type === 'Delete').slice(-mostRequired));
  for (const [rank, equal] of Map.groupBy(creates, rankOf))
    requireAll(equal, creates.filter((other) => rankOf(other) < rank).slice(-mostRequired));
}

/** The place of a creation among those under the same parent. */
export function rankOf({ subject: { kind }, params }: Operation): number {
  return kind.creationRank?.(params) ?? 0;
}

/** A kind comes after one that it needs beside it, and goes before anything of that one comes. */
function orderAfter(own: readonly Operation[], needed: readonly Operation[]): void {
  requireAll(
    own.filter(({ type }) => type === 'Create'),
    needed,
  );
  requireAll(
    needed.filter(({ type }) => type === 'Create'),
    own.filter(({ type }) => type === 'Delete'),
  );
}

function shareRequirements(own: readonly Operation[]): void {
  const numbers = new Set(own.map(({ number }) => number));
  const required = new Set(
    own.flatMap(({ requires }) => [...requires]).filter((number) => !numbers.has(number)),
  );
  const waits = own.flatMap(({ waitsFor }) => [...waitsFor]);
  for (const { requires, waitsFor } of own) {
    requires.clear();
    for (const number of required) requires.add(number);
    for (const address of waits) waitsFor.add(address);
  }
}
