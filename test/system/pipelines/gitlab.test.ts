import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type FakeGitlab, robot, startFakeGitlab } from './fake-gitlab.ts';
import {
  createFakePackage,
  type Ended,
  type FakePackage,
  type Play,
  projectFolder,
  runProgram,
  temporaryFolder,
  writeNew,
} from './run-script.ts';

const effect = `sha256:${'a'.repeat(64)}`;
const other = `sha256:${'b'.repeat(64)}`;
const sha = 'd'.repeat(40);
const head = 'c'.repeat(40);
const mark = '<!-- adsync plan adsync -->';
const bound = (digest: string, commit = head, base = 'main'): string =>
  `${mark}\n<!-- effect ${digest} head ${commit} base ${base} -->\n### adsync plan: 1 to create\n`;
const planned: Play = {
  stdout: '### adsync plan: 1 to create\n',
  out: JSON.stringify({ effect, changes: [{}] }),
};

const jobSchema = z.object({ script: z.array(z.string()) });
const templateSchema = z.looseObject({
  variables: z.record(z.string(), z.string()),
  '.adsync': z.object({ before_script: z.array(z.string()) }),
  'adsync-plan': jobSchema,
  'adsync-apply': jobSchema,
  'adsync-drift': jobSchema,
});

interface Bench {
  readonly gitlab: FakeGitlab;
  readonly adsync: FakePackage;
  readonly workspace: string;
  readonly run: (job: 'plan' | 'apply' | 'drift', env?: Readonly<Record<string, string>>) => Promise<Ended>;
}

/** Runs jobs of the template as GitLab's runner does; `npm` stands for one that has installed the package. */
async function createBench(plays: Readonly<Record<string, Play>>): Promise<Bench> {
  const gitlab = await startFakeGitlab();
  const adsync = await createFakePackage();
  await adsync.plays(plays);
  const bin = await temporaryFolder();
  const workspace = await temporaryFolder();
  const npm = `#!/bin/sh\nif [ "$1" = root ]; then echo "${bin}/modules"; else echo "$@" >> "${bin}/installed"; fi\n`;
  await writeNew(join(bin, 'npm'), npm, true);
  await mkdir(join(bin, 'modules'));
  await symlink(adsync.folder, join(bin, 'modules/adsync'));
  const template = templateSchema.parse(
    parse(await readFile(join(projectFolder, 'templates/gitlab-ci.yml'), 'utf8')),
  );
  return {
    gitlab,
    adsync,
    workspace,
    run: async (job, env = {}) => {
      const lines = [...template['.adsync'].before_script, ...template[`adsync-${job}`].script];
      const ran = await runProgram(['sh', '-e', '-c', lines.join('\n')], workspace, {
        PATH: `${bin}:${process.env['PATH']}`,
        ADSYNC_STATE: 'postgres://ads@db.example/ads',
        ADSYNC_GITLAB_TOKEN: 'host-token',
        CI_API_V4_URL: gitlab.url,
        CI_PROJECT_ID: '42',
        CI_COMMIT_SHA: job === 'plan' ? head : sha,
        ...(job === 'plan' ? request : { CI_COMMIT_BRANCH: 'main' }),
        ...template.variables,
        ...env,
      });
      expect(await readFile(join(bin, 'installed'), 'utf8')).toMatch(
        /^install --global --ignore-scripts .* adsync@/,
      );
      return ran;
    },
  };
}

const request = {
  CI_MERGE_REQUEST_IID: '7',
  CI_MERGE_REQUEST_PROJECT_ID: '42',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
};
const merged = {
  iid: 7,
  state: 'merged',
  target_branch: 'main',
  sha: head,
  merge_commit_sha: sha,
  squash_commit_sha: null,
};

test('a merge request gets one note, which is kept current', async () => {
  const { gitlab, adsync, run } = await createBench({ plan: planned });
  for (let count = 0; count < 130; count += 1) gitlab.note(9, bound(other));

  const first = await run('plan');
  const second = await run('plan', { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'f'.repeat(40) });

  expect(first.code).toBe(0);
  expect(second.log).toContain('adsync plan: 1 to create');
  const own = gitlab.notes.filter(({ author }) => author.id === robot);
  expect(own.map(({ body }) => body)).toEqual([bound(effect, 'f'.repeat(40))]);
  const [argv] = await adsync.calls();
  expect(argv?.toSpliced(4, 1)).toEqual(['plan', '--format', 'markdown', '-o', '--', 'campaigns.yaml']);
});

