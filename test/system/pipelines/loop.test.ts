import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { builtProgram } from '../../support/built-program.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type FakeGithub, robot, startFakeGithub } from './fake-github.ts';
import { type ActionRan, runAction } from './run-action.ts';
import { type Ended, runProgram, temporaryFolder, writeNew } from './run-script.ts';

const program = await builtProgram();
const servers: PostgresServer[] = [];
beforeAll(async () => void servers.push(await startPostgres()));
afterAll(async () => await Promise.all(servers.map(async (server) => await server.remove())));

const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'] as const;

/** A checkout that nobody has used before. */
interface Checkout {
  readonly folder: string;
  readonly git: (...argv: readonly string[]) => Promise<string>;
  readonly adsync: (...argv: readonly string[]) => Promise<Ended>;
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
}

/** A team: a remote repository, its host, the platform, and the state that all runs share. */
interface Team {
  readonly github: FakeGithub;
  readonly checkout: (branch: string) => Promise<Checkout>;
  /** Pushes a branch with what was done in a fresh checkout; gives its commit. */
  readonly propose: (branch: string, work: (checkout: Checkout) => Promise<unknown>) => Promise<string>;
  /** The pull request's run of the Action on the branch. */
  readonly plan: (branch: string) => Promise<ActionRan>;
  /** Merges the branch on the host. */
  readonly merge: (branch: string) => Promise<void>;
  /** The Action on the default branch. */
  readonly onMain: (command: string, inputs?: Readonly<Record<string, string>>) => Promise<ActionRan>;
  readonly control: (path: string, body: unknown) => Promise<void>;
  readonly campaign: (name: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

async function createTeam(database: string): Promise<Team> {
  await servers[0]?.query(`create database ${database}`);
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  onTestFinished(async () => await sandbox.stop());
  const github = await startFakeGithub();
  const actionPath = await packageFolder();
  const remote = await temporaryFolder();
  await runProgram(['git', 'init', '-q', '--bare', '-b', 'main', remote], remote, {});
  const env = {
    ...program.environment,
    ...sandboxEnvironment(sandbox.ready),
    ADSYNC_STATE: servers[0]?.url(database) ?? '',
  };

  const open = (folder: string): Checkout => ({
    folder,
    git: async (...argv) => {
      const { code, log } = await runProgram(['git', ...author, ...argv], folder, {});
      if (code !== 0) throw new Error(`git ${argv.join(' ')}: ${log}`);
      return log.trim();
    },
    adsync: async (...argv) => await runProgram([process.execPath, program.launcher, ...argv], folder, env),
    read: async (file) => await readFile(join(folder, file), 'utf8'),
    write: async (file, text) => await writeFile(join(folder, file), text),
  });
  const checkout = async (branch: string): Promise<Checkout> => {
    const folder = await temporaryFolder();
    const fresh = open(folder);
    await fresh.git('clone', '-q', '--branch', branch, remote, '.');
    return fresh;
  };
  const act = async (
    { folder, git }: Checkout,
    name: string,
    inputs: Readonly<Record<string, string>>,
    event: object,
  ): Promise<ActionRan> => {
    const setting = {
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_NAME: name,
      GITHUB_REF_NAME: name === 'pull_request' ? '7/merge' : 'main',
      GITHUB_SHA: await git('rev-parse', 'HEAD'),
    };
    return await runAction({
      actionPath,
      workspace: folder,
      inputs,
      event: { ...event },
      env: { ...env, ...setting },
    });
  };

  const first = open(await temporaryFolder());
  await first.git('clone', '-q', remote, '.');
  await first.write('README.md', 'Our ads.\n');
  await first.git('add', '.');
  await first.git('commit', '-q', '-m', 'Begin');
  await first.git('push', '-q', 'origin', 'HEAD:main');

  return {
    github,
    checkout,
    propose: async (branch, work) => {
      const fresh = await checkout('main');
      await fresh.git('switch', '-q', '-c', branch);
      await work(fresh);
      await fresh.git('add', '.');
      await fresh.git('commit', '-q', '-m', branch);
      await fresh.git('push', '-q', 'origin', branch);
      return await fresh.git('rev-parse', 'HEAD');
    },
    plan: async (branch) => {
      const fresh = await checkout(branch);
      const head = { sha: await fresh.git('rev-parse', 'HEAD'), repo: { full_name: 'acme/ads' } };
      return await act(
        fresh,
        'pull_request',
        { command: 'plan' },
        { pull_request: { number: 7, head, base: { ref: 'main' } } },
      );
    },
    merge: async (branch) => {
      const fresh = await checkout('main');
      const sha = await fresh.git('rev-parse', `origin/${branch}`);
      await fresh.git('merge', '-q', '--no-ff', '-m', `Merge ${branch}`, `origin/${branch}`);
      await fresh.git('push', '-q', 'origin', 'main');
      const merge_commit_sha = await fresh.git('rev-parse', 'HEAD');
      github.pulls.push({
        number: 7,
        merged_at: '2026-11-20T10:00:00Z',
        merge_commit_sha,
        head: { sha },
        base: { ref: 'main' },
      });
    },
    onMain: async (command, inputs = {}) =>
      await act(
        await checkout('main'),
        command === 'drift' ? 'schedule' : 'push',
        { command, ...inputs },
        {},
      ),
    control: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, init);
      if (!answer.ok) throw new Error(await answer.text());
    },
    campaign: async (name) => {
      const dump = await (await fetch(`${sandbox.ready.admin_url}/dump`)).json();
      return campaignsIn(dump).find((one) => one['name'] === name && one['deleted'] !== true);
    },
  };
}

