/** Choices that a seed decides. */
export interface Dice {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  chance(share: number): boolean;
}

/** A small generator of evenly spread numbers (mulberry32): the same seed gives the same walk on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, pick: (items) => items[below(items.length)], chance: (share) => next() < share };
}
