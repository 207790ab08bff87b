import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { runAction } from './run-action.ts';
import { type Ended, runProgram, temporaryFolder, writeNew } from './run-script.ts';

const program = await builtProgram();
const document = 'version: 1\nvariables: { name: Sale }\naccounts: { main: { id: 18ce54d4x5t } }\n';
const audience = (file: string): string =>
  `version: 1\naccounts: { main: { id: 18ce54d4x5t, audiences: { buyers: { name: B, users: { file: ${file} } } } } }\n`;
/** What stands on the machine of the job, and no request may show. */
const confidential = 'password: hunter2-of-the-runner';

interface Checkout {
  readonly folder: string;
  /** A file of the machine, outside the checkout. */
  readonly outside: string;
}

async function createCheckout(files: Readonly<Record<string, string>> = {}): Promise<Checkout> {
  const place = await temporaryFolder();
  const folder = join(place, 'checkout');
  const outside = join(place, 'runner', 'secrets.yaml');
  await writeNew(outside, `${confidential}\n`);
  await writeNew(join(folder, '.git/config'), `${confidential}\n`);
  for (const [path, text] of Object.entries(files)) await writeNew(join(folder, path), text);
  return { folder, outside };
}

/** The job of a fork's pull request, which checks the document. */
async function githubJob({ folder }: Checkout, inputs: Readonly<Record<string, string>>) {
  const { code, log, summary } = await runAction({
    actionPath: dirname(dirname(program.launcher)),
    workspace: folder,
    inputs: { command: 'plan', ...inputs },
    event: {
      pull_request: {
        number: 7,
        head: { sha: 'c', repo: { full_name: 'somebody/fork' } },
        base: { ref: 'main' },
      },
    },
    env: { ...program.environment, GITHUB_EVENT_NAME: 'pull_request', GITHUB_API_URL: 'http://127.0.0.1:9' },
  });
  return { code, log: log + summary };
}

async function gitlabJob({ folder }: Checkout, inputs: Readonly<Record<string, string>>): Promise<Ended> {
  const script = join(dirname(dirname(program.launcher)), 'templates/pipelines/gitlab.mjs');
  return await runProgram([process.execPath, script, 'plan'], folder, {
    ...program.environment,
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
    CI_MERGE_REQUEST_IID: '7',
    CI_API_V4_URL: 'http://127.0.0.1:9',
    ADSYNC_PATHS: inputs['paths'] ?? '',
    ADSYNC_GLOBAL_ARGS: inputs['global-args'] ?? '',
  });
}

const jobs = [
  ['GitHub', githubJob],
  ['GitLab', gitlabJob],
] as const;

/** What a request may hold that leads elsewhere: the files of it, its links, and what the job is told. */
const ways: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  (checkout: Checkout) => Readonly<Record<string, string>>,
  Readonly<Record<string, string>>,
])[] = [
  [
    'a document that is a link',
    {},
    ({ outside }) => ({ 'campaigns.yaml': outside }),
    { paths: 'campaigns.yaml' },
  ],
  ['the document that no path names', {}, ({ outside }) => ({ 'campaigns.yaml': outside }), {}],
  [
    'a document in a folder',
    { 'ads/a.yaml': document },
    ({ outside }) => ({ 'ads/b.yaml': outside }),
    { paths: 'ads' },
  ],
  ['a folder that is a link', {}, ({ outside }) => ({ ads: dirname(outside) }), { paths: 'ads' }],
  [
    'a folder in a folder',
    { 'ads/a.yaml': document },
    ({ outside }) => ({ 'ads/more': dirname(outside) }),
    { paths: 'ads' },
  ],
  [
    'a link by way of a link',
    {},
    ({ outside }) => ({ one: outside, 'campaigns.yaml': 'one' }),
    { paths: 'campaigns.yaml' },
  ],
  ['what git keeps for itself', {}, () => ({ 'campaigns.yaml': '.git/config' }), { paths: 'campaigns.yaml' }],
  [
    'a file of variables',
    { 'campaigns.yaml': document },
    ({ outside }) => ({ 'vars.yaml': outside }),
    { paths: 'campaigns.yaml', 'global-args': '--var-file=vars.yaml' },
  ],
  [
    'a file of members',
    { 'campaigns.yaml': audience('buyers.csv') },
    ({ outside }) => ({ 'buyers.csv': outside }),
    { paths: 'campaigns.yaml' },
  ],
  [
    'a file of members by its path',
    { 'campaigns.yaml': audience('../runner/secrets.yaml') },
    () => ({}),
    { paths: 'campaigns.yaml' },
  ],
];

describe.each(jobs)('in a job of %s', (_host, job) => {
  test.each(ways)('%s is not read', async (_way, files, linksOf, inputs) => {
    const checkout = await createCheckout(files);
    for (const [path, target] of Object.entries(linksOf(checkout)))
      await symlink(target, join(checkout.folder, path));

    const { code, log } = await job(checkout, inputs);

    expect(log).toContain('ADSYNC_DOCUMENT_OUTSIDE');
    expect(log).not.toContain('hunter2');
    expect(code).toBe(1);
  });

  test('a link within the checkout is followed, and a file that the job itself names elsewhere is read', async () => {
    const checkout = await createCheckout({ 'ads/real.yaml': document });
    await writeNew(join(dirname(checkout.outside), 'vars.yaml'), 'name: Sale\n');
    await symlink('ads/real.yaml', join(checkout.folder, 'campaigns.yaml'));

    const { code, log } = await job(checkout, {
      paths: 'campaigns.yaml',
      'global-args': `--var-file=${join(dirname(checkout.outside), 'vars.yaml')}`,
    });

    expect([code, log]).toEqual([0, expect.stringContaining('the document is valid')]);
  });
});

test('outside pipelines a link leads where it leads', async () => {
  const checkout = await createCheckout();
  await writeNew(checkout.outside, document);
  await symlink(checkout.outside, join(checkout.folder, 'campaigns.yaml'));

  const { code } = await runProgram(
    [process.execPath, program.launcher, 'validate'],
    checkout.folder,
    program.environment,
  );

  expect(code).toBe(0);
});
