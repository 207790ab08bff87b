/** The tables of a state, as kysely sees them; times are milliseconds since 1970, checksums as in checksum.ts. */
export interface Database {
  /** Facts about the state itself, such as `schema_version`. */
  readonly meta: { readonly key: string; readonly value: string };
  /** One row, which vouches for all the others. */
  readonly seal: {
    readonly id: number;
    /** The sum of the checksums of all rows but those of the journal and of members. */
    readonly total: number;
    /** The number of the last journal record. */
    readonly journal: number;
    /** 64 hexadecimal digits, null until the first lock is taken. */
    readonly digest_key: string | null;
  };
  readonly bindings: {
    readonly account_key: string;
    readonly account_id: string;
    readonly host: string;
    readonly checksum: number;
  };
  /** One row an address; `data` is the whole entry as JSON, so that every text comes back as it was. */
  readonly resources: {
    readonly address: string;
    readonly account_id: string;
    readonly data: string;
    readonly checksum: number;
  };
  /** Append-only: what was intended, what came of it, and what changed without a request. */
  readonly journal: {
    readonly number: number;
    readonly at: number;
    readonly run: string;
    readonly kind: JournalKind;
    readonly account_id: string;
    readonly data: string;
    readonly checksum: number;
  };
  /** Journal numbers of intents without an outcome, so that finding them costs nothing as the journal grows. */
  readonly open_intents: { readonly number: number; readonly account_id: string; readonly checksum: number };
  /** One row an account that was applied with a policy; `data` is that as the document wrote it, as JSON. */
  readonly policies: { readonly account_id: string; readonly data: string; readonly checksum: number };
  /** One row a stop and account that stands; `data` is the whole stop as JSON. */
  readonly stops: {
    readonly stop_id: string;
    readonly account_id: string;
    readonly data: string;
    readonly checksum: number;
  };
  /** One row a record that a standing stop pauses; `data` is what is kept of it, as JSON. */
  readonly stopped: {
    readonly stop_id: string;
    readonly account_id: string;
    readonly kind: string;
    readonly record_id: string;
    readonly data: string;
    readonly checksum: number;
  };
  /**
   * One row an account that was ever locked; it stays when the lock is let go, so that tokens only rise. The checksum
   * leaves out when it expires, which every heartbeat changes.
   */
  readonly leases: {
    readonly account_id: string;
    readonly token: number;
    readonly holder: string | null;
    readonly acquired_at: number;
    readonly expires_at: number;
    readonly checksum: number;
  };
  /** One row an address with members: how many, and the sum of their checksums. */
  readonly member_sets: {
    readonly address: string;
    readonly members: number;
    readonly total: number;
    readonly checksum: number;
  };
  /** The members of audiences that were pushed last, each as a digest. */
  readonly members: { readonly address: string; readonly kind: string; readonly digest: string };
}

export type JournalKind =
  | 'run_started'
  | 'consents'
  | 'policy'
  | 'intent'
  | 'outcome'
  | 'entries'
  | 'members'
  | 'run_ended'
  | 'unlocked'
  | 'stop_began'
  | 'stop_ended'
  | 'copied';
