import type { Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** One write transaction. */
export interface Write {
  readonly tx: Transaction<Database>;
  /** What leases and journal records are stamped with, in milliseconds since 1970. */
  readonly now: number;
  /** Hears of every journal record that the work appends: by them a commit without an answer is found again. */
  readonly onAppended: (record: Database['journal']) => void;
}

/** What a database does for the store; everything above it is the same queries for each. */
export interface Backend {
  /** The location for people, without secrets. */
  readonly location: string;
  /** The version of its tables: the one this program knows, or for reading an older one. */
  readonly version: number;
  /** Whether processes of several machines use it, which may have one name. */
  readonly shared: boolean;
  /** Runs the work on one consistent view. Throws ADSYNC_STATE_UNREADABLE for what the database itself refuses. */
  read<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Runs the work alone among the writers; its changes are durable when it returns, or none is made. The work may
   * run again from the start, when what it did before has come to nothing; without a record it must bear a repetition.
   */
  write<T>(work: (write: Write) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
