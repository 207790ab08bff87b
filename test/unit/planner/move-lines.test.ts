import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../../../src/planner/guards/move-lines.ts';
import { fittingLine, withPart } from '../../../src/schemas/moved-address.ts';

const at = (key: string): string => `acme/campaigns/${key}`;
const move = ([from, to]: readonly [string, string]) => ({ from: at(from), to: at(to) });

type Pair = readonly [from: string, to: string];

const cases: readonly (readonly [string, readonly Pair[], readonly string[], readonly Pair[]])[] = [
  ['one stays one', [['a', 'b']], [], [['a', 'b']]],
  [
    'another beginning',
    [
      ['spring-us', 'summer-us'],
      ['spring-uk', 'summer-uk'],
    ],
    [],
    [['spring-*', 'summer-*']],
  ],
  [
    'another end',
    [
      ['us-a', 'us-b'],
      ['uk-a', 'uk-b'],
    ],
    [],
    [['*-a', '*-b']],
  ],
  [
    'a new beginning',
    [
      ['us', 'q4-us'],
      ['uk', 'q4-uk'],
    ],
    [],
    [['*', 'q4-*']],
  ],
  [
    'a middle',
    [
      ['a-us-x', 'b-us-y'],
      ['a-uk-x', 'b-uk-y'],
    ],
    [],
    [['a-*-x', 'b-*-y']],
  ],
  [
    'nothing common',
    [
      ['a', 'x'],
      ['b', 'y'],
    ],
    [],
    [
      ['a', 'x'],
      ['b', 'y'],
    ],
  ],
  [
    'another part on the other side',
    [
      ['s-a', 't-x'],
      ['s-b', 't-y'],
    ],
    [],
    [
      ['s-a', 't-x'],
      ['s-b', 't-y'],
    ],
  ],
  [
    'what else leaves and would fit',
    [
      ['spring-us', 'summer-us'],
      ['spring-uk', 'summer-uk'],
    ],
    ['spring-fr'],
    [
      ['spring-us', 'summer-us'],
      ['spring-uk', 'summer-uk'],
    ],
  ],
];

test.each(cases)('%s', (_, pairs, others, lines) => {
  const leaving = [...pairs.map(([from]) => from), ...others].map(at);

  expect(linesOf(pairs.map(move), leaving)).toEqual(lines.map(move));
});

const key = fc.stringMatching(/^[a-c]{1,2}(-[a-c]{1,2}){0,2}$/);

test('the lines say the same as what they stand for, and of nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(key, key), { minLength: 1, maxLength: 6, selector: ([from]) => from }),
      fc.array(key, { maxLength: 3 }),
      (pairs, others) => {
        const moves = pairs.map(move);
        const leaving = [...moves.map(({ from }) => from), ...others.map(at)];

        const lines = linesOf(moves, leaving);

        for (const address of new Set(leaving)) {
          const exact = lines.find(({ from }) => from === address);
          const fitting = fittingLine(
            lines.filter(({ from }) => from.includes('*')),
            address,
          );
          const to =
            exact?.to ?? (fitting === undefined ? undefined : withPart(fitting.line.to, fitting.part));
          expect(to).toBe(moves.find(({ from }) => from === address)?.to);
        }
      },
    ),
  );
});
