import { isWithin } from './address.ts';

/** A line of `moved`: what stood at one address, and all beneath it, stands at another from now on. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** The address that something has after `moved`: the nearest line counts, so that a part may go its own way. */
export function movedAddress(moved: readonly Move[], address: string): string {
  const fitting = moved.filter(({ from }) => isWithin(address, from));
  const [nearest] = fitting.toSorted((a, b) => b.from.length - a.from.length);
  return nearest === undefined ? address : nearest.to + address.slice(nearest.from.length);
}

/** The lines by which accounts get another key; the others lead from one resource of an account to another. */
export function accountMoves<T extends Move>(moved: readonly T[]): readonly T[] {
  return moved.filter(({ from, to }) => isAccount(from) && isAccount(to));
}

function isAccount(address: string): boolean {
  return !address.includes('/');
}
