import { expect, test } from 'vitest';
import { plantedBugs } from './planted.ts';
import { finderOf, findingsIn } from './run-worlds.ts';

test.each(Object.entries(plantedBugs))('%s is found, and nothing without it', (_name, planted) => {
  const finder = finderOf(planted, { count: 3000, seed: 20_261_120 });

  expect(finder).toBeDefined();
  if (finder !== undefined) expect(findingsIn(finder)).toEqual([]);
});
