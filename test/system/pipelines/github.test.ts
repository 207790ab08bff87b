import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { type FakeGithub, robot, startFakeGithub } from './fake-github.ts';
import { type ActionRan, runAction } from './run-action.ts';
import { createFakePackage, type FakePackage, type Play, temporaryFolder, writeNew } from './run-script.ts';

const effect = `sha256:${'a'.repeat(64)}`;
const other = `sha256:${'b'.repeat(64)}`;
const head = 'c'.repeat(40);
const sha = 'd'.repeat(40);
const mark = '<!-- adsync plan adsync -->';
const bound = (digest: string, commit = head, base = 'main'): string =>
  `${mark}\n<!-- effect ${digest} head ${commit} base ${base} -->\n### adsync plan: 1 to create\n`;
const pullRequest = (repository = 'acme/ads') => ({
  pull_request: { number: 7, head: { sha: head, repo: { full_name: repository } }, base: { ref: 'main' } },
});

function planned(digest = effect, changes: readonly object[] = [{}], more: Play = {}): Play {
  const count = changes.length === 0 ? 'nothing to change' : `${changes.length} to create`;
  const out = JSON.stringify({ effect: digest, changes });
  return { stdout: `### adsync plan: ${count}\n\nThe rest.\n`, out, ...more };
}

interface RunOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Bench {
  readonly github: FakeGithub;
  readonly adsync: FakePackage;
  readonly run: (command: string, options?: RunOptions) => Promise<ActionRan>;
}

async function createBench(plays: Readonly<Record<string, Play>>): Promise<Bench> {
  const github = await startFakeGithub();
  const adsync = await createFakePackage();
  await adsync.plays(plays);
  const workspace = await temporaryFolder();
  return {
    github,
    adsync,
    run: async (command, { inputs = {}, event = pullRequest(), env = {} } = {}) => {
      const isPull = 'pull_request' in event;
      return await runAction({
        actionPath: adsync.folder,
        workspace,
        inputs: { command, ...inputs },
        event,
        env: {
          GITHUB_API_URL: github.url,
          GITHUB_EVENT_NAME: isPull ? 'pull_request' : 'push',
          GITHUB_SHA: sha,
          GITHUB_REF_NAME: isPull ? '7/merge' : 'main',
          ADSYNC_STATE: 'postgres://ads@db.example/ads',
          ...env,
        },
      });
    },
  };
}

