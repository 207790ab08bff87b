import { expect, test } from 'vitest';
import { startCount } from '../../../src/appliers/stopwatch.ts';

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('where the machine is set %s, what has passed for certain is what it counted', (_title, set) => {
  let [time, count] = [0, 1000];
  const passedMs = startCount({ now: () => time, monotonic: () => count });

  time += set;
  count = 1500.7;

  expect(passedMs()).toBe(500);
});

test('where the machine has no even count, its time counts', () => {
  let time = 1000;
  const passedMs = startCount({ now: () => time });

  time += 500;

  expect(passedMs()).toBe(500);
});
