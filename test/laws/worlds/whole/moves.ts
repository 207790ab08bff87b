import { isAtOrBeneath } from './trial.ts';

/** Lines of `moved`. */
export type Moves = readonly (readonly [from: string, to: string])[];

/**
 * The lines of `moved` after one more move; `from` is an address of the document as it was edited so far. A line begins
 * at the address that the state knows, however often a thing moved since then.
 */
export function withMove(moves: Moves, from: string, to: string): Moves {
  const first = firstAddress(moves, from);
  const others = moves
    .filter(([each]) => each !== first)
    .map(([each, then]) => [each, isAtOrBeneath(then, from) ? to + then.slice(from.length) : then] as const);
  return [...others, [first, to]];
}

/** The address that the state knows what stands at an address of the edited document by. */
export function firstAddress(moves: Moves, address: string): string {
  const nearest = moves
    .filter(([, to]) => isAtOrBeneath(address, to))
    .sort(([, a], [, b]) => b.length - a.length)[0];
  return nearest === undefined ? address : nearest[0] + address.slice(nearest[1].length);
}
