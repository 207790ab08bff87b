import { generateTrial } from './generate-trial.ts';
import { runTrial } from './run-trial.ts';
import { shrink } from './shrink.ts';
import type { TrialOptions } from './stage.ts';

/** What a range of seeds came to. */
export interface SeedsReport {
  readonly seeds: number;
  readonly runs: number;
  readonly requests: number;
  /** How often a run ended so: by exit code, or `died`. */
  readonly ends: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly seed: number; readonly violation: string }[];
}

/** Runs the trials of so many seeds, one after the other. `onFailure` is told of each that breaks a law. */
export async function runSeeds(
  from: number,
  count: number,
  options: TrialOptions = {},
  onFailure: (seed: number, violation: string) => void = () => {},
): Promise<SeedsReport> {
  const ends: Record<string, number> = {};
  const failures: SeedsReport['failures'][number][] = [];
  let [runs, requests] = [0, 0];
  for (let seed = from; seed < from + count; seed += 1) {
    const verdict = await runTrial(generateTrial(seed), options);
    runs += verdict.ends.length;
    requests += verdict.requests;
    for (const end of verdict.ends) ends[end] = (ends[end] ?? 0) + 1;
    if (verdict.violation === undefined) continue;
    failures.push({ seed, violation: verdict.violation });
    onFailure(seed, verdict.violation);
  }
  return { seeds: count, runs, requests, ends, failures };
}

/** What a failing seed comes down to: how to run it again, and the smallest trial that breaks a law. */
export async function explain(seed: number): Promise<string> {
  const trial = generateTrial(seed);
  const { violation } = await runTrial(trial);
  if (violation === undefined) return `Seed ${seed} holds every law.`;
  const smallest = await shrink(trial);
  const lines: string[] = [];
  const { violation: still } = await runTrial(smallest, { trace: (line) => void lines.push(line) });
  return [
    `Seed ${seed}: ${violation}`,
    `Run it again: npm run simulate -- --seed ${seed}`,
    `Shrunk to ${smallest.runs.length} runs, ${smallest.faults.length} faults, ${smallest.edits.length} edits: ${still ?? ''}`,
    JSON.stringify(smallest, null, 2),
    ...lines.map((line) => line.slice(0, 400)),
  ].join('\n');
}
