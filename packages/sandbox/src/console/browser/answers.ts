/** What the sandbox says of itself. */
export interface Status {
  readonly now: string;
  readonly frozen: boolean;
  /** How many requests there were. */
  readonly requests: number;
  /** How many requests are held without an answer. */
  readonly held: number;
  /** A number that changes with the faults that are set. */
  readonly faults: number;
}

/** A request of the log; bodies only where they were asked for, and null where they are no longer kept. */
export interface LogEntry {
  readonly n: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** null where the request has no answer yet, or gets none. */
  readonly status: number | null;
  readonly account_id: string | null;
  readonly fault: string | null;
  readonly bytes_out: number;
  readonly effect_applied: boolean;
  readonly operations: number;
  readonly request_body?: string | null;
  readonly response_body?: string | null;
}

/** An error as the platform tells it, and the position of the operation of a batch that it belongs to. */
export interface ToldError {
  readonly code?: string | number;
  readonly title?: string;
  readonly message?: string;
  readonly detail?: string;
  readonly at?: number;
}

/** The body of an answer with errors: of the request, or of each operation of a batch. */
export interface ErrorsBody {
  readonly errors?: unknown;
  readonly operation_errors?: readonly (readonly ToldError[])[];
}

/** The limits that are set. */
export interface Limits {
  readonly default_active_campaigns: number;
  readonly writes_per_minute?: number | null;
  readonly rate_limits: string;
  readonly batch_check: string;
}

/** A fault that is set; which further fields it has depends on its effect. */
export interface FaultRule {
  readonly effect: string;
  readonly path: string;
  readonly method?: string;
  readonly [name: string]: unknown;
}

/** A record of the sandbox, with the fields that the platform shows. */
export interface BrowsedRecord {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** A field that a person can change, and what it holds. */
export interface ChangeableField {
  readonly name: string;
  readonly holds: 'text' | 'choice' | 'money' | 'number' | 'flag' | 'time' | 'list';
  readonly values?: readonly string[];
  readonly empty: boolean;
  /** The field can be changed only where another one holds this value. */
  readonly where?: { readonly field: string; readonly is: string };
}

/** An item of media; no type where the library does not have it. */
export interface MediaPreview {
  readonly media_key: string;
  readonly media_type: string | null;
  readonly name: string | null;
}

/** A card of a post. */
export interface CardPreview {
  readonly name: string;
  readonly media: readonly MediaPreview[];
  readonly titles: readonly string[];
  readonly destinations: readonly string[];
  readonly buttons: readonly string[];
}

/** What a post looks like. */
export interface PostPreview {
  readonly author: string;
  readonly screen_name: string;
  readonly text: string;
  /** null for a draft. */
  readonly at: string | null;
  readonly is_promoted_only: boolean;
  readonly is_deleted: boolean;
  readonly media: readonly MediaPreview[];
  readonly card: CardPreview | null;
}

/** Records of one collection, what a person can do with them, and where the next of them begin; null behind the last. */
export interface Group {
  readonly collection: string;
  readonly records: readonly BrowsedRecord[];
  readonly total: number;
  readonly changeable: readonly ChangeableField[];
  readonly deletable: boolean;
  /** By the ids of the records that are or promote posts. */
  readonly previews: Readonly<Record<string, PostPreview>>;
  readonly next: string | null;
}
