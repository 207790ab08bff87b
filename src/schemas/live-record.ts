import type { Values } from './values.ts';

/** One record as the platform holds it. */
export interface LiveRecord {
  readonly kind: string;
  readonly accountId: string;
  readonly id: string;
  /** In normal form, by wire name: the kind's fields, its parent's id, and what the kind observes. */
  readonly fields: Values;
  readonly deleted: boolean;
  /** When the platform last changed it, where the record says so. */
  readonly updatedAt: string | undefined;
}

/** What was read of one account. */
export interface LiveAccount {
  readonly accountId: string;
  /** Kinds whose records were read completely; of others only what was asked for by id. */
  readonly complete: readonly string[];
  readonly records: readonly LiveRecord[];
  /** Platform time of the answers, the earliest, in milliseconds since 1970. */
  readonly readAt: number;
}
