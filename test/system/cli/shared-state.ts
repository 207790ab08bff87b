import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { z } from 'zod';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { currentHolder } from '../../../src/state/holder.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { type Ran, runWith } from '../../support/run-with.ts';
import { type Bench, createBench } from './harness.ts';

const planSchema = z.object({
  changes: z.array(
    z.object({ action: z.string(), address: z.string(), source: z.object({ file: z.string() }).nullable() }),
  ),
  summary: z.object({ out_of_scope: z.int() }),
  violations: z.array(
    z.object({ rule: z.string(), address: z.string(), message: z.string(), remedy: z.string() }),
  ),
});
const entrySchema = z.object({ project: z.string().optional(), file: z.string() });

/** A folder that holds several, one state of all of them, and no document. */
export interface Shared extends Bench {
  /** Runs the program in a folder below that of the bench, with the one state of all. */
  at(folder: string, ...argv: readonly string[]): Promise<Ran>;
  /** What a plan in that folder says. */
  planAt(folder: string, ...paths: readonly string[]): Promise<z.infer<typeof planSchema>>;
  /** What it would do, a line each. */
  changesAt(folder: string, ...paths: readonly string[]): Promise<readonly string[]>;
  entry(address: string): Promise<z.infer<typeof entrySchema>>;
  /** Makes the entries of the state such as a version wrote that did not know of projects, with these files. */
  forgetProjects(files?: Readonly<Record<string, string>>): Promise<void>;
  git(folder: string, ...argv: readonly string[]): Promise<unknown>;
}

/** Makes such a folder, gone when the test is over. */
export async function shared(): Promise<Shared> {
  const bench = await createBench();
  await rm(join(bench.folder, 'campaigns.yaml'));
  const at = async (folder: string, ...argv: readonly string[]): Promise<Ran> => {
    const env = {
      ...sandboxEnvironment(bench.sandbox.ready),
      ADSYNC_STATE: `sqlite:${join(bench.folder, 'state.db')}`,
    };
    return await runWith(argv, { folder: join(bench.folder, folder), env, ended: bench.ended, options: {} });
  };
  const planAt = async (folder: string, ...paths: readonly string[]) => {
    const ran = await at(folder, 'plan', '--json', ...paths);
    if (ran.stdout === '') throw new Error(ran.stderr);
    return planSchema.parse(JSON.parse(ran.stdout));
  };
  return {
    ...bench,
    at,
    planAt,
    changesAt: async (folder, ...paths) => {
      const { changes, violations } = await planAt(folder, ...paths);
      return [
        ...changes.map(({ action, address }) => `${action} ${address}`),
        ...violations.map(({ rule, address }) => `refused ${rule} ${address}`),
      ];
    },
    entry: async (address) => {
      const { stdout } = await at('.', 'state', 'show', '--json', address);
      return entrySchema.parse(JSON.parse(stdout));
    },
    forgetProjects: async (files = {}) => await forgetProjects(bench, files),
    git: async (folder, ...argv) =>
      await promisify(execFile)(
        'git',
        ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...argv],
        { cwd: join(bench.folder, folder), env: { PATH: process.env['PATH'] } },
      ),
  };
}

/** Applies the documents at these paths, which must succeed. */
export async function applied(bench: Shared, folder: string, ...paths: readonly string[]): Promise<void> {
  const { code, stderr } = await bench.at(folder, 'apply', '--yes', ...paths);
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
}

/** The address of a campaign. */
export const ours = (key: string): string => `acme-us/campaigns/${key}`;
async function forgetProjects({ folder }: Bench, files: Readonly<Record<string, string>>): Promise<void> {
  const store = await openStore(`sqlite:${join(folder, 'state.db')}`);
  const { entries, bindings } = await store.read();
  const start = { accounts: bindings, document: '', command: 'state' } as const;
  const lease = await store.acquire(start, currentHolder('old'));
  const old = entries.map(({ project: _project, ...entry }) => ({
    ...entry,
    file: files[entry.address] ?? entry.file,
  }));
  await lease.recordEntries('18ce54d4x5t', 'state', old, []);
  await lease.release();
  await store.close();
}
