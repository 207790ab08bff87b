import type { Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** What a database does for the store; everything above it is the same queries for each. */
export interface Backend {
  /** The location for people, without secrets. */
  readonly location: string;
  /** The time that leases and journal records are stamped with, in milliseconds since 1970. */
  readonly now: () => number;
  /** Runs the work on one consistent view. Throws ADSYNC_STATE_UNREADABLE for what the database itself refuses. */
  read<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Runs the work alone among the writers; its changes are durable when it returns, or none is made. */
  write<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
