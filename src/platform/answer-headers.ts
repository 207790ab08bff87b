import type { IncomingHttpHeaders } from 'node:http';

/** One budget of requests as an answer's headers show it. */
export interface RateLimit {
  readonly remaining: number | undefined;
  /** When it is filled again, in seconds since 1970 by the platform's clock. */
  readonly reset: number | undefined;
}

/** When the platform answered, in milliseconds since 1970 by its own clock; by ours where it does not say. */
export function answeredAt(headers: IncomingHttpHeaders, nowMs: number): number {
  const date = Date.parse(first(headers.date) ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

/** Which sandbox answered, where one did: the platform itself says no such thing. */
export function sandboxInstance(headers: IncomingHttpHeaders): string | undefined {
  const instance = first(headers['x-sandbox-instance']);
  return instance !== undefined && /^[\w-]{1,64}$/.test(instance) ? instance : undefined;
}

/** What the platform calls the request by, where it says (F-error-07). */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = first(headers['x-transaction-id']);
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

/** The account's or the user's budget; where both are shown, the account's counts (F-rate-03). */
export function rateLimit(headers: IncomingHttpHeaders, scope: 'account' | 'user'): RateLimit {
  const prefix = scope === 'account' ? 'x-account-rate-limit' : 'x-rate-limit';
  return {
    remaining: wholeNumber(headers[`${prefix}-remaining`]),
    reset: wholeNumber(headers[`${prefix}-reset`]),
  };
}

/**
 * How long an answer asks to wait, in milliseconds: until a budget that is used up is filled again, else as
 * `Retry-After` says (seconds, or a date). Counted from the answer's own `Date`, so that a wrong clock on this side
 * changes nothing; negative where the moment has passed, undefined where the answer asks for nothing.
 */
export function askedWaitMs(
  headers: IncomingHttpHeaders,
  status: number | undefined,
  nowMs: number,
): number | undefined {
  const answered = answeredAt(headers, nowMs);
  const limits = status === 429 ? [rateLimit(headers, 'account'), rateLimit(headers, 'user')] : [];
  const reset = (
    limits.find(({ remaining }) => remaining === 0) ?? limits.find(({ reset }) => reset !== undefined)
  )?.reset;
  if (reset !== undefined) return reset * 1000 - answered;
  const after = first(headers['retry-after']);
  const seconds = wholeNumber(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(after ?? '');
  return Number.isNaN(date) ? undefined : date - answered;
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header[0] : header;
}

function wholeNumber(header: string | readonly string[] | undefined): number | undefined {
  const text = first(header)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
