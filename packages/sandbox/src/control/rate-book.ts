import { ApiError } from '../wire/api-error.ts';
import { type Rate, type RateGroup, rateOf } from '../world/rate-limits.ts';
import type { World } from '../world/world.ts';
import { type Rated, rateGroupOf } from './rate-group.ts';

/** A request that is to be counted. */
export interface Counted extends Rated {
  /** Whose requests are counted together: an access token. */
  readonly token: string;
  /** The account in the path; empty where there is none. */
  readonly accountId: string;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

type Headers = Readonly<Record<string, string>>;

// These share one window, whichever endpoint is called; the others have one for each.
const shared = new Set<RateGroup>(['writes', 'targeting_reads', 'total_counts', 'stats']);

const windowsKept = 10_000;

/** Counts requests in windows of the sandbox's time (F-rate-01). */
export class RateBook {
  readonly #windows = new Map<string, Window>();

  /**
   * Takes a place in the windows of the request. Returns the rate-limit headers of its answer: the token's, and for
   * a read in an account the account's; undefined where it is not counted. Resets are in seconds since 1970.
   * Throws ApiError 429 with the same headers where a window is full.
   */
  take({ limits, clock }: World, request: Counted): Headers | undefined {
    const group = rateGroupOf(request);
    const rate = rateOf(limits, group);
    if (rate === undefined) return undefined;
    const now = clock.now();
    const { method, pattern, token, accountId } = request;
    const place = shared.has(group) ? group : `${group} ${method} ${pattern} ${accountId}`;
    const own = this.#window(`${place} by ${token}`, rate, now);
    const account = isAccountRead(request) ? this.#window(`${place} in ${accountId}`, rate, now) : undefined;
    const isFull = [own, account].some((window) => window !== undefined && window.used >= rate.limit);
    if (!isFull) for (const window of [own, account]) if (window !== undefined) window.used += 1;
    const headers = {
      ...headersOf('x-rate-limit', rate, own),
      ...(account === undefined ? {} : headersOf('x-account-rate-limit', rate, account)),
    };
    if (!isFull) return headers;
    throw new ApiError(429, [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }], { headers });
  }

  #window(key: string, rate: Rate, now: number): Window {
    const length = rate.window_seconds * 1000;
    const known = this.#windows.get(key);
    // A clock that was set back would leave a window open for ever.
    if (known !== undefined && known.endsAt > now && known.endsAt <= now + length) return known;
    const window = { endsAt: now + length, used: 0 };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > windowsKept) this.#forget(now);
    return window;
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
  }
}

/** What is shown of a window where nothing is counted: more than anybody uses up, so that no client waits for it. */
const uncounted: Rate = { limit: 1_000_000, window_seconds: 900 };

/** The rate-limit headers of an answer whose request is not counted: the windows are there, and stay full. */
export function uncountedHeaders({ clock }: World, request: Counted): Headers {
  const window = { endsAt: clock.now() + uncounted.window_seconds * 1000, used: 0 };
  return {
    ...headersOf('x-rate-limit', uncounted, window),
    ...(isAccountRead(request) ? headersOf('x-account-rate-limit', uncounted, window) : {}),
  };
}

function isAccountRead({ method, accountId }: Pick<Counted, 'method' | 'accountId'>): boolean {
  return method === 'GET' && accountId !== '';
}

function headersOf(prefix: string, rate: Rate, window: Window): Headers {
  return {
    [`${prefix}-limit`]: String(rate.limit),
    [`${prefix}-remaining`]: String(Math.max(0, rate.limit - window.used)),
    [`${prefix}-reset`]: String(Math.ceil(window.endsAt / 1000)),
  };
}
