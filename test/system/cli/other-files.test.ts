import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaigns } from './harness.ts';
import { applied, ours, type Shared, shared } from './shared-state.ts';

const one = (key: string, name = key, more = ''): string =>
  campaigns({ [key]: `name: ${name}, status: PAUSED, daily_budget: 5` }, more);
const several = (keys: readonly string[]): string =>
  campaigns(Object.fromEntries(keys.map((key) => [key, `name: ${key}, status: PAUSED, daily_budget: 5`])));
const nothing = 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n';

/** What was printed, without the line breaks of the terminal. */
function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Two files of one repository; the first is applied, the second holds nothing yet. */
async function twoFiles(): Promise<Shared> {
  const bench = await shared();
  await bench.git('.', 'init', '-q');
  await bench.write('a.yaml', one('sale', 'Sale'));
  await bench.write('b.yaml', nothing);
  await applied(bench, '.', 'a.yaml');
  return bench;
}

test("another file's address is not taken over while that file stands", async () => {
  const bench = await twoFiles();
  await bench.write('b.yaml', one('sale', 'Sale'));

  const { code, stdout } = await bench.at('.', 'apply', '--yes', 'b.yaml');
  const said = unwrapped(stdout);

  expect(code).toBe(4);
  expect(said).toContain('b.yaml:7 declares what a.yaml declared, a file that was not read');
  expect(said).toContain('take it out of a.yaml and name both files in one run');
  expect((await bench.entry(ours('sale'))).file).toBe('a.yaml');
  await mkdir(join(bench.folder, 'sub'));
  expect(unwrapped((await bench.at('sub', 'plan', '../b.yaml')).stdout)).toContain('what ../a.yaml declared');
});

test('it is taken over where the file is read too, is gone, or the user says so', async () => {
  const bench = await twoFiles();
  await bench.write('b.yaml', one('sale', 'Sale'));
  expect(await bench.changesAt('.', '--override', 'other_file', 'b.yaml')).toEqual([]);
  await rename(join(bench.folder, 'a.yaml'), join(bench.folder, 'old'));
  expect(await bench.changesAt('.', 'b.yaml')).toEqual([]);
  await bench.write('a.yaml', nothing);
  expect(await bench.changesAt('.', 'b.yaml')).toEqual([`refused other_file ${ours('sale')}`]);
  expect(await bench.changesAt('.', 'a.yaml', 'b.yaml')).toEqual([]);

  await applied(bench, '.', 'a.yaml', 'b.yaml');

  expect((await bench.entry(ours('sale'))).file).toBe('b.yaml');
  expect(await bench.changesAt('.', 'b.yaml')).toEqual([]);
});

test('an address of another project is not taken over', async () => {
  const bench = await shared();
  await bench.write('a/campaigns.yaml', one('sale', 'Sale', 'project: first\n'));
  await bench.write('b/campaigns.yaml', one('sale', 'Sale', 'project: second\n'));
  await bench.git('.', 'init', '-q');
  await applied(bench, 'a');

  const { violations } = await bench.planAt('b');

  expect(violations).toMatchObject([
    {
      rule: 'other_file',
      address: ours('sale'),
      message:
        'campaigns.yaml:8 declares what a/campaigns.yaml of project first declared, a file that was not read',
    },
  ]);
});

test('a document that names its project no longer is told that, and both ways out hold', async () => {
  const bench = await shared();
  await bench.write('in/campaigns.yaml', one('sale', 'Sale', 'project: first\n'));
  await applied(bench, '.', 'in');
  await bench.write('in/campaigns.yaml', one('sale', 'Sale'));

  const { violations } = await bench.planAt('.', 'in');

  expect(violations).toMatchObject([
    {
      rule: 'other_file',
      message:
        'in/campaigns.yaml:7 declares what in/campaigns.yaml declared for project first; this run reads the file of that path without a project',
      remedy:
        'Write project: first at the top of the file again. To accept it is to keep what the file declares without a project.',
    },
  ]);
  expect(await bench.changesAt('.', '--override', 'other_file', 'in')).toEqual([]);
  await bench.write('in/campaigns.yaml', one('sale', 'Sale', 'project: first\n'));
  expect(await bench.changesAt('.', 'in')).toEqual([]);
});

test('so is one within a repository that another project names now', async () => {
  const bench = await shared();
  await bench.git('.', 'init', '-q');
  await bench.write('in/campaigns.yaml', one('sale', 'Sale', 'project: first\n'));
  await applied(bench, '.', 'in');
  await bench.write('in/campaigns.yaml', one('sale', 'Sale', 'project: second\n'));

  const { violations } = await bench.planAt('in');

  expect(violations[0]?.message).toBe(
    'campaigns.yaml:8 declares what campaigns.yaml declared for project first; this run reads the file of that path for project second',
  );
});

