import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaigns } from './harness.ts';
import { applied, ours, type Shared, shared } from './shared-state.ts';

const one = (key: string, more = ''): string =>
  campaigns({ [key]: `name: ${key}, status: PAUSED, daily_budget: 5` }, more);
const nothingHere = 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n';
const two = (more = ''): string =>
  campaigns(
    {
      kept: 'name: kept, status: PAUSED, daily_budget: 5',
      cut: 'name: cut, status: PAUSED, daily_budget: 5',
    },
    more,
  );

/** Ways in which two folders are projects of their own. */
const apart: readonly (readonly [string, (bench: Shared) => Promise<void>, (key: string) => string])[] = [
  ['folders', async () => undefined, () => ''],
  ['projects with names', async () => undefined, (key) => `project: ${key}\n`],
  [
    'repositories',
    async (bench) => {
      for (const folder of ['spring', 'autumn']) await bench.git(folder, 'init', '-q');
    },
    () => '',
  ],
  [
    'repositories with an origin',
    async (bench) => {
      for (const folder of ['spring', 'autumn']) {
        await bench.git(folder, 'init', '-q');
        await bench.git(folder, 'remote', 'add', 'origin', `git@git.example:ads/${folder}.git`);
      }
    },
    () => '',
  ],
  ['folders of one repository', async (bench) => void (await bench.git('.', 'init', '-q')), () => ''],
];

test.each(apart)('two %s with a campaigns.yaml each share a state', async (_what, prepare, more) => {
  const bench = await shared();
  for (const key of ['spring', 'autumn']) await bench.write(`${key}/campaigns.yaml`, one(key, more(key)));
  await prepare(bench);
  await applied(bench, 'spring');
  expect(await bench.changesAt('autumn')).toEqual([`create ${ours('autumn')}`]);
  await applied(bench, 'autumn');

  expect(await bench.changesAt('spring')).toEqual([]);
  expect((await bench.planAt('autumn')).summary.out_of_scope).toBe(1);
  await bench.write('autumn/campaigns.yaml', one('other', more('autumn')));
  expect(await bench.changesAt('autumn')).toEqual([`create ${ours('other')}`, `delete ${ours('autumn')}`]);
});

/** Ways in which a folder is known from wherever it is read. */
const known: readonly (readonly [string, (bench: Shared) => Promise<void>, string])[] = [
  ['a folder', async () => undefined, ''],
  ['a folder with a name', async () => undefined, 'project: acme/ads\n'],
  ['a repository', async (bench) => void (await bench.git('.', 'init', '-q')), ''],
  ['a repository with a name', async (bench) => void (await bench.git('.', 'init', '-q')), 'project: acme\n'],
];
const readings = [
  ['eu'],
  ['.', 'eu/campaigns.yaml'],
  ['.', 'eu'],
  ['other', '../eu'],
  ['eu', '../eu/campaigns.yaml'],
] as const;

test.each(known)('%s is the same from every working directory', async (_what, prepare, more) => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', two(more));
  await mkdir(join(bench.folder, 'other'));
  await prepare(bench);
  await applied(bench, 'eu');
  const before = await bench.entry(ours('cut'));
  for (const [folder, ...paths] of readings) {
    expect(await bench.changesAt(folder, ...paths), `${folder} ${paths.join()}`).toEqual([]);
  }
  await applied(bench, '.', 'eu');
  expect(await bench.entry(ours('cut'))).toEqual(before);

  await bench.write('eu/campaigns.yaml', one('kept', more));
  for (const [folder, ...paths] of readings) {
    expect(await bench.changesAt(folder, ...paths), `${folder} ${paths.join()}`).toEqual([
      `delete ${ours('cut')}`,
    ]);
  }
});

test('places are shown relative to the working directory', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', one('a'));
  await mkdir(join(bench.folder, 'other'));

  const { changes } = await bench.planAt('other', '../eu');

  expect(changes.map(({ source }) => source?.file)).toEqual(['../eu/campaigns.yaml']);
});