test.each([
  ['a merge', merged],
  ['a squash', { ...merged, merge_commit_sha: null, squash_commit_sha: sha }],
])('applies what was approved before %s', async (_, one) => {
  const { gitlab, adsync, run } = await createBench({ plan: planned, apply: { stdout: 'Applied.\n' } });
  gitlab.requests.push(one);
  gitlab.note(robot, bound(effect));

  const { code, log } = await run('apply');

  expect(code).toBe(0);
  expect(log).toContain('Applied.\nadsync apply: done\n');
  const [plan, apply] = await adsync.calls();
  expect(apply).toEqual(['apply', '--plan', plan?.[4], '--yes']);
});

test.each([
  ['another effect', merged, robot, bound(other), 3],
  ['the note of somebody else', merged, 9, bound(effect), 4],
  ['a plan of an earlier push', merged, robot, bound(effect, sha), 4],
  ['a plan for another target branch', merged, robot, bound(effect, head, 'scratch'), 4],
  [
    'what was approved and merged on another branch, and then pushed to this one',
    { ...merged, target_branch: 'scratch' },
    robot,
    bound(effect, head, 'scratch'),
    4,
  ],
  ['a request that is not merged', { ...merged, state: 'opened' }, robot, bound(effect), 4],
])('refuses %s', async (_, one, author, body, code) => {
  const { gitlab, adsync, run } = await createBench({ plan: planned });
  gitlab.requests.push(one);
  gitlab.note(author, body);

  expect(await run('apply')).toMatchObject({ code });
  expect(await adsync.calls()).toHaveLength(1);
});

test('applies an effect that was approved by hand', async () => {
  const { gitlab, run } = await createBench({ plan: planned, apply: {} });

  expect(await run('apply', { ADSYNC_EFFECT: effect })).toMatchObject({ code: 0 });
  expect(gitlab.asked).toEqual([]);
});

test('drift leaves a JUnit report, fails, and says in one line what it saw', async () => {
  const report = '<testsuites name="adsync drift" tests="5" failures="2" errors="0" skipped="1" time="0">';
  const { workspace, run, adsync } = await createBench({ drift: { code: 2, out: report } });

  const { code, log } = await run('drift');

  expect(code).toBe(2);
  expect(await readFile(join(workspace, 'adsync-drift.xml'), 'utf8')).toBe(report);
  expect(log).toMatch(/\nadsync drift: 2 of 5 changed outside, 1 unchecked\. Checked at \d{4}-.*Z\n$/);
  expect(await adsync.calls()).toEqual([
    ['drift', '--format', 'junit', '-o', 'adsync-drift.xml', '--detailed-exitcode', '--', 'campaigns.yaml'],
  ]);
});

test('a fork gets its document checked and nothing else, without any secret', async () => {
  const { gitlab, adsync, run } = await createBench({
    validate: { code: 1, stderr: 'campaigns.yaml:1:1 wrong\n' },
  });

  const ran = await run('plan', {
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '43',
    ADSYNC_STATE: '',
    ADSYNC_GITLAB_TOKEN: '',
  });

  expect(ran.code).toBe(1);
  expect(ran.log).toContain('adsync validate: the document has problems');
  expect(await adsync.calls()).toEqual([['validate', '--', 'campaigns.yaml']]);
  expect(gitlab.asked).toEqual([]);
});

test.each([
  ['plan', { ADSYNC_STATE: '' }, 'ADSYNC_STATE is not set', 0],
  ['apply', { ADSYNC_STATE: 'sqlite:state.db' }, "names a file on this runner's disk", 0],
  ['drift', { ADSYNC_STATE: '' }, 'Set the secret ADSYNC_STATE to postgres://USER@HOST/DATABASE', 0],
  ['plan', { ADSYNC_GITLAB_TOKEN: '' }, 'the role Reporter and the scope api', 1],
  ['plan', { ADSYNC_GITLAB_TOKEN: 'wrong-token' }, 'was answered with status 401', 1],
] as const)('%s with %j ends with what to do', async (job, env, said, calls) => {
  const { adsync, run } = await createBench({ plan: planned });

  const { code, log } = await run(job, env);

  expect(code).toBe(1);
  expect(log).toContain(said);
  expect(log).not.toContain('wrong-token');
  expect(await adsync.calls()).toHaveLength(calls);
});
