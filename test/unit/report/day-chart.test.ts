import { expect, test } from 'vitest';
import { dayChart } from '../../../src/report/html/day-chart.ts';
import type { Calendar } from '../../../src/schemas/plan.ts';

function chart(days: Calendar['days'], highest: number, on: string | null): string {
  const calendar = { today: 0, highest, highest_on: on, committed: null, until: null, days };
  return dayChart(calendar, 'Days').html;
}

function texts(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

function path(svg: string, name: string): string {
  return new RegExp(`class="${name}" d="([^"]*)"`).exec(svg)?.[1] ?? '';
}

const days = [
  { from: '2027-01-01', before: 10, after: 0 },
  { from: '2027-01-06', before: 10, after: 20 },
  { from: '2027-01-11', before: 0, after: 0 },
];

test('steps before and after, from the first day to the last', () => {
  const svg = chart(days, 20, '2027-01-06');

  expect(path(svg, 'days-after')).toBe('M0 66V66H180V20H360V66H360V66');
  expect(path(svg, 'days-before')).toBe('M0 66V43H180V43H360V66H360V66');
  expect(texts(svg)).toEqual(['highest 0.00002 on 2027-01-06', '2027-01-01', '2027-01-10']);
});

test('the text alternative tells every step of a short calendar', () => {
  expect(chart(days, 20, '2027-01-06')).toContain(
    '<desc>From 2027-01-01: 0.00 after the plan, 0.00001 before. From 2027-01-06: 0.00002 after the plan, 0.00001 before. From 2027-01-11: 0.00 after the plan, 0.00 before.</desc>',
  );
});

test('a calendar without end goes on to the edge and says so', () => {
  const svg = chart(days.slice(0, 2), 20, '2027-01-06');

  expect(texts(svg)).toEqual(['highest 0.00002 on 2027-01-06', '2027-01-01', 'without end']);
  expect(path(svg, 'days-after')).toBe('M0 66V66H300V20H360V66');
});

test('the same on every day', () => {
  const svg = chart([{ from: '2027-01-01', before: 5, after: 5 }], 5, '2027-01-01');

  expect(path(svg, 'days-before')).toBe('M0 66V20H360');
  expect(path(svg, 'days-after')).toBe('M0 66V20H360V66');
  expect(texts(svg)).toEqual(['highest 0.000005 on 2027-01-01', '2027-01-01', 'without end']);
});

test('today alone is named once', () => {
  const svg = chart(
    [
      { from: '2027-01-01', before: 0, after: 5 },
      { from: '2027-01-02', before: 0, after: 0 },
    ],
    5,
    '2027-01-01',
  );

  expect(texts(svg)).toEqual(['highest 0.000005 on 2027-01-01', '2027-01-01']);
});

test('where nothing is left to be spent only what was is outlined', () => {
  const svg = chart([{ from: '2027-01-01', before: 5, after: 0 }], 0, null);

  expect(path(svg, 'days-before')).toBe('M0 66V20H360');
  expect(texts(svg)).toEqual(['2027-01-01', 'without end']);
});

test.each([[[]], [[{ from: '2027-01-01', before: 0, after: 0 }]]])(
  'there is none where nothing is spent: %o',
  (none) => {
    expect(chart(none, 0, null)).toBe('');
  },
);

test('ten years of changes fit, and their alternative is short', () => {
  const first = Date.parse('2027-01-01');
  const long = Array.from({ length: 3650 }, (_, index) => ({
    from: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
    before: index % 7,
    after: index % 5,
  }));

  const svg = chart(long, 4, '2027-01-05');

  const places = [...path(svg, 'days-after').matchAll(/H([\d.]+)/g)].map(([, x]) => Number(x));
  expect(Math.max(...places)).toBe(360);
  expect(svg).toContain('3638 more changes until 2036-12-28.');
  expect(svg.length).toBeLessThan(120_000);
});