describe('plan on a pull request', () => {
  test('writes one comment, and later updates that one', async () => {
    const { github, adsync, run } = await createBench({ plan: planned() });
    for (let count = 0; count < 230; count += 1)
      github.comment('somebody', `${mark}\nnot the robot's ${count}`);

    const first = await run('plan', {
      inputs: { paths: 'ads\nmore ads/a b.yaml', args: '--target\nacme-us' },
    });
    await adsync.plays({ plan: planned(other) });
    const second = await run('plan');

    expect(first).toMatchObject({
      code: 0,
      outputs: { 'exit-code': '0', summary: 'adsync plan: 1 to create', effect },
    });
    expect(first.summary).toContain('### adsync plan: 1 to create');
    const own = github.comments.filter(({ user }) => user.login === robot);
    expect(own.map(({ body }) => body)).toEqual([`${bound(other)}\nThe rest.\n`]);
    expect(second.outputs['effect']).toBe(other);
    const [argv] = await adsync.calls();
    expect(argv?.toSpliced(4, 1, 'FILE')).toEqual([
      'plan',
      '--format',
      'markdown',
      '-o',
      'FILE',
      '--target',
      'acme-us',
      '--',
      'ads',
      'more ads/a b.yaml',
    ]);
    // Three pages of comments, twice.
    expect(github.asked.filter(({ method }) => method === 'GET')).toHaveLength(6);
  });

  test('leaves one where two runs at once wrote two', async () => {
    const { github, run } = await createBench({ plan: planned() });
    github.comment(robot, bound(other));
    github.comment(robot, bound(other));

    await run('plan');

    expect(github.comments.map(({ body }) => body)).toEqual([
      `${bound(effect)}\nThe rest.\n`,
      'The plan stands in an earlier comment.',
    ]);
  });

  test('a refused plan is shown, fails, and cannot be approved', async () => {
    const { github, run } = await createBench({ plan: planned(effect, [{}], { code: 4 }) });

    const { code, outputs } = await run('plan');

    expect(code).toBe(4);
    expect(outputs['exit-code']).toBe('4');
    expect(github.comments[0]?.body).toBe(`${mark}\n### adsync plan: 1 to create\n\nThe rest.\n`);
  });

  test('a document with problems replaces the plan by them, and nothing in them is obeyed', async () => {
    const problem = 'campaigns.yaml:3:1  ```\n@everybody <!-- -->\n::error::no';
    const { github, run } = await createBench({ plan: { code: 1, stderr: problem } });
    github.comment(robot, bound(effect));

    const { code, log } = await run('plan');

    expect(code).toBe(1);
    expect(github.comments.map(({ body }) => body)).toEqual([
      `${mark}\n### adsync plan: failed with exit code 1\n\n\`\`\`\`text\n${problem}\n\`\`\`\`\n`,
    ]);
    const [, token = ''] = /::stop-commands::(\S+)\n/.exec(log) ?? [];
    expect(log).toContain(`::stop-commands::${token}\n${problem}\n::${token}::\n`);
  });

  test('a fork gets its document checked and nothing else, without any secret', async () => {
    const { github, adsync, run } = await createBench({ validate: { stdout: 'Valid: 3 resources.\n' } });

    const { code, summary, outputs } = await run('plan', {
      event: pullRequest('stranger/ads'),
      env: { ADSYNC_STATE: '' },
    });

    expect(code).toBe(0);
    expect(outputs).toMatchObject({ summary: 'adsync validate: the document is valid', effect: '' });
    expect(summary).toContain('This request comes from a fork. It gets no credentials');
    expect(await adsync.calls()).toEqual([['validate', '--']]);
    expect(github.asked).toEqual([]);
  });
});

