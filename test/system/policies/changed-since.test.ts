import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ran } from '../../support/run-with.ts';
import { type Bench, createBench } from '../cli/harness.ts';

const runFile = promisify(execFile);
const path = { PATH: process.env['PATH'] };
const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
const planSchema = z.object({
  changes: z.array(z.object({ action: z.string(), address: z.string() })),
  summary: z.object({ out_of_scope: z.int() }),
});

const file = (section: string): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
${section}`;
const base = file('    funding_instruments: { credit: { id: hxtet } }\n');
const campaign = (key: string, budget = 5): string =>
  file(`    campaigns: { ${key}: { name: ${key}, funding_instrument: credit, daily_budget: ${budget} } }\n`);

interface Repository extends Bench {
  git(...argv: readonly string[]): Promise<unknown>;
  /** What a plan of the folder changes since the first commit, a line each. */
  changes(...argv: readonly string[]): Promise<readonly string[]>;
  since(...argv: readonly string[]): Promise<Ran>;
}

/** A repository with a folder of files, all applied and committed under the tag `start`. */
async function repository(): Promise<Repository> {
  const bench = await createBench('version: 1\n');
  await rm(join(bench.folder, 'campaigns.yaml'));
  await bench.write('ads/base.yaml', base);
  for (const key of ['a', 'b', 'c']) await bench.write(`ads/${key}.yaml`, campaign(key));
  const git = async (...argv: readonly string[]): Promise<unknown> =>
    await runFile('git', [...identity, ...argv], { cwd: bench.folder });
  const since = async (...argv: readonly string[]): Promise<Ran> =>
    await bench.adsync(['plan', 'ads', '--json', ...argv], { env: path });
  await git('init', '--quiet');
  await bench.write('.gitignore', '.adsync/\n');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'Start');
  await git('tag', 'start');
  expect(await bench.adsync(['apply', 'ads', '--yes'])).toMatchObject({ code: 0 });
  return {
    ...bench,
    git,
    since,
    changes: async (...argv) => {
      const { stdout } = await since('--changed-since', 'start', ...argv);
      return planSchema
        .parse(JSON.parse(stdout))
        .changes.map(({ action, address }) => `${action} ${address}`);
    },
  };
}

const at = (key: string): string => `acme-us/campaigns/${key}`;

/** Somebody lowers the budget of every campaign, which a plan of everything would undo. */
async function driftAll(bench: Bench): Promise<void> {
  const records = await bench.records('campaigns');
  await bench.control(
    'POST',
    'mutate',
    records
      .filter(({ name }) => ['a', 'b', 'c'].includes(String(name)))
      .map(({ id }) => ({
        collection: 'campaigns',
        id,
        set: { daily_budget_amount_local_micro: 6_000_000 },
      })),
  );
}

test('committed, uncommitted, new and deleted files count, and nothing else', async () => {
  const bench = await repository();
  await driftAll(bench);

  expect(await bench.changes()).toEqual([]);

  await bench.write('ads/a.yaml', campaign('a', 7));
  await bench.git('commit', '--quiet', '-am', 'Raise');
  expect(await bench.changes()).toEqual([`update ${at('a')}`]);

  await rm(join(bench.folder, 'ads/b.yaml'));
  await bench.write('ads/d.yaml', campaign('d'));
  expect(await bench.changes()).toEqual([`update ${at('a')}`, `create ${at('d')}`, `delete ${at('b')}`]);

  const { stdout } = await bench.since('--changed-since', 'HEAD');
  const plan = planSchema.parse(JSON.parse(stdout));
  expect(plan.changes.map(({ address }) => address)).toEqual([at('d'), at('b')]);
  // The account, its funding instrument, and two campaigns that stay as they are.
  expect(plan.summary.out_of_scope).toBe(3);
});

test('a renamed file counts under both names, from below the top of the repository too', async () => {
  const bench = await repository();
  await driftAll(bench);
  await rename(join(bench.folder, 'ads/a.yaml'), join(bench.folder, 'ads/z.yaml'));
  await bench.git('add', '.');

  expect(await bench.changes()).toEqual([`update ${at('a')}`]);
});

test('variables and defaults concern every file, also when they are gone', async () => {
  const bench = await repository();
  await driftAll(bench);
  const all = [`update ${at('a')}`, `update ${at('b')}`, `update ${at('c')}`];
  await bench.write('ads/base.yaml', `${base}defaults: { campaign: { purchase_order_number: PO-7 } }\n`);

  const told = await bench.since('--changed-since', 'start');
  expect(told.stderr).toContain(
    'ads/base.yaml has changed since start, and holds values for every file: everything is planned for.',
  );
  expect(await bench.changes()).toEqual(all);

  await bench.git('commit', '--quiet', '-am', 'Defaults');
  await bench.git('tag', '-f', 'start');
  expect(await bench.changes()).toEqual([]);
  await bench.write('ads/base.yaml', base);
  expect(await bench.changes()).toEqual(all);
});

test('a file of variables that the command line names counts as well', async () => {
  const bench = await repository();
  await driftAll(bench);
  await bench.write('vars.yaml', 'season: spring\n');
  await bench.write('ads/base.yaml', `${base}variables: { season: winter }\n`);
  await bench.git('add', '.');
  await bench.git('commit', '--quiet', '-m', 'Variables');
  await bench.git('tag', '-f', 'start');
  await bench.write('vars.yaml', 'season: summer\n');

  expect(await bench.changes('--var-file', 'vars.yaml')).toHaveLength(3);
  expect(await bench.changes()).toEqual([]);
});

test('members of an audience change with their file', async () => {
  const bench = await repository();
  await bench.write(
    'ads/buyers.yaml',
    file('    audiences: { buyers: { name: Buyers, users: { file: buyers.csv } } }\n'),
  );
  await bench.write('ads/buyers.csv', 'email\na@example.com\n');
  await bench.git('add', '.');
  await bench.git('commit', '--quiet', '-m', 'Buyers');
  await bench.git('tag', '-f', 'start');
  expect(await bench.adsync(['apply', 'ads', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('ads/buyers.csv', 'email\nb@example.com\n');

  expect(await bench.changes()).toEqual(['update acme-us/audiences/buyers/users']);
});

test.each([
  [['--changed-since', 'nowhere'], 'git knows no commit nowhere here'],
  [['--changed-since', '--output=x'], 'git knows no commit --output=x here'],
])('%j is refused', async (argv, message) => {
  const bench = await repository();

  const refused = await bench.since(...argv);

  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`error[ADSYNC_USAGE]: ${message}`);
});

test('outside of a repository, and without git, it says so', async () => {
  const bench = await createBench();
  const outside = await bench.adsync(['plan', '--changed-since', 'HEAD'], {
    env: { ...path, GIT_CEILING_DIRECTORIES: join(bench.folder, '..') },
  });
  const missing = await bench.adsync(['plan', '--changed-since', 'HEAD'], { env: { PATH: bench.folder } });

  expect(outside.code).toBe(1);
  expect(outside.stderr).toContain('--changed-since needs a git repository, and this folder is in none');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('--changed-since needs git, and there is none on the path');
});

test('a saved plan is planned again for what had changed when it was saved', async () => {
  const bench = await repository();
  await bench.write('ads/a.yaml', campaign('a', 6));
  await bench.adsync(['plan', 'ads', '--changed-since', 'start', '-o', 'plan.json'], { env: path });
  await bench.write('ads/b.yaml', campaign('b', 7));

  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(JSON.parse(await bench.read('plan.json'))).toMatchObject({
    selection: { targets: [], excludes: [], touched: ['acme-us', 'acme-us/campaigns/a'] },
  });
  expect(applied.code).toBe(0);
  const budgets = (await bench.records('campaigns')).map((one) => one['daily_budget_amount_local_micro']);
  expect(budgets.filter((budget) => budget === 6_000_000)).toHaveLength(1);
  expect(budgets).not.toContain(7_000_000);
});

test('a saved plan is stale where a file that had changed says something else by now', async () => {
  const bench = await repository();
  await bench.write('ads/a.yaml', campaign('a', 6));
  await bench.adsync(['plan', 'ads', '--changed-since', 'start', '-o', 'plan.json'], { env: path });
  await bench.write('ads/a.yaml', campaign('a', 7));
  const before = await bench.writes();

  const { code, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(code).toBe(3);
  expect(stderr).toContain('acme-us/campaigns/a  daily_budget: then 6.00 USD/day, now 7.00 USD/day');
  expect(await bench.writes()).toEqual(before);
});
