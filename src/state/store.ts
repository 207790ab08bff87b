import type { Binding, Intent, RememberedPolicy, StateEntry } from '../schemas/state-entry.ts';
import type { OwnChange, StandingStops, Stop, StoppedRecord } from '../schemas/stop.ts';
import type { WantedBinding } from './bindings.ts';

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

export interface StateSnapshot extends StandingStops {
  readonly entries: readonly StateEntry[];
  readonly bindings: readonly Binding[];
  /** By account id; accounts that were never applied with a policy have none. */
  readonly policies: readonly RememberedPolicy[];
  /**
   * Of every run, in the order of the journal. Where another run holds the lock of the account, its request may
   * be under way; to settle one, hold the lock.
   */
  readonly openIntents: readonly OpenIntent[];
  /** The number of the last journal record, 0 for none. */
  readonly journal: number;
  /**
   * 32 random bytes that belong to the state and are never shown: the key of the digests that stand for sensitive
   * values. `undefined` while nothing was ever written.
   */
  readonly digestKey: Uint8Array | undefined;
  /**
   * How long before the last journal record the last outcome of a request was recorded, in milliseconds by the store's
   * clock; `undefined` before the first. Right after a lock was taken: how long ago.
   */
  readonly sinceOutcomeMs: number | undefined;
}

/** A member of an audience, as a digest. */
export interface Member {
  /** What kind of identifier it is made from, as a short text: `email`. */
  readonly kind: string;
  readonly digest: string;
}

export interface MemberChanges {
  readonly add: readonly Member[];
  /** They are removed before the others are added. */
  readonly remove: readonly Member[];
}

/** What the user agreed to, or overrode, for one run. */
interface Consent {
  readonly consent: string;
  /** An address, or the name of a rule. */
  readonly address: string;
}

/** A lock that somebody holds. */
export interface Lock {
  /** Of the account, where the state still binds one. */
  readonly accountKey: string | undefined;
  readonly accountId: string;
  readonly holder: Holder;
  /** Milliseconds since 1970. */
  readonly acquiredAt: number;
  /** When anybody may take it, unless it is renewed; milliseconds since 1970. */
  readonly expiresAt: number;
  /** It rises whenever the lock changes hands. */
  readonly token: number;
  /** Whether the process that holds it still runs, as far as this machine can tell. */
  readonly process: 'alive' | 'dead' | 'elsewhere';
}

