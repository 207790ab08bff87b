import type { Step } from '../schemas/plan.ts';

/** Requests in flight at most. */
const inFlight = 4;

/**
 * Runs steps, each when every step of its `after` has ended, several at a time, in the order of the plan where it is
 * free. `run` ends a step however it turns out; where it throws, nothing new is started and the error is thrown on
 * when what is in flight has ended. Throws RangeError for steps that wait for each other.
 */
export async function runSteps(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  const waiting = new Map<number, Set<number>>();
  const numbers = new Set(steps.map(({ step }) => step));
  const dependents = new Map<number, Step[]>();
  const ready: Step[] = [];
  for (const step of steps) {
    const before = [...new Set(step.after)].filter((number) => numbers.has(number));
    for (const number of before) dependents.set(number, [...(dependents.get(number) ?? []), step]);
    waiting.set(step.step, new Set(before));
    if (before.length === 0) ready.push(step);
  }

  const running = new Map<number, Promise<Step>>();
  const start = (step: Step): void =>
    void running.set(
      step.step,
      run(step).then(() => step),
    );
  let left = steps.length;
  for (;;) {
    for (const step of ready.splice(0, inFlight - running.size)) start(step);
    if (running.size === 0) break;
    const ended = await firstOf(running);
    running.delete(ended.step);
    left -= 1;
    for (const step of dependents.get(ended.step) ?? []) {
      const before = waiting.get(step.step);
      before?.delete(ended.step);
      if (before?.size === 0) ready.push(step);
    }
  }
  if (left > 0) throw new RangeError('steps of the plan wait for each other');
}

/** The step that ends first; where one throws, the others are let end before the error goes on. */
async function firstOf(running: ReadonlyMap<number, Promise<Step>>): Promise<Step> {
  try {
    return await Promise.race(running.values());
  } catch (error) {
    await Promise.allSettled(running.values());
    throw error;
  }
}
