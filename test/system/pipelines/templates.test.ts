import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createBench } from '../cli/harness.ts';
import { readAction } from './run-action.ts';
import { projectFolder, runProgram, temporaryFolder, writeNew } from './run-script.ts';

const project = async (path: string): Promise<string> => await readFile(join(projectFolder, path), 'utf8');
const version = async (): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await project('package.json'))).version;

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  env: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({ permissions: z.record(z.string(), z.string()), steps: z.array(stepSchema) }),
  ),
});

test('the Action puts no expression into a shell, and pins what it uses', async () => {
  const { runs } = await readAction();

  for (const { run, uses, shell } of runs.steps) {
    expect(run ?? '').not.toContain('${{');
    if (run !== undefined) expect(shell).toBe('bash');
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  }
});

test('every input of the Action reaches its script, and every output leaves it', async () => {
  const { inputs, outputs, runs } = await readAction();
  const step = runs.steps.find(({ id }) => id === 'adsync');
  const passed = Object.values(step?.env ?? {}).join(' ');

  for (const name of Object.keys(inputs)) {
    if (name !== 'working-directory') expect(passed).toContain(`\${{ inputs.${name} }}`);
  }
  expect(Object.keys(outputs)).toEqual(['exit-code', 'summary', 'effect']);
});

test('the workflow for GitHub names inputs that exist, this version, and the least rights', async () => {
  const text = await project('templates/github-workflow.yml');
  const workflow = workflowSchema.parse(parse(text));
  const { inputs } = await readAction();

  expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push', 'schedule', 'workflow_dispatch']);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(Object.entries(workflow.jobs).map(([name, { permissions }]) => [name, permissions])).toEqual([
    ['plan', { contents: 'read', 'pull-requests': 'write' }],
    ['apply', { contents: 'read', 'pull-requests': 'read' }],
    ['drift', { contents: 'read', issues: 'write' }],
  ]);
  const steps = Object.values(workflow.jobs).flatMap(({ steps }) => steps);
  for (const { uses = './', run = '', with: given } of steps) {
    expect(uses).toMatch(/^\.\/|^actions\/checkout@[0-9a-f]{40}$/);
    expect(run).not.toContain('${{');
    if (uses.startsWith('./.adsync'))
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  }
  const pinned = `adsync@${await version()}`;
  expect(text.match(/adsync@\S+/g)).toEqual([pinned, pinned, pinned]);
});

test('the template for GitLab installs this version', async () => {
  expect((await project('templates/gitlab-ci.yml')).match(/adsync@\S+/g)).toEqual([
    `adsync@${await version()}`,
  ]);
});

test('the guide pins what the workflow pins', async () => {
  const [guide = '', workflow] = await Promise.all(
    ['docs/guides/pipelines.md', 'templates/github-workflow.yml'].map(project),
  );
  const pins = guide.match(/(actions\/checkout|adsync)@[0-9a-f.]+/g) ?? [];

  expect(pins).toHaveLength(2);
  for (const pin of pins) expect(workflow).toContain(pin);
});

test('the scripts of the pipelines hold their types', async () => {
  const scripts = ['github.mjs', 'gitlab.mjs'].map((name) => join('templates/pipelines', name));
  const strict = ['--allowJs', '--checkJs', '--strict', '--noUnusedLocals', '--noUncheckedIndexedAccess'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
  const tsc = join(projectFolder, 'node_modules/.bin/tsc');

  const { code, log } = await runProgram(
    [tsc, '--ignoreConfig', '--noEmit', ...strict, ...target, ...scripts],
    projectFolder,
    {},
  );

  expect(log).toBe('');
  expect(code).toBe(0);
});

test('nothing of a template names what is on one machine only', async () => {
  const texts = await Promise.all(
    ['action.yml', '.pre-commit-hooks.yaml', 'templates/github-workflow.yml', 'templates/gitlab-ci.yml'].map(
      project,
    ),
  );
  expect(texts.join('\n')).not.toMatch(/\/(home|work|tmp|Users)\//);
});

const hookSchema = z.array(
  z.object({
    id: z.string(),
    entry: z.string(),
    language: z.literal('node'),
    files: z.string(),
    args: z.array(z.string()),
    pass_filenames: z.literal(false),
  }),
);

test('the pre-commit hook checks the whole document, and stops a commit that breaks it', async () => {
  const [hook] = hookSchema.parse(parse(await project('.pre-commit-hooks.yaml')));
  const bench = await createBench();
  const argv = [...(hook?.entry ?? '').split(' '), ...(hook?.args ?? [])];
  expect(argv.shift()).toBe('adsync');

  const valid = await bench.adsync(argv);
  await bench.write('campaigns.yaml', 'version: 2\n');
  const broken = await bench.adsync(argv);

  expect([valid.code, broken.code]).toEqual([0, 1]);
  expect(broken.stderr).toContain('campaigns.yaml:1:');
  const files = new RegExp(hook?.files ?? '');
  expect(['campaigns.yaml', 'ads/a.yml', 'buyers.csv', 'README.md'].map((file) => files.test(file))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('as a hook of git it stops the commit', async () => {
  const folder = await temporaryFolder();
  const launcher = join(projectFolder, 'bin/adsync.js');
  const hook = `#!/bin/sh\nexec '${process.execPath}' '${launcher}' validate campaigns.yaml\n`;
  const git = async (...argv: readonly string[]) =>
    await runProgram(['git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...argv], folder, {});
  await git('init', '-q');
  await writeNew(join(folder, '.git/hooks/pre-commit'), hook, true);
  await writeNew(join(folder, 'campaigns.yaml'), 'version: 1\naccounts: { main: { id: 1 } }\n');
  await git('add', '.');

  const good = await git('commit', '-q', '-m', 'good');
  await writeNew(join(folder, 'campaigns.yaml'), 'version: 1\naccounts: { main: { idd: 1 } }\n');
  const bad = await git('commit', '-q', '-a', '-m', 'bad');

  expect([good.code, bad.code]).toEqual([0, 1]);
  expect(bad.log).toContain('campaigns.yaml:2:');
  expect((await git('log', '--oneline')).log).not.toContain('bad');
});
