import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createConcurrency } from '../../../src/platform/concurrency.ts';

const good = { status: 200, tookMs: 100 };

type Concurrency = ReturnType<typeof createConcurrency>;

/** Rounds of as many requests at once as suit, each taking as long and ending alike. */
function rounds(
  concurrency: Concurrency,
  count: number,
  end: { readonly status?: number | undefined; readonly tookMs: number } = good,
): number {
  for (let round = 0; round < count; round += 1) {
    const ends = Array.from({ length: concurrency.limit }, () => concurrency.start('GET /a', 0));
    for (const each of ends) each({ status: end.status, nowMs: end.tookMs });
  }
  return concurrency.limit;
}

describe('requests at once', () => {
  test('are four at first, and become one more with each good round, up to eight', () => {
    const concurrency = createConcurrency();

    const limits = [0, 1, 1, 1, 1, 1, 5].map((count) => rounds(concurrency, count));

    expect(limits[0]).toBe(4);
    expect(limits.at(-1)).toBe(8);
    expect(limits).toEqual(limits.toSorted((one, other) => one - other));
  });

  test('do not become more while places stay free', () => {
    const concurrency = createConcurrency();

    for (let each = 0; each < 100; each += 1) concurrency.start('GET /a', 0)({ status: 200, nowMs: 100 });

    expect(concurrency.limit).toBe(4);
  });

  test.each([
    ['a 429', 429, 100, 4],
    ['a 503', 503, 100, 4],
    ['no answer', undefined, 100, 4],
    ['far slower answers', 200, 1000, 4],
    ['a refusal', 400, 100, 8],
    ['slightly slower answers', 200, 250, 8],
  ])('are halved once for all that is in flight, after %s', (_name, status, tookMs, expected) => {
    const concurrency = createConcurrency();
    rounds(concurrency, 50);

    expect(rounds(concurrency, 1, { status, tookMs })).toBe(expected);
  });

  test('grow again when the platform is slower for good', () => {
    const concurrency = createConcurrency();
    rounds(concurrency, 50);

    rounds(concurrency, 200, { ...good, tookMs: 1000 });

    expect(concurrency.limit).toBe(8);
  });

  test('are never fewer than one nor more than eight, whatever comes', () => {
    const end = fc.record({
      status: fc.constantFrom(200, 400, 429, 503, undefined),
      nowMs: fc.integer({ min: -10_000, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(end, { maxLength: 200 }), (all) => {
        const concurrency = createConcurrency();
        for (const each of all) {
          concurrency.start('GET /a', 0)(each);
          expect(concurrency.limit).toBeGreaterThanOrEqual(1);
          expect(concurrency.limit).toBeLessThanOrEqual(8);
          expect(concurrency.inFlight).toBe(0);
        }
      }),
    );
  });
});
