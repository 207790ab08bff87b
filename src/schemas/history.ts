/** What one run changed at one address. */
export interface HistoryChange {
  /** Its number in the journal. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  /** `null` where the change is not about an address. */
  readonly address: string | null;
  /** `create`, `update` or `delete` of a request, `pause` or `activate` where it sets the status alone; else why the state changed, such as `adopt`. */
  readonly action: string;
  readonly kind: string | null;
  /** Names of the platform's parameters that were sent; never their values. */
  readonly fields: readonly string[];
  /** What became of a request, `open` where nobody knows yet; `recorded` for what needed none. */
  readonly outcome: 'applied' | 'refused' | 'not_sent' | 'absent' | 'found' | 'open' | 'recorded';
  readonly detail: string | null;
}

/** One run on one account: who, when, by which command and document, and what it changed. */
export interface HistoryRun {
  readonly run: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** `null` where it ended without saying so, or has not ended. */
  readonly ended_at: string | null;
  /** What ended it before it was done, in a sentence; `null` where nothing did, or nobody knows. */
  readonly ended_because: string | null;
  readonly user: string;
  readonly machine: string;
  readonly pid: number;
  readonly command: string;
  /** `sha256:…` of the document, `null` where there was none. */
  readonly document: string | null;
  readonly account_id: string;
  readonly account_key: string | null;
  readonly consents: readonly { readonly consent: string; readonly address: string }[];
  readonly changes: readonly HistoryChange[];
}
