import { columnWidth, layoutRow, type Row } from './layout.ts';
import { textWidth } from './text-width.ts';

const gap = 2;

/** Rows of cells in columns that begin at `indent`: one line a row, more where a page of that width has no room for it. */
export function tableLines(
  rows: readonly (readonly string[])[],
  { width, indent }: { readonly width: number; readonly indent: number },
): readonly string[] {
  const columns: number[] = [indent];
  for (const [index] of (rows[0] ?? []).entries()) {
    const widths = rows.map((row) => textWidth(row[index] ?? ''));
    // One cell that is very long moves no other row.
    const widest = columnWidth(widths, 0, Math.floor(width / 2));
    columns.push((columns[index] ?? 0) + widest + (widest === 0 ? 0 : gap));
  }
  return rows.flatMap((row) =>
    rowLines(
      row.map((text, index) => ({ at: columns[index] ?? 0, text })),
      width,
      indent,
    ),
  );
}

/** What follows a cell that leaves its column stands together: beside it where there is room, else below. */
function rowLines(row: Row, width: number, indent: number): readonly string[] {
  const lines = layoutRow(row, width);
  const long = row.findIndex(
    ({ at, text }, index) => at + textWidth(text) + gap > (row[index + 1]?.at ?? width),
  );
  if (lines.length === 1 || long < 0) return lines;
  const below = indent + 2 * gap;
  return [row.slice(0, long + 1), row.slice(long + 1)].flatMap((part) =>
    part.some(({ text }) => text !== '') ? layoutRow(part, width, below) : [],
  );
}
