/** Numbers from a seed: the same seed, the same numbers. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<const T>(from: readonly [T, ...T[]]): T;
  /** `undefined` where there is nothing to choose from. */
  pick<const T>(from: readonly T[]): T | undefined;
}

/** A generator of numbers (mulberry32) for a seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  function pick<const T>(from: readonly [T, ...T[]]): T;
  function pick<const T>(from: readonly T[]): T | undefined;
  function pick<const T>(from: readonly T[]): T | undefined {
    return from[below(from.length)];
  }
  return { next, below, chance: (probability) => next() < probability, pick };
}

/** One number from 0 to 1 for a seed and a place, whatever was drawn before. */
export function numberAt(seed: number, ...place: readonly number[]): number {
  let mixed = seed >>> 0;
  for (const part of place) mixed = Math.imul(mixed ^ part, 0x9e3779b1) + 0x7f4a7c15;
  return randomFrom(mixed).next();
}