test('what was split into files is one reason a pair of files, and what it advises works', async () => {
  const bench = await shared();
  await bench.git('.', 'init', '-q');
  await bench.write('all.yaml', several(['a', 'b', 'c']));
  await applied(bench, '.', 'all.yaml');
  await bench.write('new.yaml', several(['a', 'b']));
  expect(await bench.changesAt('.', 'new.yaml')).toEqual(['refused other_file acme-us']);

  await bench.write('all.yaml', several(['c']).replace(/ +funding_instruments: .*\n/, ''));

  expect(await bench.changesAt('.', 'new.yaml', 'all.yaml')).toEqual([]);
});

test('an old state is refused only where the file stands in the working directory', async () => {
  const bench = await twoFiles();
  await bench.forgetProjects();
  await bench.write('b.yaml', one('sale', 'Sale'));
  expect(await bench.changesAt('.', 'b.yaml')).toEqual([`refused other_file ${ours('sale')}`]);
  await mkdir(join(bench.folder, 'sub'));

  expect(await bench.changesAt('sub', '../b.yaml')).toEqual([]);
});

test('settings of an account may stand in several files', async () => {
  const bench = await shared();
  const named = 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t, name: Acme } }\n';
  for (const file of ['a.yaml', 'b.yaml']) {
    await bench.write(file, named);
    await applied(bench, '.', file);
  }

  expect(await bench.changesAt('.', 'a.yaml')).toEqual([]);
});

test('moved does not take from a file that stands either', async () => {
  const bench = await twoFiles();
  const moved = `moved: [{ from: ${ours('sale')}, to: ${ours('spring')} }]\n`;
  await bench.write('b.yaml', one('spring', 'Sale', moved));
  expect(await bench.changesAt('.', 'b.yaml')).toEqual([
    `move ${ours('spring')}`,
    `refused other_file ${ours('spring')}`,
  ]);
  await rm(join(bench.folder, 'a.yaml'));

  expect(await bench.changesAt('.', 'b.yaml')).toEqual([`move ${ours('spring')}`]);
});

test('a campaign that moved to another file under another key is never made twice', async () => {
  const bench = await twoFiles();
  await bench.write('a.yaml', nothing);
  await bench.write('b.yaml', one('spring', 'Sale'));

  const { code, stdout } = await bench.at('.', 'apply', '--yes', 'b.yaml');
  const said = unwrapped(stdout);

  expect(code).toBe(4);
  expect(said).toContain(`b.yaml:7 declares what exists already: a.yaml declared it as ${ours('sale')}`);
  expect(said).toContain(`add moved: [{ from: ${ours('sale')}, to: ${ours('spring')} }]`);
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(1);
  // The way out that it names.
  const moved = `moved: [{ from: ${ours('sale')}, to: ${ours('spring')} }]\n`;
  await bench.write('b.yaml', one('spring', 'Sale', moved));
  await applied(bench, '.', 'a.yaml', 'b.yaml');
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(1);
  expect((await bench.entry(ours('spring'))).file).toBe('b.yaml');
});

test('entries whose file is gone are said so, and left alone', async () => {
  const bench = await twoFiles();
  await bench.write('c/c.yaml', one('c'));
  await applied(bench, '.', 'c/c.yaml');
  expect((await bench.at('.', 'plan', 'b.yaml')).stderr).toBe('');
  await rm(join(bench.folder, 'a.yaml'));
  await bench.write('c/c.yaml', nothing);

  const { code, stderr } = await bench.at('c', 'plan', '../b.yaml');

  expect(code).toBe(0);
  expect(stderr).toContain(
    `The state holds ${ours('sale')}, which ../a.yaml declared. That file is not there`,
  );
  expect(stderr).toContain(`removed: [{ from: ${ours('sale')}, destroy: true }]`);
  expect(stderr).toContain(`adsync state rm ${ours('sale')}`);
  expect(stderr).not.toContain(ours('c'));
  expect(await bench.changesAt('c', '../b.yaml')).toEqual([]);
  expect(stderr).not.toContain('relative to another folder');
  // What is named for removal, or declared again, needs no word.
  await bench.write('b.yaml', `${nothing}removed: [{ from: ${ours('sale')}, destroy: true }]\n`);
  expect((await bench.at('.', 'plan', 'b.yaml')).stderr).toBe('');
  await bench.write('b.yaml', one('sale', 'Sale'));
  expect((await bench.at('.', 'plan', 'b.yaml')).stderr).toBe('');
});
