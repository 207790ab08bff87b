import { printable } from '../../diagnostics/display-text.ts';
import type { Phrase } from '../view/phrase.ts';

/** The most characters of one text from outside. */
const longest = 240;

/** A text from outside on one line: nothing in it that would be obeyed, and not endless. */
export function oneLine(text: string): string {
  return clipped(printable(clipped(text, 4 * longest)), longest);
}

/** The text cut to so many UTF-16 code units, ending in `…` where something was left out; never inside a character. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, length - 1)) ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}

/**
 * A text from outside as inline code, safe in prose and in table cells. Code is where neither markup nor mentions nor
 * references to issues are looked for.
 */
export function inlineCode(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return '';
  return /[`|\\]/.test(line) ? `<code>${asEntities(line)}</code>` : `\`${line}\``;
}

/** A phrase with its code as inline code. */
export function phraseMarkdown(phrase: Phrase): string {
  return phrase.map(({ text, isCode }) => (isCode ? inlineCode(text) : text)).join('');
}

/** A text from outside inside HTML that stands in Markdown, such as the summary of a fold. */
export function htmlCode(text: string): string {
  return `<code>${asEntities(oneLine(text))}</code>`;
}

// Every mark of ASCII as an entity: no dialect of Markdown finds syntax in it.
function asEntities(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Lines as a block of code whose fence is longer than any run of backticks in it. */
export function fenced(lines: readonly string[], language: 'diff' | 'text'): string {
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) ?? []);
  const fence = '`'.repeat(runs.reduce((longestRun, run) => Math.max(longestRun, run.length), 2) + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** A table; the cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A fold; the title is HTML, and what it hides is Markdown already. */
export function fold(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** The first items that fit into so many characters, each with a line feed; how many were left out. */
export function fitting<T>(
  items: readonly T[],
  room: number,
  sizeOf: (item: T) => number,
): { readonly shown: readonly T[]; readonly left: number } {
  let used = 0;
  const end = items.findIndex((item) => {
    used += sizeOf(item) + 1;
    return used > room;
  });
  return end === -1 ? { shown: items, left: 0 } : { shown: items.slice(0, end), left: items.length - end };
}

/** The items of a list that there is room for, and how many there is none for. */
export function itemsMarkdown(items: readonly string[], room: number): string {
  const lines = items.map((item) => `- ${item}`);
  const { shown, left } = fitting(lines, room - 60, (line) => line.length);
  return [...shown, ...(left === 0 ? [] : [`- … and ${left.toLocaleString('en-US')} more.`])].join('\n');
}
