import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { ErrorCode } from '../diagnostics/error-codes.ts';
import { isLoopback } from './base-address.ts';
import { credentialsRemedy } from './credentials-remedy.ts';
import type { PlatformFault, PlatformFaults } from './platform-fault.ts';

/**
 * What a failed request did: `refused` and `not-sent` are certain to have done nothing; after `unknown` only reading
 * can tell.
 */
export type FailureOutcome = 'refused' | 'not-sent' | 'unknown';

/** The facts of a failed request. */
export interface Failure extends Partial<PlatformFaults> {
  readonly outcome: FailureOutcome;
  readonly method: string;
  /** Without the query, which may hold what nobody else should read. */
  readonly path: string;
  /** Where it was to go, such as `https://ads-api.x.com`. */
  readonly origin?: string;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** How long the platform asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** When it was answered, in milliseconds since 1970 by the platform's clock. */
  readonly date?: number;
  /** When the answer came, in milliseconds since 1970 by the clock of this machine. */
  readonly receivedMs?: number;
  /** What the platform calls the request by, for its support. */
  readonly requestId?: string | undefined;
  /** What went wrong besides the platform's faults, such as a cut answer. */
  readonly problem?: string;
  readonly cause?: unknown;
}

const linesShown = 20;

/** A request that did not get the answer it should have got. */
export class PlatformError extends AdsyncError {
  readonly outcome: FailureOutcome;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly date: number | undefined;
  /** What the platform calls the request by, for its support; where it answered, and says. */
  readonly requestId: string | undefined;
  /** About the request as a whole. */
  readonly errors: readonly PlatformFault[];
  /** About the operations of a batch, by position; empty where none is named. */
  readonly operationErrors: readonly (readonly PlatformFault[])[];

  constructor(failure: Failure, code: ErrorCode = codeOf(failure)) {
    super(code, headline(failure), {
      lines: linesOf(failure),
      cause: failure.cause,
      ...remedyOf(failure, code),
    });
    this.name = 'PlatformError';
    this.outcome = failure.outcome;
    this.method = failure.method;
    this.path = failure.path;
    this.status = failure.status;
    this.retryAfterMs = failure.retryAfterMs;
    this.date = failure.date;
    this.requestId = failure.requestId;
    this.errors = failure.errors ?? [];
    this.operationErrors = failure.operationErrors ?? [];
  }
}

function codeOf({ outcome, status, errors = [] }: Failure): ErrorCode {
  // The gateway answers a missing or malformed signature with 400 and code 215 (F-auth-19).
  const has = (wanted: string): boolean => errors.some(({ code }) => code === wanted);
  // It answers who asks for bearer tokens too often, or with keys that it does not know, with 403 and code 99 (F-auth-14).
  if (status === 401 || (status === 400 && has('215')) || (status === 403 && has('99')))
    return 'ADSYNC_CREDENTIALS_REFUSED';
  return outcome === 'refused' ? 'ADSYNC_PLATFORM_REFUSED' : 'ADSYNC_PLATFORM_UNREACHABLE';
}

function remedyOf(failure: Failure, code: ErrorCode): { readonly remedy?: string } {
  if (code === 'ADSYNC_CREDENTIALS_REFUSED') return { remedy: credentialsRemedy(failure) };
  const { origin = '' } = failure;
  if (unreachedBecause(failure) === undefined) return {};
  return {
    remedy: isLoopback(new URL(origin).hostname)
      ? 'Is `adsync sandbox` running? It prints the address to use.'
      : 'Check the network, and ADSYNC_ADS_BASE_URL where it is set.',
  };
}

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'no host has that name',
  EAI_AGAIN: 'the name cannot be looked up',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
};

/** Why no connection was made to where the request was to go, where that is the reason. */
function unreachedBecause({ outcome, origin, cause }: Failure): string | undefined {
  const code = systemCode(cause) ?? '';
  const because = unreached[code];
  return outcome !== 'not-sent' || origin === undefined || because === undefined
    ? undefined
    : `${because} (${code})`;
}

function headline(failure: Failure): string {
  const { outcome, method, path, origin = '', status } = failure;
  const because = unreachedBecause(failure);
  if (because !== undefined) return `${origin} cannot be reached: ${because}`;
  const request = printable(`${method} ${path}`);
  const answer = status === undefined ? '' : ` (HTTP ${status})`;
  if (outcome === 'refused') return `the platform refused ${request}${answer}`;
  if (outcome === 'not-sent') return `${request} could not be sent`;
  if (method === 'GET') return `${request} got no usable answer${answer}`;
  return `whether the platform carried out ${request} is not known${answer}`;
}

function linesOf(failure: Failure): readonly string[] {
  const { errors = [], operationErrors = [], problem } = failure;
  if (unreachedBecause(failure) !== undefined) return [];
  const lines = [
    ...(problem === undefined ? [] : [problem]),
    ...errors.map(describeFault),
    ...operationErrors.flatMap((faults, index) =>
      faults.map((fault) => `operation ${index + 1}: ${describeFault(fault)}`),
    ),
  ].map((line) => printable(line.slice(0, 1000)));
  if (lines.length <= linesShown) return lines;
  return [...lines.slice(0, linesShown), `and ${lines.length - linesShown} more`];
}

function describeFault({ code, message, parameter }: PlatformFault): string {
  const about = parameter === undefined ? '' : ` (${parameter})`;
  return message === '' ? code + about : `${code}: ${message}${about}`;
}
