import { CsvError, type InfoField, type Parser, parse } from 'csv-parse';
import { CsvFault } from './csv-fault.ts';

/** A cell, and where it begins: line and column from 1, the column in UTF-16 code units. */
export interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

// A quote that is never closed must not take the rest of a large file into memory.
const mostBytes = 1_000_000;

/** What the library calls each fault, and our words for it: its own quote what stands in the file. */
const faults: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'the quote that begins the cell is never closed'],
  ['INVALID_OPENING_QUOTE', 'a quote stands inside a cell that does not begin with one'],
  ['CSV_INVALID_CLOSING_QUOTE', 'something stands after the closing quote of the cell'],
  ['CSV_MAX_RECORD_SIZE', `the row has more than ${mostBytes} bytes: is a quote not closed?`],
]);

/**
 * Reads CSV as RFC 4180 has it, in pieces: commas, quotes that double inside quotes, lines that end with CRLF, LF or
 * CR. Lines without anything are left out.
 */
export class CsvRows {
  readonly #parser: Parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostBytes,
    cast: (text, info) => this.#takeCell(text, info),
    on_record: () => this.#takeRowEnd(),
  });
  #rows: (readonly Cell[])[] = [];
  #row: Cell[] = [];
  #emptyLines = 0;
  /** Where the next cell begins; empty lines before it are not counted yet. */
  #line = 1;
  #column = 1;

  constructor() {
    // Each fault is given to the callback of the piece that it stands in.
    this.#parser.on('error', () => undefined);
  }

  /** The rows that end in the next piece of the text, which splits no character. Throws CsvFault. */
  async feed(piece: string): Promise<readonly (readonly Cell[])[]> {
    return await this.#rowsAfter((done) => this.#parser.write(piece, done));
  }

  /** The row that the text ends with, if it has no end of its own. Throws CsvFault. */
  async end(): Promise<readonly (readonly Cell[])[]> {
    return await this.#rowsAfter((done) => this.#parser.end(done));
  }

  async #rowsAfter(
    step: (done: (error?: Error | null) => void) => void,
  ): Promise<readonly (readonly Cell[])[]> {
    await new Promise<void>((resolve, reject) =>
      step((error) => (error instanceof Error ? reject(this.#asFault(error)) : resolve())),
    );
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  // The library counts bytes, and a CRLF inside quotes as two lines: places are counted here.
  #takeCell(text: string, { quoting, empty_lines }: InfoField): null {
    this.#skipLines(empty_lines);
    this.#row.push({ text, line: this.#line, column: this.#column });
    const written = quoting ? `"${text.replaceAll('"', '""')}"` : text;
    const lines = quoting ? written.split('\n') : [written];
    this.#line += lines.length - 1;
    this.#column = (lines.length > 1 ? 1 : this.#column) + (lines.at(-1)?.length ?? 0) + 1;
    return null;
  }

  /** Keeps the row, so that the library need not. */
  #takeRowEnd(): null {
    this.#rows.push(this.#row);
    this.#row = [];
    this.#line += 1;
    this.#column = 1;
    return null;
  }

  #skipLines(emptyLines: number): void {
    this.#line += emptyLines - this.#emptyLines;
    this.#emptyLines = emptyLines;
  }

  #asFault(error: Error): Error {
    const message = error instanceof CsvError ? faults.get(error.code) : undefined;
    if (message === undefined) return error;
    this.#skipLines(this.#parser.info.empty_lines);
    return new CsvFault(this.#line, this.#column, message);
  }
}