interface HistoryFacts {
  /** Its number in the journal. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: string;
  readonly accountId: string;
}

/** One record of the journal, as far as the history tells it. */
export type HistoryRecord = HistoryFacts &
  (
    | {
        readonly kind: 'run_started';
        readonly command: RunStart['command'];
        readonly document: string;
        readonly holder: Holder;
      }
    | { readonly kind: 'consents'; readonly consents: readonly Consent[] }
    | { readonly kind: 'policy'; readonly policy: RememberedPolicy['policy'] }
    | { readonly kind: 'intent'; readonly intent: Intent }
    | {
        readonly kind: 'outcome';
        /** The number of its intent. */
        readonly intent: number;
        readonly result: Outcome['result'];
        readonly detail?: string | undefined;
        /** The entries that followed from it. */
        readonly put: readonly StateEntry[];
      }
    | {
        readonly kind: 'entries';
        readonly reason: string;
        readonly put: readonly StateEntry[];
        readonly remove: readonly string[];
      }
    | {
        readonly kind: 'members';
        readonly address: string;
        readonly added: number;
        readonly removed: number;
      }
    | { readonly kind: 'run_ended'; readonly because?: string | undefined }
    | { readonly kind: 'unlocked'; readonly holder: Holder; readonly by: Holder }
    | { readonly kind: 'stop_began' | 'stop_ended'; readonly stop: Stop; readonly holder: Holder }
    | { readonly kind: 'copied'; readonly from: string; readonly by: Holder }
  );

/** What became of a recorded intent, and what the state holds from then on. */
export interface Outcome {
  readonly result: 'applied' | 'refused' | 'not_sent' | 'absent' | 'found';
  /** What the platform said, for the history. */
  readonly detail?: string;
  /** Entries of the account, each in place of what its address held. */
  readonly put: readonly StateEntry[];
  /** Addresses; they are removed before the others are put. */
  readonly remove: readonly string[];
  /** What the request changed, so that a stop that paused it does not take that for the doing of somebody else. */
  readonly changed?: readonly OwnChange[];
}

export interface RunStart {
  readonly accounts: readonly WantedBinding[];
  /** `sha256:…` of the document that is applied. */
  readonly document: string;
  readonly command: 'apply' | 'destroy' | 'drift' | 'import' | 'resume' | 'state';
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
  /**
   * Gives an account another key, and with it every entry of the account another address. Changes nothing where it has
   * the key. ADSYNC_STATE_MISMATCH where another account has it.
   */
  recordAccountKey(accountId: string, accountKey: string): Promise<void>;
  /** Remembers which sandbox an account that the state is bound to is read from. */
  recordSandbox(accountId: string, sandbox: string): Promise<void>;
  /**
   * Changes the members that were pushed last to the audience at an address of the state; best in parts of up to
   * 2,500. They go with the entry: moved where its record is moved, gone where it is forgotten or another record's.
   * ADSYNC_INTERNAL for an address that the state does not hold.
   */
  recordMembers(address: string, changes: MemberChanges): Promise<void>;
  /** Puts into the history of an account what the user agreed to for it. */
  recordConsents(accountId: string, consents: readonly Consent[]): Promise<void>;
  /** The stops of an account that stand now: asked once an intent is durable, and before it is sent. */
  standingStops(accountId: string): Promise<StandingStops>;
  /** Remembers the policy that an account is applied with, in place of an earlier one. */
  recordPolicy(remembered: RememberedPolicy): Promise<void>;
  /**
   * Lets go of the accounts; `because` tells the history, in a sentence, what ended the run before it was done. Never
   * throws for a lease that is lost already.
   */
  release(because?: string): Promise<void>;
}

/**
 * Identities, journal and locks. Opened by `openStore`; every implementation passes the suite in test/unit/state.
 */
export interface StateStore {
  /** The location for people, without secrets. */
  readonly location: string;
  /** Everything, in one consistent read. Throws ADSYNC_STATE_UNREADABLE, ADSYNC_STATE_NEWER. */
  read(): Promise<StateSnapshot>;
  /**
   * Takes the lock of every account, or of none, and binds keys that are new. A holder that is dead on this machine, or
   * whose lease has run out, is replaced; throws ADSYNC_LOCK_HELD with who and since when for any other,
   * ADSYNC_STATE_MISMATCH where a key is bound to another account or host.
   */
  acquire(start: RunStart, holder: Holder): Promise<Lease>;
  /**
   * The members that were pushed last to the audience at an address, in a steady order, read in parts; none for an
   * address without any. Throws ADSYNC_STATE_UNREADABLE before the first where they are not what was written. To act
   * on them, hold the lock of the account.
   */
  members(address: string): AsyncIterable<Member>;
  /** Every record of the journal, in its order, read in parts. Throws ADSYNC_STATE_UNREADABLE. */
  history(): AsyncIterable<HistoryRecord>;
  /** The locks that are held now, by account id. */
  locks(): Promise<readonly Lock[]>;
  /**
   * Takes locks from their holders, who can record nothing from then on, and says so in the journal. Throws
   * ADSYNC_LOCK_HELD, and changes nothing, where one has changed hands since it was read.
   */
  breakLocks(locks: readonly Lock[], by: Holder): Promise<void>;
  /**
   * Makes a stop stand for an account, whoever holds its lock; in place of another one, if that stands still, with what
   * that one paused.
   */
  beginStop(stop: Stop, by: Holder, inPlaceOf?: Stop): Promise<void>;
  /** Ends a stop of an account, with what is kept of the records that it paused; nothing where it does not stand. */
  endStop(stop: Stop, by: Holder): Promise<void>;
  /** Removes and puts what is kept of records that standing stops pause, in one transaction. */
  recordStopped(changes: {
    readonly put: readonly StoppedRecord[];
    readonly remove: readonly StoppedRecord[];
  }): Promise<void>;
  close(): Promise<void>;
}
