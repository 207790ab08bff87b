import { expect, test } from 'vitest';
import { calendarLine } from '../../../src/report/view/calendar-line.ts';
import { phraseText } from '../../../src/report/view/phrase.ts';
import {
  dayOfAmounts,
  otherDaysWords,
  othersWords,
  percentOfSpending,
  uncappedWords,
  unchangedWords,
} from '../../../src/report/view/spending-words.ts';
import type { Calendar, SpendingMeasure } from '../../../src/schemas/plan.ts';

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
  [
    'rises later',
    {},
    0,
    'today 75.50, highest 931.00 on 2027-06-01, 41,200.00 committed until the end of 2027-09-30',
  ],
  [
    'begins later',
    { today: 0 },
    0,
    'today 0.00, highest 931.00 on 2027-06-01, 41,200.00 committed until the end of 2027-09-30',
  ],
  [
    'is highest today',
    { today: 931_000_000 },
    0,
    'today 931.00, as on the highest day, 41,200.00 committed until the end of 2027-09-30',
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
  [
    'is too large until its last day',
    { committed: null, committed_too_large: true },
    0,
    'today 75.50, highest 931.00 on 2027-06-01, more than 9,007,199,254.740991 committed until the end of 2027-09-30',
  ],
  [
    'is too large and has no last day',
    { committed: null, committed_too_large: true, until: null },
    0,
    'today 75.50, highest 931.00 on 2027-06-01, more than 9,007,199,254.740991 committed with no last day',
  ],
  ['is nothing', nothing, 0, 'nothing can be spent'],
  [
    'has totals only',
    { ...nothing, committed: 5_000_000, until: '2027-09-30' },
    1,
    'nothing under a daily cap, 5.00 committed until the end of 2027-09-30',
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

const day = (from: string, before: number, after: number): Calendar['days'][number] => ({
  from,
  before: before * 1_000_000,
  after: after * 1_000_000,
});

test.each<[string, number, number, Calendar['days'] | undefined, string, string]>([
  ['no calendar', 9, 9, undefined, '', 'as before'],
  ['no day changes', 9, 9, [day('2026-11-20', 9, 9), day('2026-11-25', 5, 5)], '', 'as before'],
  [
    'another day rises',
    1000,
    1000,
    [day('2026-11-20', 1000, 1000), day('2026-12-01', 75, 975), day('2026-12-24', 75, 100)],
    'but 75.00 → 975.00 USD on 2026-12-01',
    'before and after',
  ],
  [
    'of two days the one that rises more',
    1000,
    1000,
    [day('2026-11-20', 1000, 1000), day('2026-12-01', 900, 950), day('2026-12-24', 0, 100)],
    'but 0.00 → 100.00 USD on 2026-12-24',
    'before and after',
  ],
  [
    'the highest day falls and another one rises',
    1000,
    900,
    [day('2026-11-20', 1000, 900), day('2026-12-01', 75, 100)],
    'but 75.00 → 100.00 USD on 2026-12-01',
    'before and after',
  ],
  [
    'other days fall',
    1000,
    1000,
    [day('2026-11-20', 1000, 1000), day('2026-12-01', 75, 50)],
    'less on other days',
    'before and after',
  ],
  ['all fall', 1000, 900, [day('2026-11-20', 1000, 900), day('2026-12-01', 75, 50)], '', 'as before'],
  ['the highest day rises', 10, 20, [day('2026-11-20', 10, 20)], '', 'as before'],
])('days beside the highest one: %s', (_, before, after, days, words, unchanged) => {
  const amounts = { before: before * 1_000_000, after: after * 1_000_000 };
  const plain = { ...amounts, peak: amounts.before, uncapped: 0 };
  const figures =
    days === undefined ? plain : measure({ days, today: amounts.after, highest: amounts.after }, amounts);

  expect([
    phraseText(otherDaysWords(figures, (amount) => `${amount / 1_000_000}.00 USD`)),
    unchangedWords(figures),
  ]).toEqual([words, unchanged]);
  expect(dayOfAmounts(figures)).toBe(words === '' ? 'a day' : 'on the highest day');
});

test.each([
  [{ uncapped: 1, too_large: 1 }, '1 with a daily cap too large to count'],
  [{ uncapped: 3, too_large: 1 }, '3 without a daily cap, or with one too large to count'],
  [
    { uncapped: 1, uncapped_before: 2, too_large: 1 },
    '2 → 1 without a daily cap, or with one too large to count',
  ],
])('caps that are too large are told apart: %j', (figures, words) => {
  expect(uncappedWords(figures)).toBe(words);
});

test.each<[SpendingMeasure['others'], string]>([
  [undefined, ''],
  [{ before: 30, after: 30 }, 'of which 30 USD by others'],
  [{ before: 30_000_000, after: 0 }, 'of which 30.00 → 0 USD by others'],
])('the share of others %j', (others, words) => {
  expect(phraseText(othersWords(measure({}, { others }), (amount) => `${amount} USD`))).toBe(words);
});
