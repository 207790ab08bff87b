import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { openTerminal } from '../../support/terminal.ts';
import { campaigns } from '../cli/harness.ts';
import { runProgram, temporaryFolder, writeNew } from './run-script.ts';

const program = await builtProgram();
const document = campaigns({
  sale: 'name: Sale, daily_budget: 55.00',
  autumn: 'name: Autumn, daily_budget: 1.00',
});

function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A folder with a document, and `adsync` on the path. */
async function createHome(): Promise<{
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}> {
  const folder = await temporaryFolder();
  await writeNew(join(folder, 'campaigns.yaml'), document);
  await writeNew(join(folder, 'bin/readme'), '');
  await symlink(program.launcher, join(folder, 'bin/adsync'));
  const path = `${join(folder, 'bin')}:${join(process.execPath, '..')}:${process.env['PATH']}`;
  return {
    folder,
    env: { PATH: path, HOME: folder, ADSYNC_STATE: 'sqlite:.adsync/state.db', ...program.environment },
  };
}

const cases = [
  ['adsync pl', 'adsync plan'],
  ['adsync state hi', 'adsync state history'],
  ['adsync plan --format mark', 'adsync plan --format markdown'],
  ['adsync plan --format=mark', 'adsync plan --format=markdown'],
  ['adsync plan --det', 'adsync plan --detailed-exitcode'],
  ['adsync explain campaign.daily_b', 'adsync explain campaign.daily_budget'],
  ['adsync plan --target acme-us/camp', 'adsync plan --target acme-us/campaigns/'],
  ['adsync plan --target acme-us/campaigns/sa', 'adsync plan --target acme-us/campaigns/sale'],
  ['adsync validate camp', 'adsync validate campaigns.yaml'],
  ['adsync apply --plan camp', 'adsync apply --plan campaigns.yaml'],
  ['adsync init bi', 'adsync init bin/'],
] as const;

const typedLines = cases.map(([line]) => line);

/** What a shell offers for each line: the script prints the line after `>`, then what it offers, one a line. */
function offers(log: string): ReadonlyMap<string, readonly string[]> {
  const blocks = log.split(/^>/m).slice(1);
  return new Map(
    blocks.map((block) => {
      const [line = '', ...words] = block.trimEnd().split('\n');
      return [line, words.map((word) => word.split('\t', 1).join(''))];
    }),
  );
}

test('bash offers what completes a line', async () => {
  const { folder, env } = await createHome();
  // readline says how it wants words; outside of it there is nobody to tell.
  const script = `
    eval "$(adsync completion bash)"
    compopt() { :; }
    for COMP_LINE in "$@"; do
      COMP_POINT=\${#COMP_LINE}
      _adsync adsync
      printf '>%s\\n' "$COMP_LINE" "\${COMPREPLY[@]}" | sed '2,$s/^>//'
    done`;

  const { code, log } = await runProgram(
    ['bash', '--norc', '-c', script, 'bash', ...typedLines],
    folder,
    env,
  );

  expect(code).toBe(0);
  const offered = offers(log);
  for (const [line, completed] of cases) {
    // What readline replaces: the last word, and of that what stands after its last break. It adds the `/` of a folder.
    const kept = line.replace(/[^ =:]*$/, '');
    expect(offered.get(line)?.map((word) => kept + word)).toEqual([
      line.startsWith('adsync init') ? completed.slice(0, -1) : completed,
    ]);
  }
});

test('fish offers what completes a line', async ({ skip }) => {
  skip(!has('fish'), 'fish is not installed');
  const { folder, env } = await createHome();
  const script = `
    adsync completion fish | source
    for line in $argv
      echo ">$line"
      complete -C "$line"
    end`;

  const { code, log } = await runProgram(['fish', '--no-config', '-c', script, ...typedLines], folder, env);

  expect(code).toBe(0);
  const offered = offers(log);
  for (const [line, completed] of cases) {
    expect(offered.get(line)?.map((word) => line.replace(/[^ ]*$/, word))).toEqual([completed]);
  }
});

const typed = [
  ['adsync pl', 'adsync plan'],
  ['adsync plan --target acme-us/campaigns/sa', 'adsync plan --target acme-us/campaigns/sale'],
  ['adsync plan --format=mark', 'adsync plan --format=markdown'],
] as const;

/** Types lines into a shell in a terminal, a tab after each, and waits for what has to stand there then. */
async function typeInto(
  [program, ...args]: readonly [string, ...string[]],
  setup: string,
  lines: readonly (readonly [typed: string, completed: string])[],
): Promise<void> {
  const { folder, env } = await createHome();
  const terminal = openTerminal(program, args, { columns: 150, rows: 20, cwd: folder, env });
  terminal.send(`${setup}; echo ready-$((6*7))\r`);
  await terminal.waitFor('ready-42');
  for (const [line, completed] of lines) {
    terminal.send(`${line}\t`);
    await terminal.waitFor(completed);
    terminal.send(clearLine);
  }
}

const clearLine = '\x15';
const inTerminal: readonly (readonly [string, readonly [string, ...string[]], string])[] = [
  ['bash', ['bash', '--norc', '--noprofile'], 'eval "$(adsync completion bash)"'],
  ['zsh', ['zsh', '-f'], 'autoload -Uz compinit && compinit -u -D && eval "$(adsync completion zsh)"'],
];

test.for(inTerminal)('%s completes in a terminal', async ([name, shell, setup], { skip }) => {
  skip(!has(name), `${name} is not installed`);

  await expect(typeInto(shell, setup, typed)).resolves.toBeUndefined();
});