test('a file that is gone from a folder of the project deletes', async () => {
  const bench = await shared();
  await bench.write('ads/eu/a.yaml', one('a'));
  await bench.write('ads/b.yaml', 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n');
  await applied(bench, 'ads', '.');
  await rm(join(bench.folder, 'ads/eu'), { recursive: true });

  expect(await bench.changesAt('.', 'ads')).toEqual([`delete ${ours('a')}`]);
});

test.each<readonly [string, (bench: Shared) => Promise<void>]>([
  ['cloned', async (bench) => void (await bench.git('.', 'clone', '-q', 'first', 'second'))],
  [
    'cloned twice from elsewhere',
    async (bench) => {
      await bench.git('.', 'clone', '-q', 'first', 'second');
      await bench.git('first', 'remote', 'add', 'origin', 'https://user:secret@git.example/ads/acme.git');
      await bench.git('second', 'remote', 'set-url', 'origin', 'ssh://git@git.example:22/ads/acme');
    },
  ],
  [
    'checked out twice',
    async (bench) => void (await bench.git('first', 'worktree', 'add', '-q', '../second')),
  ],
])('a repository that is %s is one project', async (_how, copy) => {
  const bench = await shared();
  await bench.write('first/eu/campaigns.yaml', two());
  await bench.git('first', 'init', '-q');
  await bench.git('first', 'add', '.');
  await bench.git('first', 'commit', '-qm', 'All');
  await copy(bench);
  await applied(bench, 'first', 'eu');
  expect(await bench.changesAt('second', 'eu')).toEqual([]);
  await bench.write('second/eu/campaigns.yaml', one('kept'));

  expect(await bench.changesAt('second/eu')).toEqual([`delete ${ours('cut')}`]);
  expect(JSON.stringify(await bench.entry(ours('cut')))).not.toContain('secret');
});

test('a folder that becomes a repository, gets an origin and then a name stays the same', async () => {
  const bench = await shared();
  const steps: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
    [async () => undefined, /^folder:/],
    [async () => await bench.git('.', 'init', '-q'), /^repository:\//],
    [
      async () => await bench.git('.', 'remote', 'add', 'origin', 'git@git.example:ads/acme.git'),
      /^repository:git\.example\/ads\/acme$/,
    ],
    [async () => await bench.write('eu/campaigns.yaml', two('project: acme\n')), /^acme$/],
  ];
  await bench.write('eu/campaigns.yaml', two());
  for (const [step, project] of steps) {
    await step();
    expect(await bench.changesAt('eu')).toEqual(
      project.test('folder:') ? [`create ${ours('kept')}`, `create ${ours('cut')}`] : [],
    );
    await applied(bench, 'eu');
    expect((await bench.entry(ours('cut'))).project).toMatch(project);
  }
  await bench.write('eu/campaigns.yaml', one('kept', 'project: acme\n'));

  expect(await bench.changesAt('eu')).toEqual([`delete ${ours('cut')}`]);
});

test('two names of a project are refused with both places', async () => {
  const bench = await shared();
  await bench.write('a.yaml', one('a', 'project: acme\n'));
  await bench.write('b.yaml', 'version: 1\nproject: acme\n');
  expect(await bench.at('.', 'validate', '.')).toMatchObject({ code: 0 });
  await bench.write('b.yaml', 'version: 1\nproject: other\n');

  const { code, stderr } = await bench.at('.', 'validate', '.');

  expect(code).toBe(1);
  expect(stderr).toContain('b.yaml:2:1');
  expect(stderr).toContain('a.yaml:2:1');
  expect(stderr).toContain('project says something else here');
});

test.each(['a b', '/x', 'a:b', '""', 'x'.repeat(101), '[a]', '-a'])(
  'project: %s is no name',
  async (name) => {
    const bench = await shared();
    await bench.write('a.yaml', one('a', `project: ${name}\n`));

    const { code, stderr } = await bench.at('.', 'validate', 'a.yaml');

    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.yaml:2:10/);
  },
);