describe('apply of what was merged', () => {
  const pushed = { event: { ref: 'refs/heads/main' } };
  const merged = {
    number: 7,
    merged_at: '2026-11-20T10:00:00Z',
    merge_commit_sha: sha,
    head: { sha: head },
    base: { ref: 'main' },
  };
  const applied: Play = { stdout: 'Applied 1 change.\n' };

  test('carries out the plan that was approved, from the file that was compared', async () => {
    const { github, adsync, run } = await createBench({ plan: planned(), apply: applied });
    github.pulls.push({ ...merged, number: 6, merge_commit_sha: head }, merged);
    github.comment(robot, bound(effect));

    const { code, outputs, summary } = await run('apply', {
      ...pushed,
      inputs: { 'global-args': '--var=season=summer' },
    });

    expect(code).toBe(0);
    expect(outputs).toEqual({ 'exit-code': '0', summary: 'adsync apply: done', effect });
    expect(summary).toContain('Applied 1 change.');
    const [plan, apply] = await adsync.calls();
    expect(apply).toEqual(['--var=season=summer', 'apply', '--plan', plan?.[5], '--yes']);
  });

  test.each([
    [
      'another effect',
      [[robot, bound(other)]],
      3,
      'adsync apply: refused, it would no longer do what was approved',
    ],
    ['no comment', [], 4, 'adsync apply: refused, nobody approved a plan of this commit'],
    [
      'the comment of somebody else',
      [['mallory', bound(effect)]],
      4,
      'adsync apply: refused, nobody approved a plan of this commit',
    ],
    [
      'a plan of an earlier push',
      [[robot, bound(effect, 'e'.repeat(40))]],
      4,
      'adsync apply: refused, nobody approved a plan of this commit',
    ],
    [
      'a plan for another base branch',
      [[robot, bound(effect, head, 'scratch')]],
      4,
      'adsync apply: refused, nobody approved a plan of this commit',
    ],
    [
      'a plan that names no base branch',
      [[robot, `${mark}\n<!-- effect ${effect} head ${head} -->`]],
      4,
      'adsync apply: refused, nobody approved a plan of this commit',
    ],
    [
      'an effect further down',
      [[robot, `${mark}\n### plan\n<!-- effect ${effect} head ${head} base main -->`]],
      4,
      'adsync apply: refused, nobody approved a plan of this commit',
    ],
  ] as const)('refuses %s', async (_, comments, code, said) => {
    const { github, adsync, run } = await createBench({ plan: planned(), apply: applied });
    github.pulls.push(merged);
    for (const [login, body] of comments) github.comment(login, body);

    const ran = await run('apply', pushed);

    expect(ran.code).toBe(code);
    expect(ran.outputs['summary']).toBe(said);
    expect(ran.summary).toContain(`This commit would now have the effect ${effect}.`);
    expect(ran.summary).toContain('run the workflow by hand with this effect as its input');
    expect(await adsync.calls()).toHaveLength(1);
  });

  test('refuses a commit that no pull request was merged as', async () => {
    const { github, run } = await createBench({ plan: planned(), apply: applied });
    github.pulls.push({ ...merged, merged_at: null });
    github.comment(robot, bound(effect));

    expect(await run('apply', pushed)).toMatchObject({ code: 4 });
  });

  test('refuses what was approved and merged on another branch, and then pushed to this one', async () => {
    const { github, run } = await createBench({ plan: planned(), apply: applied });
    github.pulls.push({ ...merged, base: { ref: 'scratch' } });
    github.comment(robot, bound(effect, head, 'scratch'));

    expect(await run('apply', pushed)).toMatchObject({ code: 4 });
  });

  test('takes an effect that was approved by hand, and asks nobody else', async () => {
    const { github, adsync, run } = await createBench({
      plan: planned(),
      apply: { code: 5, stderr: 'error' },
    });

    const { code, outputs } = await run('apply', { ...pushed, inputs: { effect } });

    expect(code).toBe(5);
    expect(outputs['summary']).toBe('adsync apply: ended with exit code 5');
    expect(await adsync.calls()).toHaveLength(2);
    expect(github.asked).toEqual([]);
  });

  test('needs no approval where there is nothing to change', async () => {
    const { adsync, run } = await createBench({ plan: planned(effect, []), apply: applied });

    const { code, outputs } = await run('apply', pushed);

    expect(code).toBe(0);
    expect(outputs['summary']).toBe('adsync plan: nothing to change');
    expect(await adsync.calls()).toHaveLength(1);
  });
});

describe('drift on a schedule', () => {
  const scheduled = { event: { schedule: '17 6 * * *' } };
  const drifted: Play = { code: 2, stdout: '### adsync drift: 1 modified, 3 in sync\n\nA table.\n' };
  const inSync: Play = { stdout: '### adsync drift: 4 in sync\n' };

  test('opens one issue, keeps it current, and closes it', async () => {
    const { github, adsync, run } = await createBench({ drift: drifted });
    const first = await run('drift', scheduled);
    const second = await run('drift', scheduled);
    await adsync.plays({ drift: inSync });
    const third = await run('drift', scheduled);

    expect([first, second, third].map(({ code, outputs }) => [code, outputs['exit-code']])).toEqual([
      [0, '2'],
      [0, '2'],
      [0, '0'],
    ]);
    expect(github.issues).toEqual([
      expect.objectContaining({
        title: 'Drift: ads were changed outside adsync',
        state: 'closed',
        body: '<!-- adsync drift adsync -->\n### adsync drift: 4 in sync\n',
      }),
    ]);
  });

  test('can fail the check instead', async () => {
    const { github, run } = await createBench({ drift: drifted });

    expect(await run('drift', { ...scheduled, inputs: { 'on-drift': 'fail' } })).toMatchObject({ code: 2 });
    expect(github.asked).toEqual([]);
  });

  test('gives a sign of life also where nothing drifted', async () => {
    const { github, run } = await createBench({ drift: inSync });

    const { log, outputs } = await run('drift', scheduled);

    expect(outputs['summary']).toMatch(/^adsync drift: 4 in sync\. Checked at \d{4}-\d\d-\d\dT/);
    expect(log).toContain(outputs['summary']);
    expect(github.issues).toEqual([]);
  });

  test('a drift that cannot be told fails, and touches no issue', async () => {
    const { github, run } = await createBench({
      drift: { code: 1, stderr: 'error[ADSYNC_PLATFORM_UNREACHABLE]' },
    });

    const { code, outputs } = await run('drift', scheduled);

    expect(code).toBe(1);
    expect(outputs['summary']).toContain('failed with exit code 1, nothing is known');
    expect(github.asked).toEqual([]);
  });
});

