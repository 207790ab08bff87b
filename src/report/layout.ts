import { textWidth } from './text-width.ts';

/** One line of a report: cells with the column where each begins at the earliest. */
export type Row = readonly { readonly at: number; readonly text: string }[];

const gap = 2;

/** The columns that a report may use: those of the terminal, within 80 and 200. */
export function reportWidth(terminalColumns: number | undefined): number {
  return Math.min(200, Math.max(80, terminalColumns ?? 120));
}

/**
 * Lines of a row. The first cell stands at its column; the others too where there is room, further left where that
 * helps, else on a line of their own. Nothing is cut: people copy addresses.
 */
export function layoutRow(row: Row, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { at, text } of row) {
    if (text === '') continue;
    const used = textWidth(line);
    const rightmost = Math.max(0, width - textWidth(text));
    if (used === 0) line = ' '.repeat(at) + text;
    else if (used + gap <= rightmost) {
      line += ' '.repeat(Math.max(used + gap, Math.min(at, rightmost)) - used) + text;
    } else {
      lines.push(line);
      line = ' '.repeat(Math.min(at, rightmost)) + text;
    }
  }
  return [...lines, line];
}

/** The widest of the texts, but never so wide that the next column leaves the page. */
export function columnWidth(widths: readonly number[], least: number, most: number): number {
  return widths.reduce((widest, next) => (next <= most ? Math.max(widest, next) : widest), least);
}

/** A sentence on lines of so many columns, broken between words. */
export function wrapSentence(sentence: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (textWidth(last) + 1 + textWidth(word) <= width) lines.push(`${last} ${word}`);
    else lines.push(last, word);
  }
  return lines;
}