test('a state without projects is read as before, and the next apply says them', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', two());
  await applied(bench, 'eu');
  const { project } = await bench.entry(ours('cut'));
  await bench.forgetProjects();
  expect(await bench.entry(ours('cut'))).toEqual({ file: 'campaigns.yaml' });
  expect(await bench.changesAt('eu')).toEqual([]);
  await bench.write('eu/campaigns.yaml', one('kept'));
  expect(await bench.changesAt('eu')).toEqual([`delete ${ours('cut')}`]);
  // Read from elsewhere, nobody knows whether it is the same file.
  expect(await bench.changesAt('.', 'eu')).toEqual([]);
  await bench.write('eu/campaigns.yaml', two());
  expect(await bench.changesAt('.', 'eu')).toEqual([]);

  await applied(bench, '.', 'eu');

  expect(await bench.entry(ours('cut'))).toEqual({ project, file: 'campaigns.yaml' });
});

test('what an old state holds of a folder that was read is never deleted', async () => {
  const bench = await shared();
  await bench.write('ads/a.yaml', two());
  await applied(bench, '.', 'ads');
  await bench.forgetProjects({ [ours('cut')]: 'ads/gone.yaml' });
  await bench.write('ads/a.yaml', one('kept'));

  const { changes, summary } = await bench.planAt('.', 'ads');

  expect(changes).toEqual([]);
  expect(summary.out_of_scope).toBe(1);
  expect((await bench.at('.', 'plan', 'ads')).stderr).toContain(
    'Where ads/gone.yaml is relative to another folder, run adsync apply there once.',
  );
});

test('what a file no longer holds counts as changed in it from every working directory', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', two());
  await bench.write('us/campaigns.yaml', nothingHere);
  await bench.git('.', 'init', '-q');
  await bench.git('.', 'add', '.');
  await bench.git('.', 'commit', '-qm', 'All');
  await applied(bench, 'eu');
  await bench.write('eu/campaigns.yaml', one('kept'));

  for (const [folder, path] of [
    ['eu', 'campaigns.yaml'],
    ['.', 'eu'],
    ['us', '../eu'],
  ] as const) {
    expect(await bench.changesAt(folder, '--changed-since', 'HEAD', path)).toEqual([`delete ${ours('cut')}`]);
  }
});

test('places of the state are shown with their project', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', one('sale', 'project: acme\n'));
  await applied(bench, '.', 'eu');

  expect((await bench.at('.', 'state', 'show', ours('sale'))).stdout).toMatch(/project +acme\nfile/);
  expect((await bench.at('eu', 'state', 'mv', ours('sale'), ours('spring'))).code).toBe(0);
  expect((await bench.entry(ours('spring'))).project).toBe('acme');
});

test('drift is accepted into the file from another working directory', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', one('sale'));
  await applied(bench, 'eu');
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'sale');
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: sale?.['id'], set: { daily_budget_amount_local_micro: 7_000_000 } },
  ]);
  await mkdir(join(bench.folder, 'other'));

  expect((await bench.at('other', 'drift', '--accept', '--yes', '../eu')).code).toBe(0);
  expect(await bench.read('eu/campaigns.yaml')).toContain('daily_budget: 7');
});

test('what import writes is planned from elsewhere', async () => {
  const bench = await shared();
  await bench.write('eu/campaigns.yaml', one('sale'));
  await applied(bench, 'eu');
  await bench.at('.', 'state', 'rm', 'acme-us', '--yes');

  expect(await bench.at('eu', 'import', '18ce54d4x5t', '--out', 'new')).toMatchObject({ code: 0 });
  expect(await bench.changesAt('.', 'eu/new')).toEqual([]);
});
