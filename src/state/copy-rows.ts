import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from './tables.ts';

/** Rows that are copied at once. */
const pageSize = 200;

/** The tables that are copied row by row, each with the columns that tell its rows apart. */
const keys = {
  bindings: ['account_key'],
  resources: ['address'],
  policies: ['account_id'],
  stops: ['stop_id', 'account_id'],
  stopped: ['stop_id', 'account_id', 'kind', 'record_id'],
  journal: ['number'],
  open_intents: ['number'],
  member_sets: ['address'],
  members: ['address', 'kind', 'digest'],
} as const;

export type CopiedTable = keyof typeof keys;
export const copiedTables: readonly CopiedTable[] = [
  'bindings',
  'resources',
  'policies',
  'stops',
  'stopped',
  'journal',
  'open_intents',
  'member_sets',
  'members',
];

type Row = Readonly<Record<string, string | number | null>>;
const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));

/** Copies every row of a table as it is, in parts, and returns how many there were. */
export async function copyRows(
  from: Transaction<Database>,
  to: Transaction<Database>,
  table: CopiedTable,
): Promise<number> {
  let copied = 0;
  for (let last: Row | undefined; ; ) {
    const rows = await readPage(from, table, last);
    const [first] = rows;
    if (first !== undefined) await insert(to, table, Object.keys(first), rows);
    copied += rows.length;
    if (rows.length < pageSize) return copied;
    last = rows.at(-1);
  }
}

async function readPage(
  tx: Transaction<Database>,
  table: CopiedTable,
  last: Row | undefined,
): Promise<readonly Row[]> {
  const columns = keys[table].map((column) => sql.ref(column));
  const key = sql.join(columns);
  const after =
    last === undefined
      ? sql``
      : sql`where (${key}) > (${sql.join(keys[table].map((column) => sql.val(last[column])))})`;
  const page =
    await sql`select * from ${sql.table(table)} ${after} order by ${key} limit ${pageSize}`.execute(tx);
  return rowsSchema.parse(page.rows);
}

async function insert(
  tx: Transaction<Database>,
  table: CopiedTable,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
}
