import { printable } from '../diagnostics/display-text.ts';
import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { isGiven, isList, ownValue } from '../schemas/values.ts';
import { plainValue } from './plain-value.ts';
import type { Sheet, SheetValue } from './sheet.ts';
import { showValue } from './show-value.ts';
import { tableLines } from './table-lines.ts';
import { shortenMiddle } from './text-width.ts';

/** A column of live records: a name that people know, and the platform's. */
interface Column {
  readonly name: string;
  readonly wire: string;
  readonly field?: Field;
}

/** A kind with fewer fields has all of them in its table. */
const fewFields = 6;
/** The most columns of a terminal that one value takes in a table; programs get it whole. */
const longestCell = 48;

/** Live records of one kind, by the document's names of their fields; amounts are in units of the currency. */
export function recordsSheet(kind: Kind, records: readonly LiveRecord[]): Sheet {
  const columns = columnsOf(kind);
  return {
    text: (width) => recordsText(kind, columns, records, width),
    grid: () => [
      ['id', ...columns.map(({ name }) => name), ...metaNames],
      ...records.map((record) => [
        record.id,
        ...columns.map((column) => cellText(valueIn(column, record))),
        ...metaNames.map((name) => cellText(metaOf(record)[name])),
      ]),
    ],
    records: records.map((record) => {
      const values = columns.map((column): [string, SheetValue] => [column.name, valueIn(column, record)]);
      return { id: record.id, ...Object.fromEntries(values), ...metaOf(record) };
    }),
  };
}

const metaNames = ['deleted', 'created_at', 'updated_at'] as const;
type MetaName = (typeof metaNames)[number];

function metaOf({ deleted, createdAt, updatedAt }: LiveRecord): Readonly<Record<MetaName, SheetValue>> {
  return { deleted, created_at: createdAt ?? null, updated_at: updatedAt ?? null };
}

/** What the record stands beneath, the fields of the kind that can be read, and what else is known of it. */
function columnsOf({ parentField, fields, observed, idField }: Kind): readonly Column[] {
  const above = parentField === undefined ? [] : [{ name: parentField, wire: parentField }];
  const own = Object.entries(fields)
    .filter(([, { readable, wire }]) => readable !== false && wire !== idField)
    .map(([name, field]) => ({ name, wire: field.wire, field }));
  return [...above, ...own, ...observed.map((wire) => ({ name: wire, wire }))];
}

function recordsText(
  kind: Kind,
  columns: readonly Column[],
  records: readonly LiveRecord[],
  width: number,
): string {
  if (records.length === 0) return `There is no ${kind.title}.\n`;
  const used = columns.filter((column) => records.some((record) => hasValue(column, record)));
  const tables =
    kind.operations.list === undefined
      ? records.map((record) => factRows(kind, used, record))
      : [recordRows(kind, used, records)];
  return tables
    .map((rows) => {
      const shown = rows.map((row) => row.map(printable));
      return `${tableLines(shown, { width, indent: 0 }).join('\n')}\n`;
    })
    .join('\n');
}

/** What there is one of is told in full, a field a line. */
function factRows(
  kind: Kind,
  columns: readonly Column[],
  record: LiveRecord,
): readonly (readonly string[])[] {
  return [['id', record.id], ...columns.map((column) => [column.name, tableCell(kind, column, record)])];
}

function recordRows(
  kind: Kind,
  columns: readonly Column[],
  records: readonly LiveRecord[],
): readonly (readonly string[])[] {
  const shown = columns.filter((column) => isShown(kind, column));
  const deleted = records.some((record) => record.deleted) ? 'deleted' : '';
  return [
    ['id', ...shown.map(({ name }) => name), deleted],
    ...records.map((record) => [
      record.id,
      ...shown.map((column) => tableCell(kind, column, record)),
      record.deleted ? deleted : '',
    ]),
  ];
}

/** What tells a record from others, whether it runs, and what it may spend; of small kinds everything. */
function isShown({ naturalKey, fields, spending }: Kind, { wire, field }: Column): boolean {
  // The currency stands beside each amount.
  if (field === undefined && wire === 'currency') return false;
  if (Object.keys(fields).length <= fewFields) return true;
  return (
    naturalKey.includes(wire) ||
    field?.spending !== undefined ||
    field?.required === true ||
    (field?.content === true && field.type.name === 'text') ||
    wire === spending?.activation?.field
  );
}

function valueIn({ wire, field }: Column, { fields }: LiveRecord): SheetValue {
  return plainValue(field, ownValue(fields, wire) ?? null);
}

function hasValue({ wire }: Column, { fields }: LiveRecord): boolean {
  const value = ownValue(fields, wire);
  return isGiven(value) && value !== '' && !(isList(value) && value.length === 0);
}

function tableCell(kind: Kind, column: Column, record: LiveRecord): string {
  if (!hasValue(column, record)) return '';
  const currency = ownValue(record.fields, 'currency');
  const text = showValue(
    kind,
    column.wire,
    ownValue(record.fields, column.wire),
    typeof currency === 'string' ? currency : null,
  );
  return shortenMiddle(text.replaceAll('\n', ' '), longestCell);
}

function cellText(value: SheetValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
