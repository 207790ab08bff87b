/** The tables of a state, as kysely sees them; times are milliseconds since 1970. */
export interface Database {
  /** Facts about the state itself, such as `schema_version`. */
  readonly meta: { readonly key: string; readonly value: string };
  readonly bindings: { readonly account_key: string; readonly account_id: string; readonly host: string };
  /** One row an address; `data` is the whole entry as JSON, so that every text comes back as it was. */
  readonly resources: { readonly address: string; readonly account_id: string; readonly data: string };
  /** Append-only: what was intended, what came of it, and what changed without a request. */
  readonly journal: {
    readonly number: number;
    readonly at: number;
    readonly run: string;
    readonly kind: JournalKind;
    readonly account_id: string;
    readonly data: string;
  };
  /** Journal numbers of intents without an outcome, so that finding them costs nothing as the journal grows. */
  readonly open_intents: { readonly number: number; readonly account_id: string };
  /** One row an account that was ever locked; it stays when the lock is let go, so that tokens only rise. */
  readonly leases: {
    readonly account_id: string;
    readonly token: number;
    readonly holder: string | null;
    readonly acquired_at: number;
    readonly expires_at: number;
  };
}

export type JournalKind = 'run_started' | 'intent' | 'outcome' | 'entries' | 'run_ended';
