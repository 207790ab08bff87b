import { expect } from 'vitest';
import { z } from 'zod';
import type { Ran } from '../../support/run-with.ts';
import { type Bench, createBench } from '../../system/cli/harness.ts';

/** The account of the sandbox that is imported. */
export const us = '18ce54d4x5t';

export type Seed = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A bench whose account holds these records beside the default ones. */
export async function seededBench(seed: Seed): Promise<Bench> {
  const bench = await createBench();
  await bench.control('POST', 'seed', withAccount(seed));
  return bench;
}

/** The records as the account's own, where they do not say whose they are. */
export function withAccount(seed: Seed): Seed {
  return Object.fromEntries(
    Object.entries(seed).map(([collection, records]) => [
      collection,
      records.map((record) => ({ account_id: us, ...record })),
    ]),
  );
}

/** Imports the account into a folder; gives what the program said. Fails unless it ended well. */
export async function imported(bench: Bench, options: readonly string[] = [], folder = 'live'): Promise<Ran> {
  const ran = await bench.adsync(['import', us, '-o', folder, ...options]);
  expect(ran).toMatchObject({ code: 0 });
  return ran;
}

/** Nothing is left to do, to lay out, or to report as drift. */
export async function expectEmptyPlan(bench: Bench, folder = 'live'): Promise<void> {
  const plan = await bench.adsync(['plan', '--detailed-exitcode', folder]);
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  expect(plan.stdout).toContain('Nothing to change');
  expect(await bench.adsync(['drift', '--detailed-exitcode', folder])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['validate', folder])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['fmt', '--check', folder])).toMatchObject({ code: 0, stdout: '' });
}

const logSchema = z.array(z.object({ method: z.string(), path: z.string() }));

/** The requests that the sandbox got, as `METHOD path` without the account. */
export async function requestsOf(bench: Bench): Promise<readonly string[]> {
  const log = logSchema.parse(await bench.control('GET', 'requests'));
  return log.map(({ method, path }) => `${method} ${path.replace(`/12/accounts/${us}`, '')}`);
}
