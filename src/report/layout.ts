import { textWidth } from './text-width.ts';

/** One line of a report: cells with the column where each begins at the earliest. */
export type Row = readonly { readonly at: number; readonly text: string }[];

const gap = 2;

/** The columns that sentences are broken at: those of a terminal, and none where the output is not one. */
export function pageWidth({
  isTTY,
  columns,
}: {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  // Some terminals do not know how wide they are, and say 0.
  return columns === undefined || columns === 0 ? 80 : Math.max(40, columns);
}

/** The columns that a report may use: those of the terminal, within 80 and 200. */
export function reportWidth(terminalColumns: number | undefined): number {
  return Math.min(200, Math.max(80, terminalColumns ?? 120));
}

/**
 * Lines of a row. The first cell stands at its column; the others too where there is room, further left where that
 * helps, else on a line of their own: at their column, or at `below` where that is too far right. Nothing is cut: people copy addresses.
 */
export function layoutRow(row: Row, width: number, below = (row[0]?.at ?? 0) + 2 * gap): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { at, text } of row) {
    if (text === '') continue;
    const used = textWidth(line);
    const rightmost = width - textWidth(text);
    if (used === 0) line = ' '.repeat(at) + text;
    else if (used + gap <= rightmost) {
      line += ' '.repeat(Math.max(used + gap, Math.min(at, rightmost)) - used) + text;
    } else {
      lines.push(line);
      line = ' '.repeat(indentFor({ at, rightmost, below })) + text;
    }
  }
  return [...lines, line];
}

/** Where a cell stands on a line of its own; what no line has room for is broken later. */
function indentFor({ at, rightmost, below }: Readonly<Record<'at' | 'rightmost' | 'below', number>>): number {
  if (at <= rightmost) return at;
  return rightmost < 0 ? below : Math.min(below, rightmost);
}

/** The widest of the texts, but never so wide that the next column leaves the page. */
export function columnWidth(widths: readonly number[], least: number, most: number): number {
  return widths.reduce((widest, next) => (next <= most ? Math.max(widest, next) : widest), least);
}
