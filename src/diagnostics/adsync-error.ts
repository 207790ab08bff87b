import { type ErrorCode, errorCodes } from './error-codes.ts';
import type { ExitCode } from './exit-code.ts';

/** What a message says beside its first sentence. */
export interface ErrorDetail {
  /** The address the error is about, such as `acme-us/campaigns/spring-sale`. */
  readonly address?: string;
  /** `file:line:column` in the user's document. */
  readonly at?: string;
  /** What the user can do about it. */
  readonly remedy?: string;
  /** More lines, such as what the platform answered. */
  readonly lines?: readonly string[];
  readonly cause?: unknown;
}

/**
 * An error that a user can act on: what went wrong, where, and what to do.
 * The code is stable, and is listed with its meaning in docs/errors.md.
 */
export class AdsyncError extends Error {
  readonly code: ErrorCode;
  readonly exitCode: ExitCode;
  readonly detail: ErrorDetail;

  /** Takes a code of the catalogue, one sentence without a full stop, and the details. */
  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'AdsyncError';
    this.code = code;
    this.exitCode = errorCodes[code].exit;
    this.detail = detail;
  }
}
