import { describe, expect, test } from 'vitest';
import { shapeOf } from './declared.ts';
import { referenceApplies, referenceTrial } from './reference-applies.ts';
import { runTrial } from './run-trial.ts';

describe('a crash at every step, then one more apply', () => {
  test.each(Object.entries(referenceApplies))('%s', async (_name, documents) => {
    const whole = await runTrial(referenceTrial(documents));
    expect(whole.violation).toBeUndefined();
    const steps = whole.steps[documents.length - 1] ?? 0;
    expect(steps).toBeGreaterThan(20);

    const wrong: string[] = [];
    for (let step = 1; step <= steps; step += 1) {
      const crashed = await runTrial(referenceTrial(documents, step));
      if (crashed.violation !== undefined) wrong.push(`step ${step}: ${crashed.violation}`);
      expect(crashed.ends[documents.length - 1]).toBe('died');
      expect(shapeOf(crashed.platform)).toEqual(shapeOf(whole.platform));
    }

    expect(wrong).toEqual([]);
  });
});
