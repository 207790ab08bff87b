import type { IncomingHttpHeaders } from 'node:http';
import { causeText } from '../diagnostics/cause-text.ts';
import { answeredAt, askedWaitMs, requestIdOf } from './answer-headers.ts';
import { type Failure, type FailureOutcome, PlatformError } from './platform-error.ts';
import { faultsOf, type PlatformFaults } from './platform-fault.ts';
import type { WireOutcome } from './transport.ts';

/** A successful answer. */
export interface PlatformAnswer {
  /** HTTP status, from 200 to 299. */
  readonly status: number;
  /** The JSON of the body; integers beyond 2^53 - 1 are texts of digits. */
  readonly body: unknown;
  /** When it was given, in milliseconds since 1970 by the platform's clock; by ours where it does not say. */
  readonly date: number;
}

/** An answer, or the failure with the headers that came with it. */
export type Verdict =
  | { readonly answer: PlatformAnswer }
  | { readonly error: PlatformError; readonly headers: IncomingHttpHeaders };

type Call = Pick<Failure, 'method' | 'path' | 'origin'>;
type Answered = Extract<WireOutcome, { readonly kind: 'answer' }>;

const noFaults: PlatformFaults = { errors: [], operationErrors: [] };

/** Says what became of a call. `nowMs` is the local clock, in milliseconds since 1970. */
export function judge(wire: WireOutcome, call: Call, nowMs: number): Verdict {
  if (wire.kind === 'answer') return judgeAnswer(wire, call, nowMs);
  const { cause, sent } = wire;
  const error = new PlatformError({
    ...call,
    outcome: sent ? 'unknown' : 'not-sent',
    problem: causeText(cause),
    cause,
  });
  return { error, headers: {} };
}

function judgeAnswer(wire: Answered, call: Call, nowMs: number): Verdict {
  const { status, headers, body } = wire;
  const faults = 'value' in body ? faultsOf(body.value) : noFaults;
  // Item-level errors mean that nothing was done (F-batch-01), whatever the status says.
  if ('value' in body && status >= 200 && status < 300 && faults.operationErrors.length === 0) {
    return { answer: { status, body: body.value, date: answeredAt(headers, nowMs) } };
  }
  const error = new PlatformError({
    ...call,
    ...faults,
    outcome: outcomeOf(status, faults),
    status,
    retryAfterMs: askedWaitMs(headers, status, nowMs),
    date: answeredAt(headers, nowMs),
    receivedMs: nowMs,
    requestId: requestIdOf(headers),
    ...('problem' in body && { problem: body.problem }),
  });
  return { error, headers };
}

function outcomeOf(status: number, { errors, operationErrors }: PlatformFaults): FailureOutcome {
  if (operationErrors.length > 0) return 'refused';
  // A gateway that limits the rate need not answer in the platform's form, but what it limits does not pass.
  if (status === 429) return 'refused';
  // 408 is a request that was cancelled (F-error-04), perhaps half-way.
  const refusing = status >= 400 && status < 500 && status !== 408;
  return refusing && errors.length > 0 ? 'refused' : 'unknown';
}
