import { grouped } from './grouped.ts';

/** A count with its word, which is made plural: `1 campaign`, `2,000 campaigns`, `3 curated categories`, `2 criteria`. */
export function counted(count: number, word: string): string {
  return `${grouped(count)} ${count === 1 ? word : pluralOf(word)}`;
}

function pluralOf(word: string): string {
  if (word.endsWith('media')) return word;
  if (word.endsWith('criterion')) return word.replace(/on$/, 'a');
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`;
}
