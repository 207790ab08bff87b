import type { Change } from '../schemas/plan.ts';

/** The place of the first of some changes that the document declares, as `FILE:LINE:COLUMN: `; empty where none is. */
export function placeOfFirst(changes: readonly Change[]): string {
  const source = changes.find((change) => change.source !== null)?.source ?? undefined;
  return source === undefined ? '' : `${source.file}:${source.line}:${source.column}: `;
}

/** The first of some changes at its place, and how many there are beside it, for people. */
export function placesOf(changes: readonly Change[]): string {
  const first = changes.find(({ source }) => source !== null) ?? changes[0];
  const more = changes.length - 1;
  return `${placeOfFirst(changes)}${first?.address ?? ''}${more === 0 ? '' : ` and ${more} more`}`;
}
