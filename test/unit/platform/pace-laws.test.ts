import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateBook } from '../../../packages/sandbox/src/control/rate-book.ts';
import { ApiError } from '../../../packages/sandbox/src/wire/api-error.ts';
import { publicRates } from '../../../packages/sandbox/src/world/rate-limits.ts';
import { createWorld } from '../../../packages/sandbox/src/world/world.ts';
import { createPacer, type PacedRequest } from '../../../src/platform/pacer.ts';

const start = Date.parse('2026-11-20T00:00:00Z');
const dayMs = 24 * 3600 * 1000;
const account = '/12/accounts/18ce54d4x5t';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  /** As the platform knows it. */
  readonly pattern: string;
}

const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: `${account}/tracking_tags`, pattern: '/12/accounts/:account_id/tracking_tags' },
  {
    method: 'POST',
    path: '/12/batch/accounts/18ce54d4x5t/campaigns',
    pattern: '/12/batch/accounts/:account_id/campaigns',
  },
  {
    method: 'POST',
    path: `${account}/custom_audiences/1nmth/users`,
    pattern: '/12/accounts/:account_id/custom_audiences/:custom_audience_id/users',
  },
  { method: 'GET', path: `${account}/campaigns`, pattern: '/12/accounts/:account_id/campaigns' },
  {
    method: 'GET',
    path: `${account}/campaigns/8wku2`,
    pattern: '/12/accounts/:account_id/campaigns/:campaign_id',
  },
  { method: 'GET', path: `${account}/cards`, pattern: '/12/accounts/:account_id/cards' },
  {
    method: 'GET',
    path: `${account}/targeting_criteria`,
    pattern: '/12/accounts/:account_id/targeting_criteria',
  },
  { method: 'GET', path: '/12/iab_categories', pattern: '/12/iab_categories' },
];

/** A tenth of the public rates, in their windows: a day of the public ones would be a million requests. */
const rates = Object.fromEntries(
  Object.entries(publicRates).map(([group, { limit, window_seconds }]) => [
    group,
    { limit: Math.max(5, limit / 10), window_seconds },
  ]),
);

interface Course {
  /** How wrong the local clock is, in milliseconds. */
  readonly skewMs: number;
  /** How long each answer takes, in milliseconds. */
  readonly latencyMs: number;
  /** How many requests are under way at once. */
  readonly parallel: number;
  /** Between requests, where nothing makes them wait, in milliseconds. */
  readonly pauseMs: number;
  readonly endpoint: Endpoint;
  /** How long the course goes on, in milliseconds. */
  readonly lastsMs: number;
}

interface Shown {
  sent: number;
  refused: number;
  longestWaitMs: number;
  /** Waits that ended later than the window that they waited for, as far as whole seconds and the way back tell. */
  tooLong: number;
  /** Requests started though the last answer of the window had shown that nothing is left. */
  against: number;
}

/** A program that asks one endpoint as fast as its pacer lets it, in virtual time. */
function follow({ skewMs, latencyMs, parallel, pauseMs, endpoint, lastsMs }: Course): Shown {
  let nowMs = start;
  const world = createWorld([]);
  world.clock.set(nowMs, true);
  world.limits = { ...world.limits, rates };
  const book = new RateBook();
  const pacer = createPacer();
  const request: PacedRequest = { ...endpoint, accountId: '18ce54d4x5t' };
  const shown: Shown = { sent: 0, refused: 0, longestWaitMs: 0, tooLong: 0, against: 0 };
  let known = { remaining: Number.POSITIVE_INFINITY, resetMs: 0 };
  while (nowMs < start + lastsMs) {
    for (let waitMs = delay(); waitMs > 0; waitMs = delay()) {
      shown.longestWaitMs = Math.max(shown.longestWaitMs, waitMs);
      if (nowMs + waitMs > known.resetMs + 1000 + latencyMs) shown.tooLong += 1;
      nowMs += waitMs;
    }
    const answers = Array.from({ length: parallel }, () => ask()).filter((answer) => answer !== undefined);
    nowMs += latencyMs;
    for (const { status, headers } of answers) {
      pacer.answered(request, { status, headers }, nowMs + skewMs);
      note(headers);
    }
    nowMs += pauseMs;
  }
  return shown;

  function delay(): number {
    return pacer.delayMs(request, nowMs + skewMs);
  }

  function ask(): { readonly status: number; readonly headers: Record<string, string> } | undefined {
    if (delay() > 0) return undefined;
    if (known.remaining <= 0 && nowMs < known.resetMs) shown.against += 1;
    pacer.started(request, nowMs + skewMs);
    shown.sent += 1;
    world.clock.set(nowMs, true);
    const date = new Date(nowMs).toUTCString();
    const { method, pattern } = endpoint;
    const accountId = pattern.includes(':account_id') ? '18ce54d4x5t' : '';
    try {
      const headers = book.take(world, { method, pattern, token: 't', accountId, withTotalCount: false });
      return { status: 200, headers: { ...headers, date } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      shown.refused += 1;
      return { status: 429, headers: { ...error.headers, date } };
    }
  }

  function note(headers: Record<string, string>): void {
    const prefix = 'x-account-rate-limit-reset' in headers ? 'x-account-rate-limit' : 'x-rate-limit';
    const resetMs = Number(headers[`${prefix}-reset`]) * 1000;
    if (resetMs >= known.resetMs) known = { remaining: Number(headers[`${prefix}-remaining`]), resetMs };
  }
}

const fast = { skewMs: 0, latencyMs: 20, parallel: 8, pauseMs: 0 };

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.pattern}`, endpoint] as const))(
  'a day of nothing but %s never meets the limit, and never waits past its end',
  (_name, endpoint) => {
    // One at a time where a window takes fewer than are under way at once.
    const parallel = endpoint.path === '/12/iab_categories' ? 1 : fast.parallel;

    const shown = follow({ ...fast, parallel, endpoint, lastsMs: dayMs });

    expect(shown).toMatchObject({ refused: 0, tooLong: 0, against: 0 });
    expect(shown.longestWaitMs).toBeGreaterThan(0);
    expect(shown.longestWaitMs).toBeLessThanOrEqual(901_000);
  },
);

const course = fc.record({
  skewMs: fc.integer({ min: -12 * 3600_000, max: 12 * 3600_000 }),
  latencyMs: fc.integer({ min: 1, max: 3000 }),
  parallel: fc.integer({ min: 1, max: 5 }),
  pauseMs: fc.integer({ min: 0, max: 200 }),
  endpoint: fc.constantFrom(...endpoints),
  lastsMs: fc.constant(3600_000),
});

test('nor does any other program, at whatever pace and with a clock that is hours off', () => {
  fc.assert(
    fc.property(course, (each) => {
      const shown = follow(each);

      expect(shown).toMatchObject({ refused: 0, tooLong: 0, against: 0 });
    }),
    { numRuns: 40 },
  );
});