describe('what no job does', () => {
  const shared = 'Set the secret ADSYNC_STATE to postgres://USER@HOST/DATABASE';
  test.each([
    ['plan', {}, { ADSYNC_STATE: '' }, 'ADSYNC_STATE is not set', shared],
    ['apply', {}, { ADSYNC_STATE: '', GITHUB_EVENT_NAME: 'push' }, 'ADSYNC_STATE is not set', shared],
    ['drift', {}, { ADSYNC_STATE: 'sqlite:.adsync/state.db' }, "names a file on this runner's disk", shared],
    ['plan', { state: 'sqlite:state.db' }, {}, "names a file on this runner's disk", shared],
    [
      'plan',
      { args: '--state\nsqlite:x' },
      {},
      '--state does not belong into the arguments',
      'the secret ADSYNC_STATE',
    ],
    [
      'plan',
      {},
      { GITHUB_EVENT_NAME: 'pull_request_target' },
      'pull_request_target would give the secrets',
      'run on pull_request',
    ],
    ['apply', {}, {}, 'apply does not run on a pull request', 'push to the default branch'],
    ['plan', { name: 'a -->' }, {}, 'the input name has a value that it cannot have', 'lower-case letters'],
    ['plan', { effect: 'sha256:1' }, {}, 'the input effect', '64 hex digits'],
    ['drift', { 'on-drift': 'shout' }, {}, 'the input on-drift', 'issue or fail'],
    ['destroy', {}, {}, 'the input command', 'plan, apply or drift'],
  ])('%s with %j and %j', async (command, inputs, env, said, remedy) => {
    const { adsync, run } = await createBench({});

    const ran = await run(command, { inputs, env });

    expect(ran.code).toBe(1);
    expect(ran.outputs['summary']).toContain(said);
    expect(ran.log).toContain(remedy);
    expect(ran.summary).toContain(remedy);
    expect(await adsync.calls()).toEqual([]);
  });

  test('a token that may not write is said, and not shown', async () => {
    const { run } = await createBench({ plan: planned() });

    const { code, log, summary } = await run('plan', { inputs: { 'github-token': 'wrong-token' } });

    expect(code).toBe(1);
    expect(log).toContain('was answered with status 401');
    expect(summary).toContain('pull-requests: write');
    expect(log + summary).not.toContain('wrong-token');
  });

  test('inputs are never code', async () => {
    const { adsync, run } = await createBench({ plan: planned() });
    const nasty = '$(touch owned)`touch owned`"; touch owned #';

    await run('plan', { inputs: { paths: nasty, args: `--var=a=${nasty}` } });

    const [argv] = await adsync.calls();
    expect(argv?.slice(5)).toEqual([`--var=a=${nasty}`, '--', nasty]);
  });

  test('a checkout without what was built installs what its lockfile names', async () => {
    const { adsync, run } = await createBench({ plan: planned() });
    const bin = await temporaryFolder();
    await writeNew(join(bin, 'npm'), '#!/bin/sh\necho "$@" > npm-ran\npwd >> npm-ran\n', true);
    await rm(join(adsync.folder, 'dist'), { recursive: true });

    const { code } = await run('plan', { env: { PATH: `${bin}:${process.env['PATH']}` } });

    expect(code).toBe(0);
    const ran = await readFile(join(adsync.folder, 'npm-ran'), 'utf8');
    expect(ran).toMatch(/^ci --omit=dev --ignore-scripts .*\n/);
  });
});
