import { expect, test } from 'vitest';
import { platformTime } from '../../../src/appliers/platform-time.ts';
import { sendingTime, sendWithinMs } from '../../../src/appliers/send-within.ts';

/** A machine whose time and whose even count are set by hand. */
function machine(): {
  time: number;
  count: number;
  now(): number;
  monotonic(): number;
  sleep(): Promise<void>;
} {
  const state = {
    time: 1000,
    count: 0,
    now: () => state.time,
    monotonic: () => state.count,
    sleep: async () => await Promise.resolve(),
  };
  return state;
}

test('a request is sent within two seconds of its intent, or its timeout where that is shorter', () => {
  expect([sendWithinMs(30_000), sendWithinMs(60)]).toEqual([2000, 60]);
});

test.each([
  ['nothing has passed', 0, 0, true],
  ['it has just been recorded', 2000, 2000, true],
  ['too much time has passed', 2001, 2001, false],
  ['the machine was set back while too much time passed', -3_600_000, 2001, false],
  ['the machine slept, and its count stood still', 60_000, 0, false],
  ['the machine was set back', -3_600_000, 5, true],
])('where %s', (_case, time, count, lasts) => {
  const clock = machine();
  const sending = sendingTime(clock, 30_000);

  clock.time += time;
  clock.count += count;

  expect([sending.lasts(), sending.isOver]).toEqual([lasts, !lasts]);
});

test('once over, it does not begin again', () => {
  const clock = machine();
  const sending = sendingTime(clock, 30_000);
  clock.time += 5000;
  sending.lasts();
  clock.time -= 5000;

  expect(sending.lasts()).toBe(false);
});

test("the platform's time never goes back, however long an answer was under way", () => {
  const clock = machine();
  const time = platformTime(clock, 50_000);
  clock.time += 200_000;
  clock.count += 200_000;

  time.note(50_100);

  expect(time.now()).toBe(250_000);
});

test("the platform's time goes on where the machine is set back", () => {
  const clock = machine();
  const time = platformTime(clock, 50_000);

  clock.time -= 3_600_000;
  clock.count += 700;

  expect(time.now()).toBe(50_700);
});
