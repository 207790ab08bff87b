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
