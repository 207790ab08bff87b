import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** Lets kysely speak to an open `node:sqlite` database. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  /** A deferred transaction that reads and then writes fails when another process wrote in between. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    const begin = settings.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** SQLite has rolled back by itself after some errors; a second time would hide the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Beyond this, statements are texts of many lengths, such as inserts of many rows, which hardly come again. */
const mostKept = 200;

function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      database.close();
    },
    // Compiling a statement takes longer than most take to run.
    prepare: (text) => {
      const statement = kept.get(text) ?? prepare(database, text);
      if (kept.size < mostKept) kept.set(text, statement);
      return statement;
    },
  };
}

function prepare(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  // Without the empty object, a first parameter that is an object would be taken for named parameters.
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all({}, ...parameters.map(toInput)),
    run: (parameters) => statement.run({}, ...parameters.map(toInput)),
    iterate: (parameters) => statement.iterate({}, ...parameters.map(toInput)),
  };
}

/** SQLite would replace half a surrogate pair, and the text would come back as another. */
function toInput(parameter: unknown): SQLInputValue {
  if (parameter === null || typeof parameter === 'number') return parameter;
  if (typeof parameter === 'string' && parameter.isWellFormed()) return parameter;
  throw new AdsyncError('ADSYNC_INTERNAL', `The state cannot hold ${JSON.stringify(parameter)}`);
}
