/** A cell, and where it begins: line and column from 1, the column in UTF-16 code units. */
export interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Something in a file that is no CSV. It never quotes what stands there. */
export class CsvFault extends Error {
  readonly line: number;
  readonly column: number;

  /** Takes the place, one sentence without a full stop. */
  constructor(line: number, column: number, message: string) {
    super(message);
    this.name = 'CsvFault';
    this.line = line;
    this.column = column;
  }
}

// A quote that is never closed must not take the rest of a large file into memory.
const longestCell = 10_000;

const comma = 44;
const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

/** Where a reader stands: at the begin of a cell, in a plain or a quoted one, or behind a quote inside a quoted one. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Reads CSV as RFC 4180 has it, in pieces: commas, quotes that double inside quotes, lines that end with CRLF, LF or
 * CR. Lines without anything are left out.
 */
export class CsvRows {
  #state: State = 'start';
  #text = '';
  #row: Cell[] = [];
  #line = 1;
  #column = 1;
  #cell = { line: 1, column: 1 };
  #afterReturn = false;

  /** The rows that end in the next piece of the text. Throws CsvFault. */
  feed(piece: string): readonly (readonly Cell[])[] {
    const rows: (readonly Cell[])[] = [];
    for (let index = 0; index < piece.length; index += 1) {
      const row = this.#take(piece.charCodeAt(index), piece[index] ?? '');
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** The row that the text ends with, if it has no end of its own. Throws CsvFault. */
  end(): readonly (readonly Cell[])[] {
    if (this.#state === 'quoted') throw this.#fault('the quote that begins the cell is never closed');
    const row = this.#endRow();
    return row === undefined ? [] : [row];
  }

  #take(code: number, character: string): readonly Cell[] | undefined {
    if (this.#state === 'quoted') {
      this.#takeQuoted(code, character);
      this.#move(code === lineFeed);
      return undefined;
    }
    const isSecondOfEnd = this.#afterReturn && code === lineFeed;
    this.#afterReturn = code === carriageReturn;
    if (isSecondOfEnd) return undefined;
    const row = this.#takeOutside(code, character);
    this.#move(code === lineFeed || code === carriageReturn);
    return row;
  }

  #takeQuoted(code: number, character: string): void {
    if (code === quote) this.#state = 'closed';
    else this.#append(character);
  }

  #takeOutside(code: number, character: string): readonly Cell[] | undefined {
    if (this.#state === 'start') this.#cell = { line: this.#line, column: this.#column };
    if (code === comma) this.#endCell();
    else if (code === lineFeed || code === carriageReturn) return this.#endRow();
    else if (code === quote) this.#takeQuote();
    else if (this.#state === 'closed')
      throw this.#fault('something stands after the closing quote of the cell');
    else {
      this.#state = 'plain';
      this.#append(character);
    }
    return undefined;
  }

  #takeQuote(): void {
    if (this.#state === 'plain')
      throw this.#fault('a quote stands inside a cell that does not begin with one');
    if (this.#state === 'closed') this.#append('"');
    this.#state = 'quoted';
  }

  #append(character: string): void {
    this.#text += character;
    if (this.#text.length > longestCell)
      throw this.#fault(`the cell has more than ${longestCell} characters: is a quote not closed?`);
  }

  #endCell(): void {
    this.#row.push({ text: this.#text, ...this.#cell });
    this.#text = '';
    this.#state = 'start';
  }

  #endRow(): readonly Cell[] | undefined {
    const isBlank = this.#row.length === 0 && this.#state === 'start';
    if (isBlank) return undefined;
    if (this.#state === 'start') this.#cell = { line: this.#line, column: this.#column };
    this.#endCell();
    const row = this.#row;
    this.#row = [];
    return row;
  }

  #move(endsLine: boolean): void {
    this.#line += endsLine ? 1 : 0;
    this.#column = endsLine ? 1 : this.#column + 1;
  }

  #fault(message: string): CsvFault {
    return new CsvFault(this.#cell.line, this.#cell.column, message);
  }
}
