import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime, timeAt } from '../../../src/schemas/times.ts';

test.each([
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00+00:00', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00-00:00', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00+01:00', '2026-11-30T23:00:00Z'],
  ['2026-12-31T20:00:00-08:00', '2027-01-01T04:00:00Z'],
  ['2026-12-01T05:45:00+0545', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00-0330', '2026-12-01T03:30:00Z'],
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
  ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
])('%s is %s', (text, time) => {
  expect(parseTime(text)).toEqual({ time });
});

test.each([
  ['', 'form'],
  ['2026-12-01', 'form'],
  ['2026-12-01 00:00:00Z', 'form'],
  ['2026-12-01T00:00Z', 'form'],
  ['2026-12-01t00:00:00z', 'form'],
  ['20261201T000000Z', 'form'],
  ['12026-12-01T00:00:00Z', 'form'],
  ['2026-12-01T00:00:00Z ', 'form'],
  ['2026-12-01T00:00:00 UTC', 'form'],
  ['2026-12-01T00:00:00+1', 'form'],
  ['now', 'form'],
  ['2026-12-01T00:00:00', 'offset'],
  ['2026-12-01T00:00:00.5', 'offset'],
  ['2026-12-01T00:00:00.000Z', 'fraction'],
  ['2026-12-01T00:00:00.5+01:00', 'fraction'],
  ['2026-02-29T00:00:00Z', 'calendar'],
  ['2100-02-29T00:00:00Z', 'calendar'],
  ['2026-13-01T00:00:00Z', 'calendar'],
  ['2026-00-01T00:00:00Z', 'calendar'],
  ['2026-12-32T00:00:00Z', 'calendar'],
  ['2026-12-00T00:00:00Z', 'calendar'],
  ['2026-12-01T24:00:00Z', 'calendar'],
  ['2026-12-01T23:60:00Z', 'calendar'],
  ['2026-12-01T23:59:60Z', 'calendar'],
  ['2026-12-01T00:00:00+24:00', 'calendar'],
  ['2026-12-01T00:00:00+01:60', 'calendar'],
  ['9999-12-31T23:00:00-08:00', 'calendar'],
  ['0000-01-01T00:00:00+01:00', 'calendar'],
])('%j is no time: %s', (text, fault) => {
  expect(parseTime(text)).toEqual({ fault });
});

test('an instant written in any zone is the same instant', () => {
  const zone = fc.record({
    hours: fc.integer({ min: 0, max: 14 }),
    minutes: fc.constantFrom(0, 30, 45),
    west: fc.boolean(),
  });
  const instant = fc.integer({ min: Date.UTC(1970, 0, 2) / 1000, max: Date.UTC(9999, 11, 30) / 1000 });
  const property = fc.property(instant, zone, (seconds, { hours, minutes, west }) => {
    const offset = (west ? -1 : 1) * (hours * 60 + minutes) * 60_000;
    const local = new Date(seconds * 1000 + offset).toISOString().slice(0, 19);
    const sign = west ? '-' : '+';
    const written = `${local}${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;

    expect(parseTime(written)).toEqual({ time: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` });
  });
  fc.assert(property);
});

test('the normal form is its own normal form', () => {
  const property = fc.property(
    fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
    (date) => {
      const time = `${date.toISOString().slice(0, 19)}Z`;
      expect(parseTime(time)).toEqual({ time });
    },
  );
  fc.assert(property);
});

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [1_796_688_000_999, '2026-12-08T00:00:00Z'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(timeAt(milliseconds)).toBe(text);
});