const dumpSchema = z.object({ campaigns: z.array(z.record(z.string(), z.unknown())) });

function campaignsIn(dump: unknown): readonly Readonly<Record<string, unknown>>[] {
  return dumpSchema.parse(dump).campaigns;
}

/** The package as it is published: complete, so that nothing is installed. */
async function packageFolder(): Promise<string> {
  const folder = await temporaryFolder();
  for (const part of ['bin', 'templates'])
    await symlink(join(program.launcher, '../..', part), join(folder, part));
  await writeNew(join(folder, 'dist/cli/main.js'), '');
  return folder;
}

const budget = 'daily_budget_amount_local_micro';

test('a change goes from a branch to the platform, and an outside change back into the repository', async () => {
  const team = await createTeam('loop');
  const { github } = team;

  // A branch, its plan as a comment and as a file, the merge, the apply.
  await team.propose('first-campaign', async ({ adsync }) =>
    expect(await adsync('init', '--ci', 'none')).toMatchObject({ code: 0 }),
  );
  const planned = await team.plan('first-campaign');
  expect(planned).toMatchObject({ code: 0, outputs: { 'exit-code': '0' } });
  expect(planned.summary).toMatch(/^### adsync plan: 3 to create/);
  expect(github.comments.map(({ user }) => user.login)).toEqual([robot]);
  expect(github.comments[0]?.body).toContain(planned.summary.trim());
  expect(await team.campaign('First campaign spring')).toBeUndefined();
  await team.merge('first-campaign');
  const applied = await team.onMain('apply');
  expect(applied).toMatchObject({
    code: 0,
    outputs: { summary: 'adsync apply: done', effect: planned.outputs['effect'] },
  });
  const live = await team.campaign('First campaign spring');
  expect(live).toMatchObject({ [budget]: 20_000_000 });

  // Somebody changes it in the ads manager; the schedule tells.
  const quiet = await team.onMain('drift');
  expect(quiet.outputs['exit-code']).toBe('0');
  expect(quiet.log).toMatch(/\nadsync drift: .*in sync.*\. Checked at \d{4}-.*Z\n$/);
  await team.control('mutate', [
    { collection: 'campaigns', id: live?.['id'], set: { [budget]: 12_500_000 } },
  ]);
  const drift = await team.onMain('drift');
  expect(drift.outputs['exit-code']).toBe('2');
  expect(drift.outputs['summary']).toContain('1 modified');
  expect(github.issues.map(({ state }) => state)).toEqual(['open']);
  expect(github.issues[0]?.body).toContain('12.50');

  // The team accepts it on a branch: only that figure changes.
  const before = await (await team.checkout('main')).read('campaigns.yaml');
  await team.propose('accept-drift', async ({ adsync, read }) => {
    expect(await adsync('drift', '--accept', '--yes')).toMatchObject({ code: 0 });
    expect(await read('campaigns.yaml')).toBe(before.replace('daily_budget: 20.00', 'daily_budget: 12.50'));
  });
  const nothing = await team.plan('accept-drift');
  expect(nothing.outputs['summary']).toBe('adsync plan: nothing to change');
  expect(github.comments).toHaveLength(1);
  await team.merge('accept-drift');
  expect(await team.onMain('apply')).toMatchObject({
    code: 0,
    outputs: { summary: 'adsync plan: nothing to change' },
  });

  const { adsync } = await team.checkout('main');
  expect(await adsync('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
});

test('what is no longer what was approved is not applied, until somebody approves it by hand', async () => {
  const team = await createTeam('changed');
  await team.propose('first-campaign', async ({ adsync }) => await adsync('init', '--ci', 'none'));
  await team.plan('first-campaign');
  await team.merge('first-campaign');
  await team.onMain('apply');
  await team.propose('raise', async ({ read, write }) => {
    await write('campaigns.yaml', (await read('campaigns.yaml')).replace('20.00', '30.00'));
  });
  const planned = await team.plan('raise');
  await team.merge('raise');
  const { id } = (await team.campaign('First campaign spring')) ?? {};
  const set = { total_budget_amount_local_micro: 900_000_000 };
  await team.control('mutate', [{ collection: 'campaigns', id, set }]);

  const refused = await team.onMain('apply');
  const now = refused.outputs['effect'] ?? '';
  const untouched = await team.campaign('First campaign spring');
  const applied = await team.onMain('apply', { effect: now });

  expect(refused).toMatchObject({ code: 3, outputs: { 'exit-code': '3' } });
  expect(now).not.toBe(planned.outputs['effect']);
  expect(refused.summary).toContain(`Approved was the effect ${planned.outputs['effect']}.`);
  expect(refused.summary).toContain(`This commit would now have the effect ${now}.`);
  expect(untouched).toMatchObject({ [budget]: 20_000_000, ...set });
  expect(applied).toMatchObject({ code: 0 });
  expect(await team.campaign('First campaign spring')).toMatchObject({
    [budget]: 30_000_000,
    total_budget_amount_local_micro: 400_000_000,
  });
});
