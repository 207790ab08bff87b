import { notCounted } from './figures.ts';

/** Counts with their words, `3 unmanaged`, without those that are 0; `null` is one that nobody knows. */
export function countsOf(counts: readonly (readonly [number | null, string])[]): readonly string[] {
  return counts.flatMap(([count, word]) => {
    if (count === null) return [`${word} ${notCounted}`];
    return count === 0 ? [] : [`${count} ${word}`];
  });
}
