import type { Kind } from '../../../src/schemas/define-kind.ts';

/** The registry with lists that come two records a page, so that a few records fill several pages. */
export function withSmallPages<Registry extends { readonly kinds: Readonly<Record<string, Kind>> }>(
  registry: Registry,
): Registry {
  const small = Object.entries(registry.kinds).map(([name, kind]): [string, Kind] => {
    const { list } = kind.operations;
    if (list === undefined) return [name, kind];
    return [name, { ...kind, operations: { ...kind.operations, list: { ...list, pageSize: 2 } } }];
  });
  const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(small);
  return { ...registry, kinds };
}
