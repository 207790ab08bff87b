import type { Binding, Intent, StateEntry } from '../schemas/state-entry.ts';

/** How long a lease lives unless it is renewed, in milliseconds; a heartbeat renews it several times in that. */
export const leaseDurationMs = 60_000;

/** Who holds a lock: enough to tell whether it still lives, and to say so to a person. */
export interface Holder {
  /** Unique for each run. */
  readonly run: string;
  readonly user: string;
  readonly machine: string;
  readonly pid: number;
  /**
   * Distinguishes a process from a later one with the same id, and from one that another container counts with
   * the same id; empty where the system does not tell.
   */
  readonly processStart: string;
  /** Distinguishes one start of the machine from the next; empty where the system does not tell. */
  readonly bootId: string;
}

/** An intent whose outcome was never recorded. */
export interface OpenIntent extends Intent {
  /** Its number in the journal. */
  readonly number: number;
}

export interface StateSnapshot {
  readonly entries: readonly StateEntry[];
  readonly bindings: readonly Binding[];
  /**
   * Of every run, in the order of the journal. Where another run holds the lock of the account, its request may
   * be under way; to settle one, hold the lock.
   */
  readonly openIntents: readonly OpenIntent[];
  /** The number of the last journal record, 0 for none. */
  readonly journal: number;
}

/** What became of a recorded intent, and what the state holds from then on. */
export interface Outcome {
  readonly result: 'applied' | 'refused' | 'not_sent' | 'absent' | 'found';
  /** What the platform said, for the history. */
  readonly detail?: string;
  /** Entries of the account, each in place of what its address held. */
  readonly put: readonly StateEntry[];
  /** Addresses; they are removed before the others are put. */
  readonly remove: readonly string[];
}

export interface RunStart {
  readonly accounts: readonly Binding[];
  /** `sha256:…` of the document that is applied. */
  readonly document: string;
  readonly command: 'apply' | 'destroy' | 'drift' | 'import' | 'state';
}

/**
 * The right to write for a set of accounts, held for a while and renewed by a heartbeat.
 * Every method throws ADSYNC_LEASE_LOST where another run has taken an account over since, or the lease was let go,
 * and then has changed nothing; a lease that ran out and was taken by nobody still holds. Recording renews the
 * account's lease too. A value that could not be read back is a fault of the caller: ADSYNC_INTERNAL.
 */
export interface Lease {
  readonly run: string;
  /** Prolongs the lease by its time to live. */
  renew(): Promise<void>;
  /** Makes an intent durable, and returns its journal number. Nothing may be sent before. */
  recordIntent(intent: Intent): Promise<number>;
  /**
   * Closes an intent and changes the entries in one transaction. The intent may be another run's that was left
   * open; ADSYNC_INTERNAL for one that is not open.
   */
  recordOutcome(intentNumber: number, accountId: string, outcome: Outcome): Promise<void>;
  /** Changes entries without a request: adopted, moved, forgotten. */
  recordEntries(
    accountId: string,
    reason: string,
    put: readonly StateEntry[],
    remove: readonly string[],
  ): Promise<void>;
  /** Lets go of the accounts. Never throws for a lease that is lost already. */
  release(): Promise<void>;
}

/**
 * Identities, journal and locks. Opened by `openStore`; every implementation passes the suite in test/state.
 */
export interface StateStore {
  /** The location for people, without secrets. */
  readonly location: string;
  /** Everything, in one consistent read. Throws ADSYNC_STATE_UNREADABLE, ADSYNC_STATE_NEWER. */
  read(): Promise<StateSnapshot>;
  /**
   * Takes the lock of every account, or of none, and binds keys that are new. A holder that is dead on this machine, or whose lease has run out,
   * is replaced; throws ADSYNC_LOCK_HELD with who and since when for any other, ADSYNC_STATE_MISMATCH where a
   * key is bound to another account or host.
   */
  acquire(start: RunStart, holder: Holder): Promise<Lease>;
  close(): Promise<void>;
}
