import { describe, expect, test } from 'vitest';
import { afterAnswer, afterStart, type Budget, delayBeforeMs } from '../../../src/platform/pace.ts';
import { createPacer } from '../../../src/platform/pacer.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
const inSeconds = (after: number) => now / 1000 + after;

function answer(remaining: number | undefined, after: number | undefined, scope = 'x-rate-limit') {
  const headers = {
    date,
    ...(remaining !== undefined && { [`${scope}-remaining`]: String(remaining) }),
    ...(after !== undefined && { [`${scope}-reset`]: String(inSeconds(after)) }),
  };
  return { status: 200, headers };
}

function budget(remaining: number, after: number): Budget {
  return { remaining, reset: inSeconds(after), resetAtMs: now + after * 1000 };
}

function get(path: string) {
  return { method: 'GET', path };
}

function read(account: string, rest = 'campaigns') {
  return { ...get(`/12/accounts/${account}/${rest}`), accountId: account };
}

describe('delayBeforeMs', () => {
  test.each<[string, Budget | undefined, number]>([
    ['nothing known', undefined, 0],
    ['some left', budget(1, 60), 0],
    ['none left', budget(0, 60), 60_000],
    ['more in flight than left', budget(-3, 60), 60_000],
    ['none left, window over', budget(0, -1), 0],
  ])('%s', (_name, known, delayMs) => {
    expect(delayBeforeMs(known, now)).toBe(delayMs);
  });
});

describe('afterStart', () => {
  test.each<[string, Budget | undefined, Budget | undefined]>([
    ['nothing known', undefined, undefined],
    ['counts what is in flight', budget(5, 60), budget(4, 60)],
    ['forgets a window that is over', budget(0, 0), undefined],
  ])('%s', (_name, before, after) => {
    expect(afterStart(before, now)).toEqual(after);
  });
});

describe('afterAnswer', () => {
  test.each<[string, Budget | undefined, ReturnType<typeof answer>, Budget | undefined]>([
    ['the first answer', undefined, answer(9, 60), budget(9, 60)],
    ['nothing shown', budget(5, 60), answer(undefined, undefined), budget(5, 60)],
    ['no reset shown', budget(5, 60), answer(3, undefined), budget(5, 60)],
    ['the window goes on', budget(9, 60), answer(7, 60), budget(7, 60)],
    ['answers overtook each other', budget(5, 60), answer(7, 60), budget(5, 60)],
    ['a new window', budget(0, 60), answer(450, 120), budget(450, 120)],
    ['an answer of an old window', budget(440, 120), answer(0, 60), budget(440, 120)],
    ['a 429 with a reset alone', budget(5, 60), { ...answer(undefined, 60), status: 429 }, budget(0, 60)],
    ['a reset in the past', undefined, answer(0, -60), { ...budget(0, -60), resetAtMs: now }],
    ['a reset in a year', undefined, answer(0, 3e7), { ...budget(0, 3e7), resetAtMs: now + 960_000 }],
  ])('%s', (_name, before, shown, after) => {
    expect(afterAnswer(before, shown, 'user', now)).toEqual(after);
  });

  test.each([-86_400_000, 0, 86_400_000])('a clock that is wrong by %d ms waits as long', (skew) => {
    const known = afterAnswer(undefined, answer(0, 60), 'user', now + skew);

    expect(delayBeforeMs(known, now + skew)).toBe(60_000);
  });
});

describe('a pacer', () => {
  const usedUp = answer(0, 60);
  const usedUpByAccount = answer(0, 60, 'x-account-rate-limit');

  test('knows nothing at first', () => {
    expect(createPacer().delayMs(read('a'), now)).toBe(0);
  });

  test("the user's budget of an endpoint counts for every account and record, and for no other endpoint", () => {
    const pacer = createPacer();

    pacer.answered(read('a', 'campaigns/8wku2'), usedUp, now);

    const others = ['campaigns/8wku3', 'campaigns', 'line_items/8wku2'].map((rest) => read('b', rest));
    expect(others.map((request) => pacer.delayMs(request, now))).toEqual([60_000, 0, 0]);
  });

  test('reads of targeting criteria share one budget, and each method of an audience endpoint has its own', () => {
    const pacer = createPacer();
    const users = (method: string) => ({ ...read('a', 'custom_audiences/1nmth/users'), method });

    pacer.answered(read('a', 'targeting_criteria/1'), usedUp, now);
    pacer.answered(users('POST'), usedUp, now);

    const requests = [
      read('b', 'targeting_criteria'),
      users('POST'),
      users('DELETE'),
      read('a', 'custom_audiences'),
      { method: 'POST', path: '/12/batch/accounts/a/campaigns', accountId: 'a' },
      { method: 'POST', path: '/12/batch/accounts/a/custom_audiences', accountId: 'a' },
    ];
    expect(requests.map((request) => pacer.delayMs(request, now))).toEqual([60_000, 60_000, 0, 0, 0, 0]);
  });

  test("an account's budget counts for this account alone, and goes before the user's", () => {
    const pacer = createPacer();
    const both = { status: 200, headers: { ...answer(0, 30).headers, ...usedUpByAccount.headers } };

    pacer.answered(read('a'), both, now);

    expect([read('a'), read('b')].map((request) => pacer.delayMs(request, now))).toEqual([60_000, 0]);
  });

  test('all writes share one budget, apart from reads', () => {
    const pacer = createPacer();
    const write = { method: 'POST', path: '/12/batch/accounts/a/campaigns', accountId: 'a' };
    const other = { method: 'DELETE', path: '/12/accounts/b/tracking_tags/1', accountId: 'b' };

    pacer.answered(write, usedUp, now);

    expect([other, read('a')].map((request) => pacer.delayMs(request, now))).toEqual([60_000, 0]);
  });

  test('addresses without an account have budgets of their own; accounts by id share one', () => {
    const pacer = createPacer();

    pacer.answered(get('/12/iab_categories'), usedUp, now);
    pacer.answered(get('/12/accounts/a'), usedUp, now);

    const paths = ['/12/iab_categories', '/12/content_categories', '/12/accounts/b', '/12/accounts'];
    expect(paths.map((path) => pacer.delayMs(get(path), now))).toEqual([60_000, 0, 60_000, 0]);
  });

  test('requests in flight are counted, and a window that is over is forgotten', () => {
    const pacer = createPacer();
    pacer.answered(read('a'), answer(2, 60), now);

    pacer.started(read('a'), now);
    pacer.started(read('b'), now);
    const full = pacer.delayMs(read('c'), now);
    pacer.started(read('c'), now + 60_000);

    expect([full, pacer.delayMs(read('c'), now)]).toEqual([60_000, 0]);
  });
});
