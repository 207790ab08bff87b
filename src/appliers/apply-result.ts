import type { ErrorCode } from '../diagnostics/error-codes.ts';

/** One complaint of the platform, as it sent it. */
export interface PlatformComplaint {
  readonly code: string;
  readonly message: string;
  /** The parameter it is about, where the platform names one. */
  readonly parameter: string | null;
}

/** Why an operation did not take effect, or why nobody knows. */
export interface Cause {
  readonly code: ErrorCode | 'INTERRUPTED';
  /** One sentence without a full stop. */
  readonly message: string;
  /** The address that it began at: another one's, where this is a consequence. */
  readonly address: string;
  /** The path of the request, where one was sent. */
  readonly path?: string;
  readonly platform?: readonly PlatformComplaint[];
  /** Ids of records that might be what was created. */
  readonly candidates?: readonly string[];
}

/** How one operation of the plan ended. */
export type OperationResult =
  | { readonly status: 'applied' }
  | { readonly status: 'failed' | 'skipped' | 'unknown'; readonly cause: Cause };

/** A change that is not applied, and why. */
export interface Unapplied {
  readonly address: string;
  readonly cause: Cause;
}

/** What an apply did, by address. */
export interface ApplyResult {
  readonly applied: readonly { readonly address: string }[];
  readonly failed: readonly Unapplied[];
  /** Not done because of something else: a failure before it, an interrupt, a lost lease. */
  readonly skipped: readonly Unapplied[];
  readonly unknown: readonly Unapplied[];
  /** Requests sent in this run, reads included. */
  readonly requests: number;
  /** Those among them that only read. */
  readonly reads: number;
  readonly seconds: number;
  /** 0 all done, 5 part-way, 6 the lease was lost before anything was applied, 7 an outcome is unknown, 130 interrupted. */
  readonly exitCode: 0 | 5 | 6 | 7 | 130;
}
