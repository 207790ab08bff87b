import { everyUnprintable, printable } from '../diagnostics/display-text.ts';
import { jsonText } from '../diagnostics/json-text.ts';

/** A value as JSON and YAML show it. */
export type SheetValue =
  | string
  | number
  | boolean
  | null
  | readonly SheetValue[]
  | { readonly [name: string]: SheetValue };

/** Records in every form that they are shown in. */
export interface Sheet {
  /** For people, within that many columns of a terminal; ends with a line feed. */
  text(width: number): string;
  /** For spreadsheets: the names of the columns, then a row for each record. */
  grid(): readonly (readonly string[])[];
  /** For programs. */
  readonly records: readonly SheetValue[];
}

export type SheetFormat = 'table' | 'json' | 'yaml' | 'csv';

/** The sheet in a format; `width` in columns. Ends with a line feed. */
export async function sheetText(sheet: Sheet, format: SheetFormat, width: number): Promise<string> {
  if (format === 'table') return sheet.text(width);
  if (format === 'json') return `${jsonText(sheet.records, 2)}\n`;
  return format === 'yaml' ? await yamlText(sheet.records) : csvText(sheet.grid());
}

/** Times and what looks like a number stay texts for every reader of YAML: all texts are quoted. */
async function yamlText(records: readonly SheetValue[]): Promise<string> {
  const { stringify } = await import('yaml');
  const text = stringify(records, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    defaultKeyType: 'PLAIN',
    defaultStringType: 'QUOTE_DOUBLE',
  });
  // Within double quotes YAML reads the escapes of JSON.
  return text.replace(everyUnprintable, (mark) => (mark === '\n' ? mark : jsonText(mark).slice(1, -1)));
}

/** Rows as RFC 4180 has them, with line feeds. */
function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/**
 * A cell of CSV. Whoever names a campaign could have a spreadsheet carry out a formula: an apostrophe before it makes it a
 * text.
 */
function csvCell(text: string): string {
  const shown = printable(text);
  const inert = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
