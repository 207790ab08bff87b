import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Column, columnNames, columns } from './columns.ts';
import { CsvFault } from './csv-fault.ts';
import type { Cell } from './csv-rows.ts';
import { memberText, sentValue } from './member.ts';

/** A file of members: its path on this machine, and what people call it. */
export interface MembersFile {
  readonly path: string;
  /** Relative to the working directory, with `/`. */
  readonly name: string;
}

const problemsShown = 20;

/**
 * Reads a file of members: the canonical text of each, once. Throws ADSYNC_DOCUMENT_MISSING for a file that cannot be
 * read, and ADSYNC_DOCUMENT_INVALID with the places of what is wrong; no value of the file is ever quoted.
 */
export async function readMembers(file: MembersFile): Promise<ReadonlySet<string>> {
  const reading = new MemberRows(file.name);
  try {
    for await (const rows of csvRows(file.path)) for (const row of rows) reading.take(row);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw asMissing(error, file);
    reading.report(error.line, error.column, error.message);
  }
  return reading.end();
}

async function* csvRows(path: string): AsyncGenerator<readonly (readonly Cell[])[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Few documents have members, and loading what reads CSV delays the start.
  const { CsvRows } = await import('./csv-rows.ts');
  const rows = new CsvRows();
  let line = 1;
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new CsvFault(line, 1, 'the file is not UTF-8 from about here: save it as UTF-8');
    }
  };
  if (!(await stat(path)).isFile()) throw new NoFile();
  for await (const bytes of createReadStream(path)) {
    const found = await rows.feed(decode(toBytes(bytes)));
    line = found.at(-1)?.at(-1)?.line ?? line;
    yield found;
  }
  yield [...(await rows.feed(decode(undefined))), ...(await rows.end())];
}

function toBytes(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : new Uint8Array();
}

/** A folder, or what could be waited for without an end, such as a named pipe. */
class NoFile extends Error {}

function asMissing(error: unknown, { name }: MembersFile): unknown {
  if (error instanceof NoFile)
    return new AdsyncError('ADSYNC_DOCUMENT_MISSING', `the file of members ${name} is not a file`, {
      remedy:
        'Name a CSV file under users. A pipe or a device cannot be read: members are read more than once.',
    });
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new AdsyncError('ADSYNC_DOCUMENT_MISSING', `the file of members ${name} cannot be read`, {
    remedy: 'Check the path under users: it is relative to the file of the document.',
    cause: error,
  });
}

/** Takes the rows of one file, the header first, and remembers what is wrong with them. */
class MemberRows {
  readonly #name: string;
  readonly #members = new Set<string>();
  readonly #problems: string[] = [];
  #count = 0;
  #header: readonly Column[] | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  take(row: readonly Cell[]): void {
    const header = this.#header;
    if (header === undefined) this.#header = this.#readHeader(row);
    else if (header.length > 0) this.#readMember(header, row);
  }

  report(line: number, column: number, message: string): void {
    this.#count += 1;
    if (this.#count <= problemsShown) this.#problems.push(`${this.#name}:${line}:${column}  ${message}`);
  }

  /** The members, or everything that is wrong. */
  end(): ReadonlySet<string> {
    if (this.#header === undefined && this.#count === 0)
      this.report(1, 1, `the file is empty; it needs a header with any of ${columnNames}`);
    if (this.#count === 0) return this.#members;
    const hidden = this.#count - this.#problems.length;
    throw new AdsyncError('ADSYNC_DOCUMENT_INVALID', `the file of members ${this.#name} has problems`, {
      lines: [...this.#problems, ...(hidden > 0 ? [`and ${hidden} more`] : [])],
      remedy: `Correct them. The columns are ${columnNames}; nothing was sent.`,
    });
  }

  /** None where the header cannot be read: the rows below it then say nothing. */
  #readHeader(row: readonly Cell[]): readonly Column[] {
    const found = row.map((cell) => columns.find(({ name }) => name === cell.text.trim().toLowerCase()));
    const known = found.filter((column) => column !== undefined);
    if (known.length === row.length) return known;
    // A file without a header begins with somebody's data, which is never shown.
    row.forEach(({ line, column, text }, index) => {
      if (found[index] === undefined)
        this.report(line, column, `column ${index + 1} of the header is none of ${columnNames}${hint(text)}`);
    });
    return [];
  }

  #readMember(header: readonly Column[], row: readonly Cell[]): void {
    if (row.length !== header.length) {
      const { line = 1, column = 1 } = row[0] ?? {};
      this.report(line, column, `the row has ${row.length} cells; the header has ${header.length}`);
      return;
    }
    const attributes = new Map<string, Set<string>>();
    header.forEach((column, index) => {
      const cell = row[index];
      if (cell !== undefined) this.#readCell(column, cell, attributes);
    });
    if (attributes.size > 0) this.#members.add(memberText(attributes));
  }

  #readCell(column: Column, cell: Cell, attributes: Map<string, Set<string>>): void {
    const texts = cell.text.split(column.separator).map((text) => text.trim());
    for (const text of texts.filter((each) => each !== '')) {
      const value = sentValue(column, text);
      if (value === undefined) {
        this.report(cell.line, cell.column, `${column.name}: not ${column.form}`);
        continue;
      }
      const values = attributes.get(column.name) ?? new Set();
      attributes.set(column.name, values.add(value));
    }
  }
}

function hint(text: string): string {
  return /[;\t]/.test(text) ? ': are the columns separated by something other than commas?' : '';
}
