import { afterEach, expect, test, vi } from 'vitest';
import { generateTrial } from './generate-trial.ts';
import * as mutants from './mutants.ts';
import {
  besidePausedTrial,
  besidePausedTrials,
  changedMeanwhileTrials,
  copiedTrials,
  faultyTrials,
  jumpingClockTrials,
  overLimitTrial,
} from './reference-applies.ts';
import type * as running from './run-trial.ts';
import { runTrial } from './run-trial.ts';
import type { Tamper } from './stage.ts';
import type { Trial } from './trial.ts';

interface Mutant {
  /** Trials of which one at least finds it. */
  readonly trials: readonly Trial[];
  /** Plants the bug in a module, for what is loaded afterwards. */
  readonly plant?: () => void;
  readonly tamper?: Tamper;
}

const modules = {
  retry: '../../../src/platform/retry.ts',
  resolve: '../../../src/appliers/resolve.ts',
  stopwatch: '../../../src/appliers/stopwatch.ts',
  replan: '../../../src/runs/replan.ts',
  lease: '../../../src/state/lease.ts',
  runSteps: '../../../src/appliers/run-steps.ts',
  sendWithin: '../../../src/appliers/send-within.ts',
  limits: '../../../src/planner/guards/limit-guards.ts',
  claims: '../../../src/appliers/guard-claims.ts',
} as const;

function into<T extends object>(module: keyof typeof modules, mutate: (actual: T) => T): () => void {
  return () =>
    void vi.doMock(modules[module], async (original: () => Promise<T>) => mutate(await original()));
}

function seeds(...numbers: readonly number[]): readonly Trial[] {
  return numbers.map(generateTrial);
}

const planted: Readonly<Record<string, Mutant>> = {
  'an intent that is not durable': { trials: seeds(1, 2), tamper: { lease: mutants.forgetfulLease } },
  'an outcome recorded before the answer': { trials: seeds(1, 2), tamper: { lease: mutants.hastyLease } },
  'a write that is sent again': {
    trials: faultyTrials({ kind: 'unanswered', silent: false }),
    plant: into('retry', mutants.retryWrites),
  },
  'the first match taken': { trials: copiedTrials, plant: into('resolve', mutants.takeFirst) },
  'absence that counts at once': {
    trials: faultyTrials({ kind: 'late', silent: false, ms: 400 }),
    plant: into('resolve', mutants.impatient),
  },
  'a precondition skipped': {
    trials: changedMeanwhileTrials,
    plant: into('replan', mutants.skipPreconditions),
  },
  'a lease that is not checked': { trials: [besidePausedTrial], plant: into('lease', mutants.unfenced) },
  'a request that is sent long after its intent': {
    trials: besidePausedTrials,
    plant: into('sendWithin', mutants.sendAnyTime),
  },
  'a wait that a clock set forward ends': {
    trials: jumpingClockTrials,
    plant: into('stopwatch', mutants.countByTheClock),
  },
  'the order reversed': { trials: seeds(1, 2), plant: into('runSteps', mutants.reversed) },
  'a limit check dropped': {
    trials: [overLimitTrial],
    plant: () => {
      into('limits', mutants.withoutLimit)();
      into('claims', mutants.claimAnything)();
    },
  },
};

afterEach(() => {
  for (const module of Object.values(modules)) vi.doUnmock(module);
  vi.resetModules();
});

test.each(Object.entries(planted))('%s is found, and nothing without it', async (_name, mutant) => {
  vi.resetModules();
  mutant.plant?.();
  const { runTrial: runMutated }: typeof running = await import('./run-trial.ts');

  let finder: Trial | undefined;
  for (const trial of mutant.trials)
    if (finder === undefined && (await runMutated(trial, mutant.tamper)).violation !== undefined)
      finder = trial;

  expect(finder).toBeDefined();
  if (finder !== undefined) expect((await runTrial(finder)).violation).toBeUndefined();
});
