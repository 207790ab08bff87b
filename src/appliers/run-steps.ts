import type { Step } from '../schemas/plan.ts';

/**
 * Runs steps, each when every step of its `after` has ended, several at a time, in the order of the plan where it is
 * free. `run` ends a step however it turns out. `waitFor` says what a step waits for beside other steps, if anything,
 * and holds up no other; `parallel` says how many run at a time. Where one of them throws, nothing new is started and
 * the error is thrown on when what is in flight has ended. Throws RangeError for steps that wait for each other.
 */
export async function runSteps(
  steps: readonly Step[],
  run: (step: Step) => Promise<void>,
  waitFor: (step: Step) => Promise<void> | undefined = () => undefined,
  parallel: () => number = () => 4,
): Promise<void> {
  const order = orderOf(steps);
  const waiting = new Map<number, Promise<Ended>>();
  const running = new Map<number, Promise<Ended>>();
  let left = steps.length;
  let fresh = order.first;
  const startable: Step[] = [];
  for (;;) {
    for (const step of fresh) {
      const wait = waitFor(step);
      if (wait === undefined) startable.push(step);
      else
        waiting.set(
          step.step,
          wait.then(() => ({ step, ran: false })),
        );
    }
    for (const step of startable.splice(0, Math.max(0, parallel() - running.size)))
      running.set(
        step.step,
        run(step).then(() => ({ step, ran: true })),
      );
    if (running.size + waiting.size === 0) break;
    const { step, ran } = await firstOf([...running.values()], [...waiting.values()]);
    if (ran) left -= 1;
    else startable.push(step);
    fresh = ran ? order.release(step) : [];
    (ran ? running : waiting).delete(step.step);
  }
  if (left > 0) throw new RangeError('steps of the plan wait for each other');
}

interface Ended {
  readonly step: Step;
  /** False where it has only waited. */
  readonly ran: boolean;
}

/** Which steps become free, in the beginning and as others end. */
function orderOf(steps: readonly Step[]): {
  readonly first: readonly Step[];
  release(ended: Step): readonly Step[];
} {
  const numbers = new Set(steps.map(({ step }) => step));
  const before = new Map<number, Set<number>>();
  const dependents = new Map<number, Step[]>();
  for (const step of steps) {
    const own = [...new Set(step.after)].filter((number) => numbers.has(number));
    for (const number of own) dependents.set(number, [...(dependents.get(number) ?? []), step]);
    before.set(step.step, new Set(own));
  }
  return {
    first: steps.filter(({ step }) => before.get(step)?.size === 0),
    release: (ended) =>
      (dependents.get(ended.step) ?? []).filter(({ step }) => {
        const own = before.get(step);
        own?.delete(ended.step);
        return own?.size === 0;
      }),
  };
}

/** The step that ends first; where one throws, what is in flight is let end before the error goes on. */
async function firstOf(
  running: readonly Promise<Ended>[],
  waiting: readonly Promise<Ended>[],
): Promise<Ended> {
  try {
    return await Promise.race([...running, ...waiting]);
  } catch (error) {
    await Promise.allSettled(running);
    throw error;
  }
}
