import type { IncomingHttpHeaders } from 'node:http';
import { askedWaitMs } from './answer-headers.ts';
import type { FailureOutcome } from './platform-error.ts';

/** Why a request waits. */
export type RetryReason = 'rate_limit' | 'lock' | 'unavailable' | 'unreachable';

export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number; readonly reason: RetryReason }
  | { readonly retry: false };

export interface RetryInput {
  /** How many times the request was tried, from 1. */
  readonly attempt: number;
  readonly method: string;
  readonly failure: { readonly outcome: FailureOutcome; readonly status: number | undefined };
  /** Of the answer; empty without one. */
  readonly headers: IncomingHttpHeaders;
  /** The local clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** From 0 to 1, to spread the waits of several programs. */
  readonly random: number;
}

interface Rule {
  readonly reason: RetryReason;
  readonly attempts: number;
}

// A rate limit ends by itself, within fifteen minutes (F-rate-02): it must not end an apply.
const rateLimited: Rule = { reason: 'rate_limit', attempts: 30 };
const locked: Rule = { reason: 'lock', attempts: 8 };
const unavailable: Rule = { reason: 'unavailable', attempts: 8 };
const broken: Rule = { reason: 'unavailable', attempts: 5 };
const unreachable: Rule = { reason: 'unreachable', attempts: 4 };

const firstBackoffMs = 500;
const longestBackoffMs = 60_000;
const shortestAskedMs = 1000;
/** The longest window is fifteen minutes; a reset further away is a mistake, and is asked about again after this. */
const longestAskedMs = 16 * 60_000;

/**
 * Whether and when a failed request is sent again. A read is, after 408, 423, 429, any 5xx but 501, a broken answer or
 * none. A write is only where it certainly was not executed: 429, 423 with an explicit refusal, or never sent. The
 * wait is the one that the answer asks for (between one second and sixteen minutes), else it doubles with jitter.
 */
export function decideRetry(input: RetryInput): RetryDecision {
  const rule = ruleFor(input);
  if (rule === undefined || input.attempt >= rule.attempts) return { retry: false };
  return { retry: true, delayMs: delayMs(input), reason: rule.reason };
}

function ruleFor({ method, failure: { outcome, status } }: RetryInput): Rule | undefined {
  if (outcome === 'not-sent') return unreachable;
  if (method !== 'GET' && outcome !== 'refused') return undefined;
  if (status === 429) return rateLimited;
  if (status === 423) return locked;
  if (method !== 'GET') return undefined;
  if (status === 503) return unavailable;
  return status === undefined || isPassing(status) ? broken : undefined;
}

function isPassing(status: number): boolean {
  if (status === 408) return true;
  const successButUnreadable = status >= 200 && status < 300;
  return successButUnreadable || (status >= 500 && status !== 501);
}

function delayMs({ attempt, headers, failure, nowMs, random }: RetryInput): number {
  const doubled = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
  const backoff = doubled * (0.5 + random / 2);
  const asked = askedWaitMs(headers, failure.status, nowMs);
  if (asked !== undefined && asked > 0) {
    return Math.min(longestAskedMs, Math.max(shortestAskedMs, asked)) + random * 1000;
  }
  return asked === undefined && failure.status !== 429 ? backoff : Math.max(shortestAskedMs, backoff);
}
