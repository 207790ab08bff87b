import { distance } from 'fastest-levenshtein';

/** The candidate most like the word, if one is near enough to be meant (a third of its letters may differ). */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly steps: number } | undefined;
  for (const candidate of candidates) {
    const steps = distance(word.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || steps < best.steps) best = { candidate, steps };
  }
  if (best === undefined || best.steps > Math.max(2, Math.floor(word.length / 3))) return undefined;
  // Every letter another is no likeness.
  if (best.steps >= word.length) return undefined;
  return best.candidate;
}
