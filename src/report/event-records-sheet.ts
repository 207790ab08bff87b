import { printable } from '../diagnostics/display-text.ts';
import { jsonText } from '../diagnostics/json-text.ts';
import type { Sheet, SheetValue } from './sheet.ts';
import { tableLines } from './table-lines.ts';
import { shortenMiddle } from './text-width.ts';

/** The most columns of a terminal that a value takes in a table; programs get it whole. */
const longestCell = 60;

/** Records of the platform about events, a row for each and a column for each field that one of them has. */
export function eventRecordsSheet(records: readonly Readonly<Record<string, unknown>>[]): Sheet {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cells = records.map((record) =>
    names.map((name) => cell(Object.hasOwn(record, name) ? record[name] : undefined)),
  );
  return {
    text: (width) => {
      const rows = cells.map((row) => row.map((text) => shortenMiddle(text, longestCell)));
      const shown = [names, ...rows].map((row) => row.map(printable));
      return `${tableLines(shown, { width, indent: 0 }).join('\n')}\n`;
    },
    grid: () => [names, ...cells],
    records: records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, sheetValue(value)])),
    ),
  };
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

function sheetValue(value: unknown): SheetValue {
  if (Array.isArray(value)) return value.map(sheetValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sheetValue(each)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
