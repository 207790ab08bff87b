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

/**
 * The pattern of several different names: what all begin and end with, up to a separator of words, and a `*` between, as
 * `spring-*` of `spring-at` and `spring-be`.
 */
export function starPattern(names: readonly string[]): StarPattern {
  const start = wholeWords(commonStart(names));
  const rests = names.map((name) => name.slice(start.length));
  const end = reversed(wholeWords(commonStart(rests.map(reversed))));
  return { pattern: `${start}*${end}`, stars: rests.map((rest) => rest.slice(0, rest.length - end.length)) };
}

/** What the `*` of a pattern stands for, safe to print. */
export function starsText(stars: readonly string[]): string {
  return `* stands for ${stars.map(printable).join(', ')}`;
}

function commonStart(names: readonly string[]): string {
  const [first = ''] = names;
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
  return first.slice(0, length);
}

/** The text up to its last separator; every name begins or ends with it, and has more than that. */
function wholeWords(text: string): string {
  return text.slice(
    0,
    Math.max(...['-', '_', '.', ':', '/'].map((separator) => text.lastIndexOf(separator))) + 1,
  );
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(text.length - 1 - index)).join('');
}
