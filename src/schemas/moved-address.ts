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

/**
 * The line whose pattern an address fits, with what stands for its `*`: any part of one step of the path. The line that
 * says most counts; `undefined` where none fits.
 */
export function fittingLine<T extends { readonly from: string }>(
  patterns: readonly T[],
  address: string,
): { readonly line: T; readonly part: string } | undefined {
  const found = patterns.flatMap((line) => {
    const part = partAt(line.from, address);
    return part === undefined ? [] : [{ line, part }];
  });
  return found.toSorted((a, b) => b.line.from.length - a.line.from.length)[0];
}

/** A pattern with a part in place of its `*`. */
export function withPart(pattern: string, part: string): string {
  return pattern.replace('*', () => part);
}

/** What stands for the `*` of a pattern in an address that fits it. */
function partAt(pattern: string, address: string): string | undefined {
  const [before = '', after = ''] = pattern.split('*');
  const end = address.length - after.length;
  if (end < before.length || !address.startsWith(before) || !address.endsWith(after)) return undefined;
  const part = address.slice(before.length, end);
  return part.includes('/') ? undefined : part;
}

/** The lines by which accounts get another key; the others lead from one resource of an account to another. */
export function accountMoves<T extends Move>(moved: readonly T[]): readonly T[] {
  return moved.filter(({ from, to }) => isAccount(from) && isAccount(to));
}

function isAccount(address: string): boolean {
  return !address.includes('/');
}
