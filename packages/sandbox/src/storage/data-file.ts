import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ControlError } from '../control/control-error.ts';
import type { Cell } from '../store/ordered-cells.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { isFields, type Value } from '../value.ts';
import { parseJson, printJson } from '../wire/lossless-json.ts';

/** A record's present content, or undefined where it is gone. */
export interface Written {
  readonly collection: string;
  readonly id: string;
  readonly cell: Readonly<Cell> | undefined;
}

/** What one commit puts down: records, and everything beside the records by name, as JSON texts. */
export interface Commit {
  readonly records: Iterable<Written>;
  readonly aspects: ReadonlyMap<string, string>;
  /** Whether everything that was there before goes. */
  readonly replacesAll: boolean;
}

const format = 1;
// Tells this program's files from other SQLite files: "adsb".
const application = 0x61647362;

const schema = `
  create table records (
    collection text not null, id text not null, seq integer not null, record text not null,
    primary key (collection, id)
  ) strict, without rowid;
  create table aspects (name text primary key, value text not null) strict, without rowid;
  pragma application_id = ${application};
  pragma user_version = ${format};
`;

/** One SQLite file that holds everything a sandbox knows. No other process can open it meanwhile. */
export class DataFile {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #setAspect: StatementSync;

  /** Opens the file, or makes it. Throws ControlError for a file that is in use, or that is something else. */
  constructor(path: string) {
    this.#database = openDatabase(path);
    this.#put = this.#database.prepare(
      'insert into records values (?, ?, ?, ?) on conflict do update set seq = excluded.seq, record = excluded.record',
    );
    this.#remove = this.#database.prepare('delete from records where collection = ? and id = ?');
    this.#setAspect = this.#database.prepare(
      'insert into aspects values (?, ?) on conflict do update set value = excluded.value',
    );
  }

  /** Whether nothing was ever committed. */
  get isNew(): boolean {
    return this.#database.prepare('select 1 from aspects limit 1').get() === undefined;
  }

  /** Every record of the collection, in order of creation. */
  *cells(collection: string): Generator<Cell> {
    const rows = this.#database
      .prepare('select seq, record from records where collection = ? order by seq')
      .iterate(collection);
    for (const { seq, record } of rows) yield { seq: Number(seq), record: recordOf(String(record)) };
  }

  /** What is known beside the records, by name. */
  aspect(name: string): Value | undefined {
    const row = this.#database.prepare('select value from aspects where name = ?').get(name);
    return row === undefined ? undefined : parseJson(String(row['value']));
  }

  /** Makes all of it durable, or (by throwing) none. */
  commit({ records, aspects, replacesAll }: Commit): void {
    this.#database.exec('begin immediate');
    try {
      if (replacesAll) this.#database.exec('delete from records; delete from aspects');
      for (const { collection, id, cell } of records) {
        if (cell === undefined) this.#remove.run(collection, id);
        else this.#put.run(collection, id, cell.seq, printJson(cell.record));
      }
      for (const [name, value] of aspects) this.#setAspect.run(name, value);
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (existsSync(path) && !statSync(path).isFile()) throw new Error('it is not a file');
    // A new file is for this user alone: it holds tokens. SQLite gives the log beside it the same mode.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path);
    prepare(database);
    keepPrivate(path);
    return database;
  } catch (cause) {
    database?.close();
    throw new ControlError(`${path} cannot be opened as a data file: ${reason(cause)}`);
  }
}

/** One that is there already may have been made by hand, for all to read. */
function keepPrivate(path: string): void {
  // Behind a link SQLite keeps the log beside the file itself.
  const real = realpathSync(path);
  for (const file of [real, `${real}-wal`, `${real}-journal`]) if (existsSync(file)) chmodSync(file, 0o600);
}

function prepare(database: DatabaseSync): void {
  // Locked for as long as it is open: two sandboxes would each answer from a memory of their own.
  database.exec('pragma locking_mode = exclusive');
  const known = numberOf(database, 'application_id');
  const tables = database.prepare('select count(*) as tables from sqlite_schema').get()?.['tables'];
  if (known !== application && (known !== 0 || tables !== 0))
    throw new ControlError('it belongs to another program');
  const found = numberOf(database, 'user_version');
  if (found > format) throw new ControlError(`it was written by a later version (format ${found})`);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  if (tables === 0) database.exec(`begin immediate; ${schema} commit`);
  // Takes the lock now, and not at the first write.
  else database.exec('begin immediate; commit');
}

function numberOf(database: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
}

function reason(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message === 'database is locked' ? 'another sandbox uses it' : message;
}

function recordOf(text: string): StoredRecord {
  const record = parseJson(text);
  if (!isFields(record) || typeof record['id'] !== 'string')
    throw new ControlError('a record in it cannot be read');
  return { ...record, id: record['id'] };
}
