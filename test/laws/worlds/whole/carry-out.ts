import type { PlanResult } from '../../../../src/planner/plan.ts';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import type { PlannedOperation, Step } from '../../../../src/schemas/plan.ts';
import type { WholePlatform } from './whole-platform.ts';

/** How a plan is carried out: which of the steps that may begin comes next, which operation the platform refuses. */
export interface Manner {
  readonly pick: (choices: number) => number;
  readonly fails: (operation: PlannedOperation) => boolean;
  /** Called after each operation, or after all of a step whose operations go together. */
  readonly watch: () => void;
}

export const inOrder: Pick<Manner, 'pick' | 'fails'> = { pick: () => 0, fails: () => false };

/** Carries out the steps in an order that `after` allows; what requires a failed operation is skipped. */
export function carryOut(
  { plan, stateChanges }: PlanResult,
  document: DesiredDocument,
  platform: WholePlatform,
  manner: Manner,
): void {
  platform.recordChanges(stateChanges);
  platform.beginRun(plan);
  const done = new Set<number>();
  const ended = new Set<number>();
  const left = [...plan.steps];
  while (left.length > 0) {
    const ready = left.filter((step) => step.after.every((number) => ended.has(number)));
    const step = ready[manner.pick(ready.length)];
    if (step === undefined) throw new Error('no step of the plan can start');
    for (const operation of taken(step, done, manner)) {
      platform.carryOut(operation, document);
      done.add(operation.operation);
      if (step.atomic !== true) manner.watch();
    }
    if (step.atomic === true) manner.watch();
    ended.add(step.step);
    left.splice(left.indexOf(step), 1);
  }
}

/** The operations of a step that succeed; one refusal ends all of those that go only together. */
function taken(
  { operations, atomic }: Step,
  done: ReadonlySet<number>,
  { fails }: Manner,
): readonly PlannedOperation[] {
  const succeeding = operations.filter(
    (each) => each.requires.every((number) => done.has(number)) && !fails(each),
  );
  return atomic === true && succeeding.length < operations.length ? [] : succeeding;
}

/** Numbers that look random, from a seed; 0 to 2^32 - 1. */
export function diceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
