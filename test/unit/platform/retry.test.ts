import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRetry, type RetryInput } from '../../../src/platform/retry.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const answered = 'Fri, 20 Nov 2026 10:00:00 GMT';
const seconds = (after: number) => String(now / 1000 + after);

function input(changes: Partial<RetryInput> & { readonly status?: number }): RetryInput {
  const { status, ...rest } = changes;
  const failure = { outcome: 'unknown', status } as const;
  return { attempt: 1, method: 'GET', failure, headers: {}, nowMs: now, random: 0, ...rest };
}

function delayOf(changes: Parameters<typeof input>[0]): number | undefined {
  const decision = decideRetry(input(changes));
  return decision.retry ? decision.delayMs : undefined;
}

const limited = { failure: { outcome: 'refused', status: 429 } } as const;

describe('which failures are tried again', () => {
  test.each<
    [string, 'refused' | 'not-sent' | 'unknown', number | undefined, string | undefined, string | undefined]
  >([
    // what happened, outcome, status, reason for a read, reason for a write
    ['never sent', 'not-sent', undefined, 'unreachable', 'unreachable'],
    ['no answer', 'unknown', undefined, 'unavailable', undefined],
    ['broken 200', 'unknown', 200, 'unavailable', undefined],
    ['redirect', 'unknown', 302, undefined, undefined],
    ['400', 'refused', 400, undefined, undefined],
    ['401', 'refused', 401, undefined, undefined],
    ['403', 'refused', 403, undefined, undefined],
    ['404', 'refused', 404, undefined, undefined],
    ['HTML 404', 'unknown', 404, undefined, undefined],
    ['408', 'unknown', 408, 'unavailable', undefined],
    ['423', 'refused', 423, 'lock', 'lock'],
    ['unclear 423', 'unknown', 423, 'lock', undefined],
    ['429', 'refused', 429, 'rate_limit', 'rate_limit'],
    ['500', 'unknown', 500, 'unavailable', undefined],
    ['500 with operation errors', 'refused', 500, 'unavailable', undefined],
    ['501', 'unknown', 501, undefined, undefined],
    ['502', 'unknown', 502, 'unavailable', undefined],
    ['503', 'unknown', 503, 'unavailable', undefined],
    ['504', 'unknown', 504, 'unavailable', undefined],
  ])('%s', (_name, outcome, status, ofRead, ofWrite) => {
    const reason = (method: string) => {
      const decision = decideRetry(input({ method, failure: { outcome, status } }));
      return decision.retry ? decision.reason : undefined;
    };

    expect([reason('GET'), ...['POST', 'PUT', 'DELETE'].map(reason)]).toEqual([
      ofRead,
      ofWrite,
      ofWrite,
      ofWrite,
    ]);
  });

  test.each([
    ['never sent', input({ failure: { outcome: 'not-sent', status: undefined } }), 4],
    ['no answer', input({}), 5],
    ['500', input({ status: 500 }), 5],
    ['503', input({ status: 503 }), 8],
    ['423', input({ status: 423 }), 8],
    ['429', input(limited), 30],
  ])('%s ends after a number of attempts', (_name, failure, attempts) => {
    const retried = (attempt: number) => decideRetry({ ...failure, attempt }).retry;

    expect([retried(attempts - 1), retried(attempts), retried(attempts + 1)]).toEqual([true, false, false]);
  });
});

