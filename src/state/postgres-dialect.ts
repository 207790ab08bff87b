import {
  CompiledQuery,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';

/** Names the one lock that writers of a schema take, in the database where the schema is. */
const lockOf = (schema: string): string => `hashtextextended('adsync ${schema}', 0)`;

/** How long a writer waits for another, and how long the server bears one that stays silent; in milliseconds. */
const lockTimeoutMs = 15_000;
const silenceMs = 10_000;

/** Lets kysely speak to PostgreSQL about the tables of a schema, one writer at a time. */
export class StateDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #schema: string;

  constructor(pool: Pool, schema: string) {
    super({ pool });
    this.#pool = pool;
    this.#schema = schema;
  }

  override createDriver(): Driver {
    return new StateDriver(this.#pool, this.#schema);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class StateDriver extends PostgresDriver {
  readonly #schema: string;

  constructor(pool: Pool, schema: string) {
    super({ pool });
    this.#schema = schema;
  }

  /** Settings end with the transaction, so that it does not matter whether a pooler lends the connection. */
  override async beginTransaction(connection: Connection, settings: TransactionSettings = {}): Promise<void> {
    const schema = this.#schema;
    const path = `set local search_path to "${schema}"`;
    // A writer's snapshot must not be older than its lock, hence a new one for every statement.
    const begin =
      settings.accessMode === 'read only'
        ? `begin isolation level repeatable read read only; ${path}`
        : `begin isolation level read committed read write; ${path};
           set local synchronous_commit to on; set local lock_timeout to ${lockTimeoutMs};
           set local idle_in_transaction_session_timeout to ${silenceMs};
           select pg_advisory_xact_lock(${lockOf(schema)})`;
    try {
      await connection.executeQuery(CompiledQuery.raw(begin));
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  /** The server rolls back what it loses the connection to; that this fails too would hide the first error. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is not used again.
    }
  }
}
