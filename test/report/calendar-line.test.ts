import { expect, test } from 'vitest';
import { calendarLine } from '../../src/report/calendar-line.ts';
import { dayOfAmounts, percentOfSpending, uncappedWords } from '../../src/report/spending-words.ts';
import type { Calendar, SpendingMeasure } from '../../src/schemas/plan.ts';

const calendar: Calendar = {
  today: 75_500_000,
  highest: 931_000_000,
  highest_on: '2027-06-01',
  committed: 41_200_000_000,
  until: '2027-09-30',
  days: [
    { from: '2026-11-20', before: 75_500_000, after: 75_500_000 },
    { from: '2027-06-01', before: 75_500_000, after: 931_000_000 },
    { from: '2027-10-01', before: 0, after: 0 },
  ],
};
const nothing: Partial<Calendar> = { today: 0, highest: 0, highest_on: null, committed: 0, until: null };

function measure(days: Partial<Calendar>, more: Partial<SpendingMeasure> = {}): SpendingMeasure {
  return { before: 50, after: 100, peak: 100, uncapped: 0, calendar: { ...calendar, ...days }, ...more };
}

test.each<[string, Partial<Calendar>, number, string]>([
  ['rises later', {}, 0, 'today 75.50, highest 931.00 on 2027-06-01, 41,200.00 committed until 2027-09-30'],
  [
    'begins later',
    { today: 0 },
    0,
    'today 0.00, highest 931.00 on 2027-06-01, 41,200.00 committed until 2027-09-30',
  ],
  [
    'is highest today',
    { today: 931_000_000 },
    0,
    'today 931.00, as on the highest day, 41,200.00 committed until 2027-09-30',
  ],
  [
    'has no end',
    { committed: null, until: null },
    0,
    'today 75.50, highest 931.00 on 2027-06-01, no end to what is committed',
  ],
  [
    'has a total, and no last day',
    { until: null },
    0,
    'today 75.50, highest 931.00 on 2027-06-01, 41,200.00 committed with no last day',
  ],
  ['is nothing', nothing, 0, 'nothing can be spent'],
  [
    'has totals only',
    { ...nothing, committed: 5_000_000, until: '2027-09-30' },
    1,
    'nothing under a daily cap, 5.00 committed until 2027-09-30',
  ],
  [
    'has neither cap nor end',
    { ...nothing, committed: null },
    2,
    'nothing under a daily cap, no end to what is committed',
  ],
  ['has no cap, and a total of nothing', nothing, 1, 'nothing under a daily cap, nothing committed'],
])('spending that %s', (_name, days, uncapped, expected) => {
  expect(calendarLine(measure(days, { uncapped }))).toBe(expected);
});

test('a plan without a calendar has no such line, and its amounts are those of a day', () => {
  const plain = { before: 1, after: 2, peak: 2, uncapped: 0 };

  expect(calendarLine(plain)).toBeUndefined();
  expect(dayOfAmounts(plain)).toBe('a day');
});

test.each<[string, SpendingMeasure, string]>([
  ['rises later', measure({}), 'on the highest day'],
  ['is highest today, before and after', measure({ today: 931_000_000 }), 'a day'],
  [
    'rose later before the plan',
    measure({
      today: 931_000_000,
      days: [
        { from: '2026-11-20', before: 1, after: 931_000_000 },
        { from: '2026-11-21', before: 2, after: 931_000_000 },
      ],
    }),
    'on the highest day',
  ],
  ['is nothing', measure({ ...nothing, days: [] }), 'a day'],
])('amounts where spending %s', (_name, figures, expected) => {
  expect(dayOfAmounts(figures)).toBe(expected);
});

test.each<[number, number | undefined, string, string]>([
  [0, undefined, '+100 %', ''],
  [0, 0, '+100 %', ''],
  [2, undefined, '', '2 without a daily cap'],
  [2, 2, '', '2 without a daily cap'],
  [0, 2, '', '2 → 0 without a daily cap'],
  [3, 0, '', '0 → 3 without a daily cap'],
])(
  '%i without a cap afterwards, %s before: the percentage %j, the words %j',
  (after, before, percent, words) => {
    const figures = measure(
      {},
      { uncapped: after, ...(before === undefined ? {} : { uncapped_before: before }) },
    );

    expect(percentOfSpending(figures)).toBe(percent);
    expect(uncappedWords(figures)).toBe(words);
  },
);
