import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, childKinds } from '../schemas/registry.ts';

/** The names that stand in an entry of a kind, in the order in which `adsync fmt` writes them. */
export function entryOrder(kind: Kind): readonly string[] {
  const { name, ...fields } = kind.fields;
  const external = allKinds.filter((candidate) => candidate.externalUnder === kind.name);
  return [
    'id',
    'matrix',
    ...(name === undefined ? [] : ['name']),
    ...Object.keys(fields),
    'limits',
    'lifecycle',
    ...[...childKinds(kind.name), ...external].map(({ section }) => section),
  ];
}
