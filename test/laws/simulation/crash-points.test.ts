import { expect, test } from 'vitest';
import { crashAlong, referenceNames } from './crash-points.ts';

/** All steps are the long run's: npm run simulate -- --crash-points. */
const every = 4;

test.each(referenceNames.map((name, index) => [name, 1 + (index % every)] as const))(
  'a crash at every fourth step of %s, then one more apply',
  async (name, first) => {
    const { steps, crashes, wrong } = await crashAlong(name, first, every);

    expect(wrong).toEqual([]);
    expect(steps).toBeGreaterThan(20);
    expect(crashes).toBe(Math.floor((steps - first) / every) + 1);
  },
);
