import { z } from 'zod';
import { nearest } from '../../diagnostics/nearest.ts';

/** A template such as `${var.season}` stands wherever a value stands. */
export const template = { type: 'string', pattern: '\\$\\{' };

/** A finding about one value; the remedy travels in the issue's `params`. */
export function refuse(context: z.RefinementCtx, message: string, remedy: string): never {
  context.issues.push({ code: 'custom', message, input: context.value, params: { remedy } });
  return z.NEVER;
}

/** The words that a message can still hold; of more, the remedy tells. */
const mostWords = 15;

/** The words that a value may be, for a message. */
export function wordList(words: readonly string[]): string {
  return words.length <= mostWords ? words.join(', ') : `the ${words.length} words it may be`;
}

/** What to write instead of a word that is none of the given ones. */
export function wordRemedy(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  if (near !== undefined) return `Did you mean ${near}?`;
  return words.length <= mostWords ? 'Write one of these words.' : `Write one of ${words.join(', ')}.`;
}
