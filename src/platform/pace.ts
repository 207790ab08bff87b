import type { IncomingHttpHeaders } from 'node:http';
import { answeredAt, rateLimit } from './answer-headers.ts';

/** What is left of one of the platform's budgets of requests. */
export interface Budget {
  /** Requests that may still be started before the reset. */
  readonly remaining: number;
  /** The platform's name for the window: its end, in seconds since 1970 by the platform's clock. */
  readonly reset: number;
  /** The same moment by the local clock, in milliseconds since 1970. */
  readonly resetAtMs: number;
}

/** The longest window is fifteen minutes (F-rate-02); a reset further away is a mistake. */
const longestWaitMs = 16 * 60_000;

/** How long a request has to wait for the budget, in milliseconds; 0 where nothing is known of it. */
export function delayBeforeMs(budget: Budget | undefined, nowMs: number): number {
  if (budget === undefined || budget.remaining > 0) return 0;
  return Math.max(0, budget.resetAtMs - nowMs);
}

/**
 * The budget after one more request was started, so that requests in flight count before they are answered. Once its
 * window has ended nothing is known of it, until an answer tells.
 */
export function afterStart(budget: Budget | undefined, nowMs: number): Budget | undefined {
  if (budget === undefined || nowMs >= budget.resetAtMs) return undefined;
  return { ...budget, remaining: budget.remaining - 1 };
}

/**
 * The budget as an answer's headers show it, or the old one where they show none. Answers can overtake each other:
 * within one window the smaller number counts, and an older window counts no more. After a 429 nothing is left.
 */
export function afterAnswer(
  budget: Budget | undefined,
  answer: { readonly status: number; readonly headers: IncomingHttpHeaders },
  scope: 'account' | 'user',
  nowMs: number,
): Budget | undefined {
  const { remaining: shown, reset } = rateLimit(answer.headers, scope);
  const remaining = shown ?? (answer.status === 429 ? 0 : undefined);
  if (remaining === undefined || reset === undefined) return budget;
  if (budget !== undefined && reset < budget.reset) return budget;
  const waitMs = reset * 1000 - answeredAt(answer.headers, nowMs);
  return {
    remaining: budget?.reset === reset ? Math.min(remaining, budget.remaining) : remaining,
    reset,
    resetAtMs: nowMs + Math.min(longestWaitMs, Math.max(0, waitMs)),
  };
}
