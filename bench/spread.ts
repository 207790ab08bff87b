/** Several measurements of one figure. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Throws RangeError where there are no numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [min] = sorted;
  const median = sorted[Math.floor(sorted.length / 2)];
  const max = sorted.at(-1);
  if (min === undefined || median === undefined || max === undefined) throw new RangeError('no measurements');
  return { min, median, max };
}
