import { expect, test } from 'vitest';
import { worstExit } from '../../../src/cli/exit.ts';

test.each([
  [[], 0],
  [[0, 0], 0],
  [[2, 4], 4],
  [[1, 2], 1],
  [[3, 6, 1], 3],
  [[5, 7, 130], 130],
  [[4, 5], 5],
])('of %j the exit code is %i', (codes, expected) => {
  expect(worstExit(...codes)).toBe(expected);
});
