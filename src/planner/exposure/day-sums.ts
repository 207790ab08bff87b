import type { DaySpan } from './days.ts';

/** What can be spent on each day, under one change after another; the highest day is always known. */
export interface DaySums {
  /** Adds an amount on each of the days. */
  add(days: DaySpan, amount: number): void;
  /** The highest amount of any day. */
  highest(): number;
  /** The days on which amounts can change, in order. */
  readonly days: readonly number[];
  /** The amount on one of those days, and until the next. */
  amountOn(day: number): number;
}

/**
 * Starts at 0 on every day from the first border on; spans that are added begin and end at borders, or have no end. A
 * tree of maxima: a change costs time in proportion to the logarithm of the number of borders.
 */
export function createDaySums(borders: Iterable<number>): DaySums {
  const starts = [...new Set(borders)].filter(Number.isFinite).sort((a, b) => a - b);
  const place = new Map(starts.map((day, index) => [day, index]));
  let size = 1;
  while (size < starts.length) size *= 2;
  // The highest of what is below a node, its own addition included, and what was added to all below it.
  const highest = new Float64Array(2 * size);
  const added = new Float64Array(2 * size);
  const indexOf = (day: number): number => place.get(day) ?? starts.length;

  const addBelow = (node: number, low: number, high: number, from: number, to: number, amount: number) => {
    if (to <= low || high <= from) return;
    const isCovered = from <= low && high <= to;
    if (isCovered) added[node] = Number(added[node]) + amount;
    else {
      const middle = (low + high) / 2;
      addBelow(2 * node, low, middle, from, to, amount);
      addBelow(2 * node + 1, middle, high, from, to, amount);
    }
    const below = low + 1 === high ? 0 : Math.max(Number(highest[2 * node]), Number(highest[2 * node + 1]));
    highest[node] = below + Number(added[node]);
  };
  return {
    add: (days, amount) => addBelow(1, 0, size, indexOf(days.from), indexOf(days.to), amount),
    highest: () => Number(highest[1]),
    days: starts,
    amountOn: (day) => {
      let amount = 0;
      for (let node = size + indexOf(day); node > 0; node = Math.floor(node / 2))
        amount += Number(added[node]);
      return amount;
    },
  };
}
