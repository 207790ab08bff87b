import { printable } from '../../diagnostics/display-text.ts';

/** Several names as one with a `*`, and what the `*` stands for in each. */
export interface StarPattern {
  readonly pattern: string;
  readonly stars: readonly string[];
}

/** So many that change alike are told as one; what goes, or is made anew, is told one by one. */
const fewestFolded = 3;
const neverFolded: ReadonlySet<string> = new Set(['-', '-/+']);

/** Whether several with these lines are told as one. */
export function isFolded(count: number, lines: readonly { readonly sign: string }[]): boolean {
  return count >= fewestFolded && !lines.some(({ sign }) => neverFolded.has(sign));
}

/** What separates the words of an address, and those of a name. */
const separators = { address: ['-', '_', '.', ':', '/'], name: ['-', '_', '.', ':', '/', ' '] } as const;

/**
 * The pattern of several different addresses or names: what all begin and end with, up to a separator of words, and a
 * `*` between, as `spring-*` of `spring-at` and `spring-be`.
 */
export function starPattern(
  names: readonly string[],
  sort: keyof typeof separators = 'address',
): StarPattern {
  const wholeWords = (text: string): string =>
    text.slice(0, Math.max(...separators[sort].map((separator) => text.lastIndexOf(separator))) + 1);
  const start = wholeWords(commonStart(names));
  const rests = names.map((name) => name.slice(start.length));
  const end = reversed(wholeWords(commonStart(rests.map(reversed))));
  return { pattern: `${start}*${end}`, stars: rests.map((rest) => rest.slice(0, rest.length - end.length)) };
}

/** What the `*` of a pattern stands for, safe to print. */
export function starsText(stars: readonly string[]): string {
  return `* stands for ${stars.map(printable).join(', ')}`;
}

/**
 * How several are named whose addresses are one pattern, safe to print: `named Sale *` where the same stands for the `*`
 * as in the addresses, `named Sale *: Austria, Belgium` where another text does, `named Sale` where all have one name.
 * Empty where each is named as its key.
 */
export function namesText(addresses: readonly string[], names: readonly string[]): string {
  if (names.every((name, index) => name === addresses[index]?.split('/').at(-1))) return '';
  const [first = ''] = names;
  if (names.every((name) => name === first)) return `named ${printable(first)}`;
  const { pattern, stars } = starPattern(names, 'name');
  const keys = starPattern(addresses).stars;
  const shown = printable(pattern);
  if (stars.every((star, index) => star === keys[index])) return `named ${shown}`;
  // A list is read at its commas.
  const listed = stars.map((star) => (star.includes(',') ? `"${printable(star)}"` : printable(star)));
  return `named ${pattern === '*' ? '' : `${shown}: `}${listed.join(', ')}`;
}

function commonStart(names: readonly string[]): string {
  const [first = ''] = names;
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
  return first.slice(0, length);
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(text.length - 1 - index)).join('');
}
