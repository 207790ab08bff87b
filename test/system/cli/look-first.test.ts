import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

const others = campaigns({ sale: 'name: "Sale ${var.season}", daily_budget: 55' }).replace(
  'accounts:',
  'variables: { season: winter }\naccounts:',
);
const adopting = ['--adopt', '--undo-drift', 'acme-us/campaigns/sale', '--keep-stopped'];

// What is typed, and the command that it names to look at first. The shell that runs it splits it into the same words.
test.each([
  [['apply'], ['plan']],
  [
    ['apply', 'campaigns.yaml', '--json'],
    ['plan', 'campaigns.yaml'],
  ],
  [
    ['apply', './-odd one.yaml', ...adopting],
    ['plan', './-odd one.yaml', ...adopting],
  ],
  [
    ['apply', '--changed-since', 'HEAD'],
    ['plan', '--changed-since', 'HEAD'],
  ],
  [
    ['apply', '--target', 'acme-us/campaigns/*', '--account', 'acme-us'],
    ['plan', '--target', 'acme-us/campaigns/*', '--account', 'acme-us'],
  ],
  [
    ['apply', '--var-file', 'values.yaml'],
    ['plan', '--var-file', 'values.yaml'],
  ],
  [
    ['apply', '--state', "sqlite:it's.db"],
    ['plan', '--state', "sqlite:it's.db"],
  ],
])('%j without a terminal names %j, which shows the same plan', async (typed, named) => {
  const bench = await createBench(others);
  await bench.write('-odd one.yaml', others);
  await bench.write('values.yaml', 'season: autumn\n');
  commitAll(bench.folder);
  await bench.write('campaigns.yaml', others.replace('55', '54'));

  const { code, stdout, stderr } = await bench.adsync(typed);
  const words = wordsOf(commandIn(stderr));
  const looked = await bench.adsync(words.slice(1));

  expect([code, words]).toEqual([1, ['adsync', ...named]]);
  expect(looked.code).toBe(0);
  if (!typed.includes('--json')) expect(stdout).toBe(looked.stdout);
});

test('destroy names the plan of the same destruction', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, daily_budget: 5', kept: 'name: Kept, daily_budget: 5' }),
  );
  await bench.adsync(['apply', '--yes']);
  const given = ['campaigns.yaml', '--exclude', 'acme-us/campaigns/kept', '--override', 'max_deletes'];

  const { code, stdout, stderr } = await bench.adsync(['destroy', ...given]);
  const words = wordsOf(commandIn(stderr));
  const looked = await bench.adsync(words.slice(1));

  expect([code, words]).toEqual([1, ['adsync', 'plan', '--destroy', ...given]]);
  expect(stdout).toBe(looked.stdout);
});

test('apply of a saved plan names the command that shows it', async () => {
  const bench = await createBench();
  await bench.adsync(['plan', '-o', 'the plan.json']);

  const { code, stdout, stderr } = await bench.adsync(['apply', '--plan', 'the plan.json']);
  const words = wordsOf(commandIn(stderr));
  const looked = await bench.adsync(words.slice(1));

  expect([code, words]).toEqual([1, ['adsync', 'show', 'the plan.json']]);
  expect(stdout).toBe(looked.stdout);
});

test('what may be a secret is not repeated', async () => {
  const bench = await createBench(others);

  const { stderr } = await bench.adsync(['apply', '--var', 'season=hunter2']);

  expect(commandIn(stderr)).toBe('adsync plan --var season=VALUE');
});

function commandIn(stderr: string): string {
  const [, line = ''] = /\n {2}Look at the plan first: (.*)\n/.exec(stderr) ?? [];
  expect(stderr).toMatch(/Look at/);
  return line;
}

/** The words that a shell takes a command for. */
function wordsOf(line: string): readonly string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

/** Makes the folder a repository that holds its files. */
function commitAll(folder: string): void {
  const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  for (const argv of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'Begin'],
  ])
    execFileSync('git', argv, { cwd: folder });
}
