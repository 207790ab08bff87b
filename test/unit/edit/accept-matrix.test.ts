import { describe, expect, test } from 'vitest';
import { accepting, beginning, live } from './accepting.ts';

const million = 1_000_000;
const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';

/** An entry `m-…` with a matrix and a few fields. */
function entry(matrix: string, ...fields: readonly string[]): string {
  return `${beginning}      m-\${matrix.market}-\${matrix.tier}:
        matrix: ${matrix}
        name: \${matrix.market} \${matrix.tier}
        funding_instrument: credit
${fields.map((field) => `        ${field}\n`).join('')}`;
}

const plain = '{ market: [us, uk], tier: [high, low] }';
const maps = '{ market: [{ key: us, budget: 10.00 }, { key: uk, budget: 20 }], tier: [high, low] }';

interface Story {
  readonly story: string;
  readonly document: string;
  readonly fields: ReturnType<typeof live>[];
  readonly changed: readonly string[];
}

const stories: readonly Story[] = [
  {
    story: 'a value that all share becomes one of the matrix, with the exception',
    document: entry(plain, 'daily_budget: 20.00 # a day'),
    fields: [live('m-us-low', daily, 30 * million)],
    changed: [
      '-        matrix: { market: [us, uk], tier: [high, low] }',
      '+        matrix: { market: [us, uk], tier: [high, low], include: [{ daily_budget: 20.00 }, { market: us, tier: low, daily_budget: 30.00 }] }',
      '-        daily_budget: 20.00 # a day',
      '+        daily_budget: ${matrix.daily_budget} # a day',
    ],
  },
  {
    story: 'two exceptions of one field, and one of another',
    document: entry(plain, 'daily_budget: 20', 'total_budget: 900'),
    fields: [
      live('m-us-low', daily, 30 * million),
      live('m-uk-high', daily, 31 * million),
      live('m-uk-low', total, 800 * million),
    ],
    changed: [
      '-        matrix: { market: [us, uk], tier: [high, low] }',
      '+        matrix: { market: [us, uk], tier: [high, low], include: [{ daily_budget: 20 }, { market: us, tier: low, daily_budget: 30 }, { market: uk, tier: high, daily_budget: 31 }, { total_budget: 900 }, { market: uk, tier: low, total_budget: 800 }] }',
      '-        daily_budget: 20',
      '-        total_budget: 900',
      '+        daily_budget: ${matrix.daily_budget}',
      '+        total_budget: ${matrix.total_budget}',
    ],
  },
  {
    story: 'a further exception beside those that are there',
    document: entry(
      '{ market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, budget: 25 }] }',
      'daily_budget: ${matrix.budget}',
    ),
    fields: [live('m-uk-low', daily, 30 * million)],
    changed: [
      '-        matrix: { market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, budget: 25 }] }',
      '+        matrix: { market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, budget: 25 }, { market: uk, tier: low, budget: 30 }] }',
    ],
  },
  {
    story: 'the line of include that stands for nothing else',
    document: entry(
      '{ market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, tier: low, budget: 25 }] }',
      'daily_budget: ${matrix.budget}',
    ),
    fields: [live('m-us-low', daily, 30 * million)],
    changed: [
      '-        matrix: { market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, tier: low, budget: 25 }] }',
      '+        matrix: { market: [us, uk], tier: [high, low], include: [{ budget: 20 }, { market: us, tier: low, budget: 30 }] }',
    ],
  },
  {
    story: 'another member of a value for one combination',
    document: entry(maps, 'daily_budget: ${matrix.market.budget}'),
    fields: [live('m-us-high', daily, 12 * million)],
    changed: [
      '-        matrix: { market: [{ key: us, budget: 10.00 }, { key: uk, budget: 20 }], tier: [high, low] }',
      '+        matrix: { market: [{ key: us, budget: 10.00 }, { key: uk, budget: 20 }], tier: [high, low], include: [{ market: { key: us, budget: 12.00 }, tier: high }] }',
    ],
  },
];

test.each(stories)('$story', async ({ document, fields, changed }) => {
  const accepted = await accepting(document, { fields });

  expect(accepted.refused).toEqual([]);
  expect(accepted.changed.toSorted()).toEqual(changed.toSorted());
});

describe('what a matrix cannot say', () => {
  test.each([
    ['a key that tells combinations apart', entry(plain), live('m-us-low', 'name', 'x')],
    [
      'a value that another entry takes too',
      `${entry(plain, 'daily_budget: &b 20')}      other: { name: O, funding_instrument: credit, daily_budget: *b }\n`,
      live('m-us-low', daily, 30 * million),
    ],
  ])('%s', async (_, document, field) => {
    const { changed, refused } = await accepting(document, { fields: [field] });

    expect(changed).toEqual([]);
    expect(refused).toHaveLength(1);
  });
});

test('a combination that include adds goes with its line', async () => {
  const document = entry(
    '{ market: [us], tier: [high], include: [{ budget: 20 }, { market: fr, tier: low, budget: 5 }] }',
    'daily_budget: ${matrix.budget}',
  );

  const { changed, refused } = await accepting(document, { gone: ['acme/campaigns/m-fr-low'] });

  expect(refused).toEqual([]);
  expect(changed.filter((line) => line.startsWith('+'))).toEqual([
    '+        matrix: { market: [us], tier: [high], include: [{ budget: 20 }] }',
  ]);
});
