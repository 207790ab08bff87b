import { shapeOf } from './declared.ts';
import { referenceApplies, referenceTrial } from './reference-applies.ts';
import { runTrial } from './run-trial.ts';

/** What came of crashes in the last run of a reference apply, each followed by one more apply. */
export interface CrashReport {
  readonly name: string;
  /** Steps of the run in which nothing crashes. */
  readonly steps: number;
  readonly crashes: number;
  /** What was wrong, by step. */
  readonly wrong: readonly string[];
}

/** The names of the reference applies. */
export const referenceNames = Object.keys(referenceApplies);

/** Crashes the reference apply of this name at a step, and at every so many steps after that one. */
export async function crashAlong(name: string, first = 1, every = 1): Promise<CrashReport> {
  const reference = referenceApplies[name];
  if (reference === undefined) throw new Error(`there is no reference apply ${name}`);
  const { documents } = reference;
  const last = documents.length - 1;
  const whole = await runTrial(referenceTrial(documents, undefined, reference));
  const shape = shapeOf(whole.platform).join('\n');
  const steps = whole.steps[last] ?? 0;
  const wrong = whole.violation === undefined ? [] : [`no crash: ${whole.violation}`];
  let crashes = 0;
  for (let step = first; step <= steps; step += every) {
    const crashed = await runTrial(referenceTrial(documents, step, reference));
    const other = shapeOf(crashed.platform).join('\n') === shape ? undefined : 'it comes to something else';
    const violation = crashed.violation ?? other;
    if (violation !== undefined) wrong.push(`step ${step}: ${violation}`);
    if (crashed.ends[last] === 'died') crashes += 1;
  }
  return { name, steps, crashes, wrong };
}
