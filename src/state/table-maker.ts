import type { CreateTableBuilder, Expression, Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** How a database makes the tables of a state. */
export interface TableMaker {
  /** The names of the tables where the state is. */
  readonly names: (tx: Transaction<Database>) => Promise<readonly string[]>;
  /** A column of text that is compared byte by byte. */
  readonly text: 'text' | Expression<string>;
  /** A column of integers up to 2^53. */
  readonly integer: 'integer' | 'bigint';
  readonly table: (tx: Kysely<Database>, name: string) => CreateTableBuilder<string>;
  /** A table whose rows stand in its primary key, so that key and row cannot come to differ. */
  readonly keyedTable: (tx: Kysely<Database>, name: string) => CreateTableBuilder<string>;
}
