import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvFault, CsvRows } from '../../src/audiences/csv-rows.ts';

function rowsOf(text: string, pieceLength = text.length): readonly (readonly string[])[] {
  const rows = new CsvRows();
  const found: (readonly string[])[] = [];
  const keep = (row: readonly { readonly text: string }[]): number =>
    found.push(row.map((cell) => cell.text));
  for (let at = 0; at < text.length; at += Math.max(1, pieceLength))
    rows.feed(text.slice(at, at + Math.max(1, pieceLength))).forEach(keep);
  rows.end().forEach(keep);
  return found;
}

function faultOf(text: string): string {
  try {
    rowsOf(text);
  } catch (error) {
    if (error instanceof CsvFault) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return 'none';
}

test.each<readonly [string, readonly (readonly string[])[]]>([
  ['', []],
  ['\n\r\n\n', []],
  ['a,b', [['a', 'b']]],
  ['a,b\n', [['a', 'b']]],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb\r', [['a'], ['b']]],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  [',', [['', '']]],
  ['""', [['']]],
  ['"a,b","c""d"', [['a,b', 'c"d']]],
  ['"a\r\nb",c\r\n', [['a\r\nb', 'c']]],
  ['"a\n\nb"\n\nc', [['a\n\nb'], ['c']]],
  ['"a\r"\n"b"', [['a\r'], ['b']]],
])('%j is read as %j', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test.each([
  ['a,"b', '1:3 the quote that begins the cell is never closed'],
  ['a\nb,c"d"', '2:3 a quote stands inside a cell that does not begin with one'],
  ['"a"b', '1:1 something stands after the closing quote of the cell'],
  ['a\n"x\ny" ,b', '2:1 something stands after the closing quote of the cell'],
  [`a\n"${'x\n'.repeat(6000)}`, '2:1 the cell has more than 10000 characters: is a quote not closed?'],
])('%j is refused without a word of what it holds', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('cells know where they begin, behind quoted line ends too', () => {
  const rows = new CsvRows();
  const [first, second] = [...rows.feed('a,"b\r\nc",d\r\n"e",f\n'), ...rows.end()];

  expect(first?.map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [1, 3],
    [2, 4],
  ]);
  expect(second?.map(({ line, column }) => [line, column])).toEqual([
    [3, 1],
    [3, 5],
  ]);
});

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\r', '\n', ' ', '😀'), maxLength: 8 });

test('what is written as RFC 4180 has it is read back, in pieces of any length', () => {
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, length, end) => {
        const written = rows.map(
          (row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',') + end,
        );

        expect(rowsOf(written.join(''), length)).toEqual(rows);
      },
    ),
    { numRuns: 300 },
  );
});
