/** One file of the document: its text without a byte order mark, and where its lines begin. */
export interface SourceFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Offsets of the first character of each line. */
  readonly lineStarts: readonly number[];
}

/** A place in a file, as an offset in UTF-16 code units. */
export interface Place {
  readonly file: SourceFile;
  readonly offset: number;
}

/** A file from its text; a byte order mark at its beginning is left out. */
export function sourceFile(path: string, content: string): SourceFile {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, text, lineStarts };
}

/** Line and column of a place, both from 1. */
export function positionOf({ file, offset }: Place): { readonly line: number; readonly column: number } {
  const { lineStarts } = file;
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/** The text of a line, counted from 1, without its line break. */
export function lineText(file: SourceFile, line: number): string {
  const start = file.lineStarts[line - 1] ?? file.text.length;
  const next = file.lineStarts[line];
  return file.text.slice(start, next === undefined ? file.text.length : next - 1);
}
