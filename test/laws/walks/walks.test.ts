import { describe, expect, test } from 'vitest';
import { useKindBench } from '../kinds/kind-bench.ts';
import { walk } from './walk.ts';

const count = Number(process.env['ADSYNC_WALKS'] ?? 30);
const first = Number(process.env['ADSYNC_SEED'] ?? 1);
const documentsAWalk = 5;

describe('documents of all kinds, applied one after another', () => {
  const bench = useKindBench();

  test.each(Array.from({ length: count }, (_, index) => first + index))('walk %i', async (seed) => {
    const stumble = await walk(bench, seed, documentsAWalk);

    expect(stumble?.what, `npm run walks -- --seed ${seed} --count 1`).toBeUndefined();
  });
});
