import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvFault } from '../../../src/audiences/csv-fault.ts';
import { CsvRows } from '../../../src/audiences/csv-rows.ts';

/** The texts of all cells, read in pieces of as many characters. */
async function rowsOf(text: string, pieceLength = text.length): Promise<readonly (readonly string[])[]> {
  const rows = new CsvRows();
  const found: (readonly string[])[] = [];
  const keep = (row: readonly { readonly text: string }[]): number =>
    found.push(row.map((cell) => cell.text));
  const characters = Array.from(text);
  const step = Math.max(1, pieceLength);
  for (let at = 0; at < characters.length; at += step)
    (await rows.feed(characters.slice(at, at + step).join(''))).forEach(keep);
  (await rows.end()).forEach(keep);
  return found;
}

async function faultOf(text: string): Promise<string> {
  try {
    await rowsOf(text);
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
])('%j is read as %j', async (text, rows) => {
  expect(await rowsOf(text)).toEqual(rows);
});

test.each([
  ['a,"b', '1:3 the quote that begins the cell is never closed'],
  ['a\nb,c"d"', '2:3 a quote stands inside a cell that does not begin with one'],
  ['"a"b', '1:1 something stands after the closing quote of the cell'],
  ['a\n"x\ny" ,b', '2:1 something stands after the closing quote of the cell'],
  ['a\n\n\r\nb,"c"d', '4:3 something stands after the closing quote of the cell'],
  ['a\n\n\n"b', '4:1 the quote that begins the cell is never closed'],
])('%j is refused without a word of what it holds', async (text, fault) => {
  expect(await faultOf(text)).toBe(fault);
});

test('a quote that is not closed does not take a large file into memory', async () => {
  const rows = new CsvRows();
  await rows.feed('a\n"');
  const fed = rows.feed('x\n'.repeat(600_000));

  await expect(fed).rejects.toThrow('the row has more than 1000000 bytes: is a quote not closed?');
  await expect(fed).rejects.toMatchObject({ line: 2, column: 1 });
});

test('cells know where they begin, behind quoted line ends and empty lines too', async () => {
  const rows = new CsvRows();
  const [first, second] = [...(await rows.feed('a,"b\r\nc",d\r\n\n\r\n"😀""",f\n')), ...(await rows.end())];

  expect(first?.map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [1, 3],
    [2, 4],
  ]);
  expect(second?.map(({ line, column }) => [line, column])).toEqual([
    [5, 1],
    [5, 8],
  ]);
});

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\r', '\n', ' ', '😀'), maxLength: 8 });

test('what is written as RFC 4180 has it is read back, in pieces of any length', async () => {
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (rows, length, end) => {
        const written = rows.map(
          (row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',') + end,
        );

        expect(await rowsOf(written.join(''), length)).toEqual(rows);
      },
    ),
    { numRuns: 300 },
  );
});
