import { fittingLine } from '../../schemas/moved-address.ts';

/** A line of `moved`. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * The fewest lines of `moved` that say the same: those beneath one address whose keys differ in one part become one line
 * with a `*`, unless something else that leaves, by its address in the document, would fit it.
 */
export function linesOf(moves: readonly Move[], leaving: readonly string[]): readonly Move[] {
  const groups = Map.groupBy(moves, ({ from, to }) => `${placeOf(from)} ${placeOf(to)}`).values();
  return groups.toArray().flatMap((group) => {
    const line = group.length === 1 ? undefined : patternFor(group);
    return line === undefined || !fitsOnly(line, group, leaving) ? group : [line];
  });
}

function placeOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/') + 1);
}

/** What begins and ends all sources, and all targets, with the same part between in each. */
function patternFor(group: readonly Move[]): Move | undefined {
  const from = frameOf(group.map((move) => move.from));
  const to = frameOf(group.map((move) => move.to));
  const isSame = group.every((move) => partIn(from, move.from) === partIn(to, move.to));
  return isSame ? { from: `${from.before}*${from.after}`, to: `${to.before}*${to.after}` } : undefined;
}

interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The common beginning and the common end of addresses, whole words of keys (up to a hyphen or a slash). */
function frameOf(addresses: readonly string[]): Frame {
  const [first = '', ...others] = addresses;
  let start = 0;
  while (start < first.length && others.every((other) => other[start] === first[start])) start += 1;
  const before = first.slice(0, first.slice(0, start).search(/[^-/]*$/));
  let end = 0;
  const room = Math.min(...addresses.map(({ length }) => length)) - before.length;
  while (end < room && others.every((other) => other.at(-1 - end) === first.at(-1 - end))) end += 1;
  const common = first.slice(first.length - end);
  const hyphen = common.indexOf('-');
  return { before, after: hyphen < 0 ? '' : common.slice(hyphen) };
}

function partIn({ before, after }: Frame, address: string): string {
  return address.slice(before.length, address.length - after.length);
}

function fitsOnly({ from }: Move, group: readonly Move[], leaving: readonly string[]): boolean {
  const fitting = leaving.filter((address) => fittingLine([{ from }], address) !== undefined);
  return new Set(fitting).size === group.length;
}
