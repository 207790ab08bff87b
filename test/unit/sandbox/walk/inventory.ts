import { readFileSync } from 'node:fs';

/** A row of one of the inventory's tables, by column. */
export type Row = Readonly<Record<string, string>>;

/** An operation that the documentation names. */
export interface EndpointRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly area: string;
  readonly encoding: string;
  readonly parameters: string;
  readonly response: string;
}

/** A parameter of an operation; `min` and `max` count what `unit` says. */
export interface ParamRow {
  readonly id: string;
  readonly endpoint: string;
  readonly name: string;
  readonly type: string;
  readonly location: string;
  readonly required: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly default: string;
  readonly choices: readonly string[];
  /** What else the documentation says of it. */
  readonly constraint: string;
}

/** A field of a record or of a request's object. */
export interface FieldRow {
  readonly id: string;
  readonly resource: string;
  readonly field: string;
  readonly type: string;
  readonly access: string;
  /** What else the documentation says of it. */
  readonly notes: string;
}

/** Something that holds of the platform, and who has to see to it. */
export interface RuleRow {
  readonly id: string;
  readonly area: string;
  readonly subject: string;
  readonly rule: string;
  readonly isServers: boolean;
}

/** The rows of a tab-separated table whose first line names the columns. */
export function readTable(url: URL): readonly Row[] {
  const [head = '', ...lines] = readFileSync(url, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

function inventory(name: string): readonly Row[] {
  return readTable(new URL(`../inventory/${name}.tsv`, import.meta.url));
}

function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

function bound(row: Row, column: string): number | undefined {
  const text = cell(row, column);
  return text === '' ? undefined : Number(text);
}

export const endpointRows: readonly EndpointRow[] = inventory('endpoints').map((row) => ({
  id: cell(row, 'id'),
  method: cell(row, 'method'),
  path: cell(row, 'path'),
  host: cell(row, 'host'),
  area: cell(row, 'area'),
  encoding: cell(row, 'request_encoding'),
  parameters: cell(row, 'parameters'),
  response: cell(row, 'response'),
}));

export const paramRows: readonly ParamRow[] = inventory('params').map((row) => ({
  id: cell(row, 'id'),
  endpoint: cell(row, 'endpoint'),
  name: cell(row, 'parameter'),
  type: cell(row, 'type'),
  location: cell(row, 'location'),
  required: cell(row, 'required') === 'required',
  min: bound(row, 'min'),
  max: bound(row, 'max'),
  default: cell(row, 'default'),
  choices: cell(row, 'enum')
    .split(',')
    .filter((choice) => choice !== ''),
  constraint: cell(row, 'constraint'),
}));

export const fieldRows: readonly FieldRow[] = inventory('fields').map((row) => ({
  id: cell(row, 'id'),
  resource: cell(row, 'resource'),
  field: cell(row, 'field'),
  type: cell(row, 'type'),
  access: cell(row, 'access'),
  notes: cell(row, 'notes'),
}));

export const ruleRows: readonly RuleRow[] = inventory('rules').map((row) => ({
  id: cell(row, 'id'),
  area: cell(row, 'area'),
  subject: cell(row, 'subject'),
  rule: cell(row, 'rule'),
  isServers: cell(row, 'enforced_by').includes('sandbox server'),
}));

/** The operation with this id. */
export function endpointOf(id: string): EndpointRow {
  const found = endpointRows.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no endpoint ${id}`);
  return found;
}
