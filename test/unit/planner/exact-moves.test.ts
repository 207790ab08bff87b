import { expect, test } from 'vitest';
import { withExactMoves } from '../../../src/planner/match/exact-moves.ts';
import { campaign, item, PlanWorld, refused } from '../../support/plan-world.ts';

type Line = readonly [from: string, to: string];

const source = { file: 'campaigns.yaml', line: 1, column: 1 };

const line = ([from, to]: Line) => ({ from, to, source });

interface Story {
  readonly story: string;
  readonly known: readonly string[];
  readonly declared: readonly string[];
  readonly moved?: readonly Line[];
  readonly patterns: readonly Line[];
  readonly removed?: readonly string[];
  /** The lines of `moved` and `removed` that stand in their place. */
  readonly lines: readonly string[];
}

const stories: readonly Story[] = [
  {
    story: 'one line for many keys, the same part on both sides',
    known: [campaign('spring-us'), campaign('spring-uk'), campaign('autumn')],
    declared: [campaign('summer-us'), campaign('summer-uk'), campaign('autumn')],
    patterns: [[campaign('spring-*'), campaign('summer-*')]],
    lines: [
      `${campaign('spring-us')} > ${campaign('summer-us')}`,
      `${campaign('spring-uk')} > ${campaign('summer-uk')}`,
    ],
  },
  {
    story: 'what is declared stays, and what leads to nothing declared',
    known: [campaign('c-1'), campaign('c-new-1'), campaign('c-2')],
    declared: [campaign('c-new-1')],
    patterns: [[campaign('c-*'), campaign('c-new-*')]],
    lines: [`${campaign('c-1')} > ${campaign('c-new-1')}`],
  },
  {
    story: 'a part of no letter, and none across a step',
    known: [campaign('spring-'), item('spring-us', 'a')],
    declared: [campaign('summer-'), campaign('summer-us')],
    patterns: [[campaign('spring-*'), campaign('summer-*')]],
    lines: [
      `${campaign('spring-')} > ${campaign('summer-')}`,
      `${campaign('spring-us')} > ${campaign('summer-us')}`,
    ],
  },
  {
    story: 'the line that says most, and an exact line before all',
    known: [campaign('spring-us'), campaign('spring-uk'), campaign('spring-fr')],
    declared: [campaign('a-us'), campaign('b-k'), campaign('exact')],
    moved: [[campaign('spring-fr'), campaign('exact')]],
    patterns: [
      [campaign('spring-*'), campaign('a-*')],
      [campaign('spring-u*'), campaign('b-*')],
    ],
    lines: [
      `${campaign('spring-fr')} > ${campaign('exact')}`,
      `${campaign('spring-uk')} > ${campaign('b-k')}`,
    ],
  },
  {
    story: 'lines one after the other',
    known: [campaign('spring-us'), campaign('old'), item('spring-us', 'x')],
    declared: [campaign('autumn-us'), campaign('autumn-old'), item('autumn-us', 'y')],
    moved: [[campaign('old'), campaign('spring-old')]],
    patterns: [
      [campaign('spring-*'), campaign('summer-*')],
      [campaign('summer-*'), campaign('autumn-*')],
      [item('spring-*', 'x'), item('spring-*', 'y')],
    ],
    lines: [
      `${campaign('old')} > ${campaign('autumn-old')}`,
      `${campaign('spring-us')} > ${campaign('autumn-us')}`,
      `${item('spring-us', 'x')} > ${item('autumn-us', 'y')}`,
    ],
  },
  {
    story: 'an exact line after one with a part',
    known: [campaign('spring-us')],
    declared: [campaign('autumn')],
    moved: [[campaign('summer-us'), campaign('autumn')]],
    patterns: [[campaign('spring-*'), campaign('summer-*')]],
    lines: [
      `${campaign('summer-us')} > ${campaign('autumn')}`,
      `${campaign('spring-us')} > ${campaign('autumn')}`,
    ],
  },
  {
    story: 'lines in a circle lead nowhere',
    known: [campaign('a-1')],
    declared: [campaign('other')],
    patterns: [
      [campaign('a-*'), campaign('b-*')],
      [campaign('b-*'), campaign('a-*')],
    ],
    lines: [],
  },
  {
    story: 'what a pattern lets go of, but for what moves',
    known: [campaign('spring-us'), campaign('spring-uk')],
    declared: [campaign('summer-us')],
    patterns: [[campaign('spring-*'), campaign('summer-*')]],
    removed: [campaign('spring-*')],
    lines: [`${campaign('spring-us')} > ${campaign('summer-us')}`, `${campaign('spring-uk')} goes`],
  },
];

test.each(stories)('$story', ({ known, declared, moved = [], patterns, removed = [], lines }) => {
  const world = new PlanWorld();
  for (const address of declared) world.declared(address);
  const { document } = world.input();

  const exact = withExactMoves(
    {
      ...document,
      moved: moved.map(line),
      patterns: {
        moved: patterns.map(line),
        removed: removed.map((from) => ({ from, destroy: true, source })),
      },
    },
    known,
  );

  expect([
    ...exact.moved.map(({ from, to }) => `${from} > ${to}`),
    ...exact.removed.map(({ from }) => `${from} goes`),
  ]).toEqual(lines);
});

test('a document without such lines is the same document', () => {
  const { document } = new PlanWorld().input();

  expect(withExactMoves(document, [campaign('a')])).toBe(document);
});

test('of two that would have one address, the second stays and is told', () => {
  const world = new PlanWorld()
    .dropped(campaign('a'))
    .dropped(campaign('b'))
    .declared(campaign('c'), { name: 'a' });

  const plan = world.moved([campaign('a'), campaign('c')], [campaign('b'), campaign('c')]).plan();

  expect(refused(plan)).toContain(
    `moved ${campaign('c')}: ${campaign('b')} cannot be moved here: the state knows another resource at this address`,
  );
});
