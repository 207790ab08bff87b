import { finish } from './finish.ts';
import type { Platform } from './platform.ts';
import { Scheduler } from './scheduler.ts';
import { type Stage, setStage, type TrialOptions } from './stage.ts';
import { start } from './start-run.ts';
import type { Trial } from './trial.ts';
import { withVirtualTime } from './virtual-globals.ts';
import { Violation } from './watch.ts';

/** What a trial came to. */
export interface Verdict {
  /** The first law that did not hold; `undefined` where all did. */
  readonly violation: string | undefined;
  /** How each run ended: its exit code, or that it died. */
  readonly ends: readonly string[];
  /** Steps of each run. */
  readonly steps: readonly number[];
  readonly requests: number;
  /** What is live of ours in the end. */
  readonly platform: Platform;
}

/** Runs a trial from beginning to end in virtual time, and checks every law at every instant and at the end. */
export async function runTrial(trial: Trial, options: TrialOptions = {}): Promise<Verdict> {
  const scheduler = new Scheduler(Date.UTC(2026, 10, 20, 12));
  return await withVirtualTime(scheduler, async () => {
    const stage = await setStage(trial, options, scheduler);
    const { ends, steps, platform } = stage;
    let violation: string | undefined;
    try {
      await scheduler.drive(course(stage));
    } catch (error) {
      violation = error instanceof Violation ? error.message : `broke: ${describe(error)}`;
    }
    await stage.store.close();
    return { violation, ends, steps, requests: stage.requests, platform };
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function course(stage: Stage): Promise<void> {
  const { trial, scheduler } = stage;
  let under: Promise<unknown> = Promise.resolve();
  // What others have has been there for a while: no reading is behind it.
  await scheduler.sleep(10_000);
  for (const [index, spec] of trial.runs.entries()) {
    if (!spec.beside) await under;
    await scheduler.sleep(spec.afterMs);
    const run = start(stage, index, spec);
    under = Promise.all([under, run]);
  }
  await under;
  await finish(stage);
}
