import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { allKinds, kindNamed } from '../schemas/registry.ts';
import { referredValue, valuesReferring } from './referred.ts';

/** Kinds of which an import takes only what something that it takes refers to. */
export const referredKinds: readonly Kind[] = allKinds.filter(
  ({ import: taken }) => taken?.onlyWhereReferred === true,
);

/**
 * The records that an import takes, in their order: all that are not deleted, but of some kinds only what one of those
 * refers to, over however many others.
 */
export function importableRecords(records: readonly LiveRecord[]): readonly LiveRecord[] {
  const named = Map.groupBy(
    records.filter(({ deleted, kind }) => !deleted && isReferred(kind)),
    (record) => nameOf(record.kind, referredValue(kindNamed(record.kind), record) ?? ''),
  );
  const own = records.filter(({ deleted, kind }) => !deleted && !isReferred(kind));
  const taken = new Set(own);
  // A set that grows while it is walked: what is taken refers to more.
  for (const record of taken)
    for (const kind of referredKinds)
      for (const value of valuesReferring(kindNamed(record.kind), record, kind.name))
        for (const target of named.get(nameOf(kind.name, value)) ?? []) taken.add(target);
  return records.filter((record) => taken.has(record));
}

function isReferred(kind: string): boolean {
  return kindNamed(kind).import?.onlyWhereReferred === true;
}

function nameOf(kind: string, value: string): string {
  return `${kind} ${value}`;
}