describe('how long a 429 waits', () => {
  test.each([
    [
      'account before user',
      { 'x-account-rate-limit-reset': seconds(30), 'x-rate-limit-reset': seconds(60) },
      30_000,
    ],
    ['user alone', { 'x-rate-limit-reset': seconds(60), 'retry-after': '5' }, 60_000],
    [
      'the budget that is used up',
      {
        'x-account-rate-limit-remaining': '7',
        'x-account-rate-limit-reset': seconds(30),
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': seconds(60),
      },
      60_000,
    ],
    ['used up without a reset', { 'x-account-rate-limit-remaining': '0', 'retry-after': '7' }, 7000],
    ['Retry-After in seconds', { 'retry-after': '5' }, 5000],
    ['Retry-After as a date', { 'retry-after': 'Fri, 20 Nov 2026 10:00:08 GMT' }, 8000],
    ['nothing said', {}, 1000],
    ['nonsense', { 'x-rate-limit-reset': 'soon', 'retry-after': 'later' }, 1000],
    ['a negative number', { 'x-rate-limit-reset': '-5' }, 1000],
    ['a reset now', { 'x-rate-limit-reset': seconds(0) }, 1000],
    ['a reset in the past', { 'x-rate-limit-reset': seconds(-900) }, 1000],
    ['milliseconds by mistake', { 'x-rate-limit-reset': String(now + 1000) }, 960_000],
    ['a number too long to be one', { 'x-rate-limit-reset': '9'.repeat(400), 'retry-after': '3' }, 3000],
    ['a whole day', { 'retry-after': '86400' }, 960_000],
  ])('%s', (_name, headers, delayMs) => {
    expect(delayOf({ ...limited, headers: { date: answered, ...headers } })).toBe(delayMs);
  });

  test('takes the first of a repeated header', () => {
    const headers = { 'x-rate-limit-reset': [seconds(9), seconds(99)], date: answered };

    expect(delayOf({ ...limited, headers })).toBe(9000);
  });

  test.each([-86_400_000, -5000, 0, 5000, 86_400_000, 1e12])(
    'a clock that is wrong by %d ms changes nothing',
    (skew) => {
      const headers = { date: answered, 'x-account-rate-limit-reset': seconds(42) };

      expect(delayOf({ ...limited, headers, nowMs: now + skew })).toBe(42_000);
    },
  );

  test('without a Date the local clock counts, and never for longer than a window', () => {
    const headers = { 'x-rate-limit-reset': seconds(42) };

    expect(delayOf({ ...limited, headers })).toBe(42_000);
    expect(delayOf({ ...limited, headers: { ...headers, date: 'yesterday' } })).toBe(42_000);
    expect(delayOf({ ...limited, headers, nowMs: now - 1e9 })).toBe(960_000);
    expect(delayOf({ ...limited, headers, nowMs: now + 1e9 })).toBe(1000);
  });

  test('asked waits are spread by up to a second', () => {
    const headers = { date: answered, 'x-rate-limit-reset': seconds(42) };

    expect(delayOf({ ...limited, headers, random: 0.5 })).toBe(42_500);
  });
});

describe('how long other failures wait', () => {
  test.each([
    [1, 250, 500],
    [2, 500, 1000],
    [3, 1000, 2000],
    [4, 2000, 4000],
  ])('after attempt %d between %d and %d ms', (attempt, least, most) => {
    expect([delayOf({ attempt, random: 0 }), delayOf({ attempt, random: 1 })]).toEqual([least, most]);
  });

  test('a 503 waits as it asks, else it backs off; a reset header is none of its business', () => {
    const headers = { date: answered, 'x-rate-limit-reset': seconds(600) };

    expect(delayOf({ status: 503, headers: { ...headers, 'retry-after': '20' } })).toBe(20_000);
    expect(delayOf({ status: 503, headers })).toBe(250);
    expect(delayOf({ status: 503, headers: { 'retry-after': '0' } })).toBe(1000);
  });

  test('the backoff of a 429 grows to a minute and stays there', () => {
    expect([3, 8, 20].map((attempt) => delayOf({ ...limited, attempt, random: 1 }))).toEqual([
      2000, 60_000, 60_000,
    ]);
  });

  test('whatever an answer says, a wait is neither negative nor longer than a window and a second', () => {
    const header = fc.option(fc.oneof(fc.string(), fc.integer().map(String), fc.bigInt().map(String)), {
      nil: undefined,
    });
    const names = [
      'date',
      'retry-after',
      'x-rate-limit-reset',
      'x-account-rate-limit-reset',
      'x-rate-limit-remaining',
    ];
    const headers = fc
      .tuple(...names.map(() => header))
      .map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));

    fc.assert(
      fc.property(
        headers,
        fc.integer({ min: 1, max: 29 }),
        fc.maxSafeInteger(),
        (headers, attempt, nowMs) => {
          const delayMs = delayOf({ ...limited, headers, attempt, nowMs, random: 1 });

          expect(delayMs).toBeGreaterThanOrEqual(1000);
          expect(delayMs).toBeLessThanOrEqual(961_000);
        },
      ),
    );
  });
});
