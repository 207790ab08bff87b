import { expect, test } from 'vitest';
import { compareProblems, formatProblem, type Problem } from '../../../src/diagnostics/problem.ts';

const problem: Problem = {
  file: 'campaigns.yaml',
  line: 24,
  column: 15,
  rule: 'bad-value',
  message: 'name has 256 characters; at most 255 are allowed',
  remedy: 'Shorten it by 1.',
  sourceLine: `        name: ${'A'.repeat(256)}`,
  related: [],
};

test('place and message, the line with a caret, the remedy', () => {
  expect(formatProblem(problem)).toBe(
    [
      'campaigns.yaml:24:15  name has 256 characters; at most 255 are allowed',
      `  24 |         name: ${'A'.repeat(82)}…`,
      '     |               ^',
      '  Shorten it by 1.',
    ].join('\n'),
  );
});

test('a related place stands between', () => {
  const related = [{ file: 'a.yaml', line: 3, column: 1, label: 'first here', sourceLine: 'x: 1' }];

  expect(formatProblem({ ...problem, sourceLine: '  x: 2', column: 3, related })).toBe(
    [
      'campaigns.yaml:24:3  name has 256 characters; at most 255 are allowed',
      '  24 |   x: 2',
      '     |   ^',
      '  a.yaml:3:1  first here',
      '  3 | x: 1',
      '    | ^',
      '  Shorten it by 1.',
    ].join('\n'),
  );
});

test('nothing that a terminal would obey is printed', () => {
  const hostile = 'a\u001b[31m\u0007\u202E\u0000\r\n\u2028\u009b';

  const text = formatProblem({
    ...problem,
    file: hostile,
    message: hostile,
    remedy: hostile,
    sourceLine: hostile,
    related: [{ file: hostile, line: 1, column: 1, label: 'first here', sourceLine: hostile }],
  });

  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2028]/u);
  expect(text.split('\n')).toHaveLength(7);
});

function at(file: string, line: number, column: number): Problem {
  return { ...problem, file, line, column };
}

test('order: file, line, column', () => {
  const sorted = [at('a', 1, 9), at('a', 2, 1), at('a', 2, 3), at('a', 10, 1), at('b', 1, 1)];

  expect(sorted.toReversed().sort(compareProblems)).toEqual(sorted);
});
