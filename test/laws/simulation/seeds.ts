import { expect, test } from 'vitest';
import { explain, runSeeds } from './run-seeds.ts';

/** A slice of the seeds; a file for each, so that they run side by side. */
export function testSeeds(from: number, count: number): void {
  test(`every law holds at every instant of the trials ${from} to ${from + count - 1}`, async () => {
    const { failures, ends } = await runSeeds(from, count);

    const [first] = failures;
    expect(first === undefined ? 'nothing fails' : await explain(first.seed)).toBe('nothing fails');
    // Trials in which nothing goes wrong would prove nothing.
    expect(ends['died']).toBeGreaterThan(count / 4);
    expect(ends['0']).toBeGreaterThan(count);
  });
}
