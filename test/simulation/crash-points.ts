import { expect, test } from 'vitest';
import { shapeOf } from './declared.ts';
import { referenceApplies, referenceTrial } from './reference-applies.ts';
import { runTrial } from './run-trial.ts';

/** Every other of the reference applies, from the one at the place on; a file for each half, so that they run side by side. */
export function testCrashPoints(place: 0 | 1): void {
  const chosen = Object.entries(referenceApplies).filter((_each, index) => index % 2 === place);
  test.each(chosen)('a crash at every step of %s, then one more apply', async (_name, reference) => {
    const { documents } = reference;
    const whole = await runTrial(referenceTrial(documents, undefined, reference));
    expect(whole.violation).toBeUndefined();
    const steps = whole.steps[documents.length - 1] ?? 0;
    expect(steps).toBeGreaterThan(20);

    const wrong: string[] = [];
    for (let step = 1; step <= steps; step += 1) {
      const crashed = await runTrial(referenceTrial(documents, step, reference));
      if (crashed.violation !== undefined) wrong.push(`step ${step}: ${crashed.violation}`);
      expect(crashed.ends[documents.length - 1]).toBe('died');
      expect(shapeOf(crashed.platform)).toEqual(shapeOf(whole.platform));
    }

    expect(wrong).toEqual([]);
  });
}
