import { setImmediate as tick } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSteps } from '../../../src/appliers/run-steps.ts';
import type { Step } from '../../../src/schemas/plan.ts';
import { buildPlan, createCampaigns } from './build-plan.ts';

function stepsWith(after: readonly (readonly number[])[]): readonly Step[] {
  return buildPlan(after.map((before) => ({ ...createCampaigns(['a']), after: before }))).steps;
}

/** Steps of which each waits for some of those before it, and how long each takes. */
const graphs = fc
  .array(fc.record({ after: fc.array(fc.nat()), ticks: fc.nat(5) }), { maxLength: 30 })
  .map((steps) => ({
    after: steps.map(({ after }, index) => (index === 0 ? [] : after.map((number) => 1 + (number % index)))),
    ticks: steps.map(({ ticks }) => ticks),
  }));

describe('running steps', () => {
  test('each runs once, after those it waits for have ended, at most four at a time', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ({ after, ticks }) => {
        const ended = new Set<number>();
        const started: number[] = [];
        let running = 0;

        await runSteps(stepsWith(after), async ({ step, after: before }) => {
          started.push(step);
          running += 1;
          expect(running).toBeLessThanOrEqual(4);
          expect(before.every((number) => ended.has(number))).toBe(true);
          for (let left = ticks[step - 1] ?? 0; left > 0; left -= 1) await tick();
          running -= 1;
          ended.add(step);
        });

        expect(started.toSorted((left, right) => left - right)).toEqual(
          after.map((_each, index) => index + 1),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('of ten that are free, four run at a time', async () => {
    const atOnce: number[] = [];
    let running = 0;

    await runSteps(stepsWith(Array.from({ length: 10 }, () => [])), async () => {
      running += 1;
      atOnce.push(running);
      await tick();
      running -= 1;
    });

    expect(Math.max(...atOnce)).toBe(4);
  });

  test('steps that are free start in the plan’s order', async () => {
    const started: number[] = [];

    await runSteps(stepsWith([[], [], [1], [], []]), async ({ step }) => {
      started.push(step);
      await tick();
    });

    expect(started).toEqual([1, 2, 4, 5, 3]);
  });

  test('a step that waits for something else holds up only what waits for it', async () => {
    const started: number[] = [];
    const { promise: usable, resolve: finish } = Promise.withResolvers<undefined>();
    const waits = [[], [], [], [], [], [1], []];

    await runSteps(
      stepsWith(waits),
      async ({ step }) => {
        started.push(step);
        await tick();
        if (step === 7) finish(undefined);
      },
      ({ step }) => (step <= 5 && step !== 2 ? usable : undefined),
    );

    expect(started.slice(0, 2)).toEqual([2, 7]);
    expect(started.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(started.indexOf(6)).toBeGreaterThan(started.indexOf(1));
  });

  test('a wait that throws ends the run', async () => {
    const fault = Promise.reject(new Error('fault'));

    const running = runSteps(
      stepsWith([[]]),
      async () => await tick(),
      () => fault,
    );

    await expect(running).rejects.toThrow('fault');
  });

  test('a step that throws stops what has not started, and what has started ends first', async () => {
    const ended: number[] = [];
    const running = runSteps(stepsWith([[], [], [2]]), async ({ step }) => {
      if (step === 1) throw new Error('fault');
      await tick();
      ended.push(step);
    });

    await expect(running).rejects.toThrow('fault');
    expect(ended).toEqual([2]);
  });

  test('a step may name one that is not in the plan any more', async () => {
    const started: number[] = [];

    await runSteps(stepsWith([[9]]), async ({ step }) => void started.push(step));

    expect(started).toEqual([1]);
  });

  test('steps that wait for each other are refused', async () => {
    const running = runSteps(stepsWith([[2], [1], []]), async () => await tick());

    await expect(running).rejects.toThrow(RangeError);
  });
});
