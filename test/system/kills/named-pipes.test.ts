import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSite, type Site } from './site.ts';

const document = `version: 1
variables: { budget: 5 }
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale: { name: Sale, funding_instrument: credit, daily_budget: "\${var.budget}" }
`;

/** A site with a document and a named pipe `held`, which is never read or written. */
async function siteWithPipe(): Promise<Site> {
  const site = await createSite();
  onTestFinished(site.remove);
  await writeFile(join(site.folder, 'campaigns.yaml'), document);
  execFileSync('mkfifo', [join(site.folder, 'held')]);
  return site;
}

/** Waits until a process, which was given a pipe, has opened it once more. */
async function untilRead(pid: number | undefined, pipe: string): Promise<void> {
  const opened = async (): Promise<number> => {
    const folder = `/proc/${pid}/fd`;
    const targets = (await readdir(folder)).map(
      async (fd) => await readlink(join(folder, fd)).catch(() => ''),
    );
    return (await Promise.all(targets)).filter((target) => target === pipe).length;
  };
  while ((await opened()) < 2) await sleep(20);
}

/** Runs a line of bash in the folder of a site, with `adsync` in it. */
async function bash(
  { folder, launcher, environment }: Site,
  line: string,
): Promise<readonly [number | null, string]> {
  const script = `adsync() { "${process.execPath}" "${launcher}" "$@"; }; ${line}`;
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, problems] = [text(child.stdout), text(child.stderr)];
  await once(child, 'close');
  return [child.exitCode, (await out) + (await problems)];
}

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  test.each([
    ['plan -o', ['plan', '-o', 'held'], 'held is a named pipe that nobody reads'],
    ['drift -o', ['drift', '-o', 'held'], 'held is a named pipe that nobody reads'],
    ['apply --plan', ['apply', '--yes', '--plan', 'held'], 'it is a named pipe, not a file'],
    ['--var-file', ['--var-file', 'held', 'plan'], 'held is a named pipe, not a file'],
    ['a document', ['plan', 'held'], 'held is a named pipe, not a file'],
    ['--state', ['--state', 'sqlite:held', 'plan'], 'is not a file'],
    ['sandbox --seed', ['sandbox', '--port', '0', '--seed', 'held'], 'held is not a file'],
    ['sandbox --data', ['sandbox', '--port', '0', '--data', 'held'], 'it is not a file'],
    [
      'sandbox --cert',
      ['sandbox', '--port', '0', '--https-port', '0', '--cert', 'held', '--key', 'held'],
      'held is not a file',
    ],
  ])('as %s is refused, not waited for', async (_name, argv, reason) => {
    const site = await siteWithPipe();

    const { code, stderr } = await site.start(argv).ended;

    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  test('as a file of members is refused', async () => {
    const site = await siteWithPipe();
    const audience = 'buyers: { name: Buyers, users: { file: held } }';
    await writeFile(
      join(site.folder, 'campaigns.yaml'),
      `version: 1\naccounts: { acme-us: { id: 18ce54d4x5t, audiences: { ${audience} } } }\n`,
    );

    const { code, stderr } = await site.start(['validate']).ended;

    expect([code, stderr]).toEqual([1, expect.stringContaining('the file of members held is not a file')]);
  });

  test.each([
    ['.gitignore', 'init', 'mkfifo .gitignore; adsync init . && rm campaigns.yaml'],
    ['.git', 'plan', 'mkfifo .git; adsync plan'],
    ['.git/config', 'plan', 'mkdir .git; mkfifo .git/config .git/HEAD; adsync plan'],
  ])('in the place of %s does not hold up %s', async (_file, _command, line) => {
    const site = await siteWithPipe();

    const [code] = await bash(site, line);

    expect(code).toBe(0);
  });

  test('that a program reads takes a plan', async () => {
    const site = await siteWithPipe();

    const [code, said] = await bash(site, 'cat held & sleep 0.2; adsync plan -o held >&2; wait');

    expect([code, said]).toEqual([0, expect.stringContaining('"format_version"')]);
  });
});

test.skipIf(process.platform === 'win32')('- is standard input and standard output', async () => {
  const site = await siteWithPipe();

  const [code, said] = await bash(
    site,
    `set -e -o pipefail
     echo 'budget: 7' | adsync --var-file - plan -o - > saved.json
     adsync show - < saved.json
     adsync --var budget=7 plan -o - | adsync --var budget=7 apply --plan - --yes
     ! adsync apply --plan - < saved.json`,
  );

  expect([code, said]).toEqual([0, expect.stringContaining('Applied: 1 created; ')]);
  expect(said).toContain('7.00 USD/day');
  expect(await readdir(site.folder)).not.toContain('-');
});

test.skipIf(process.platform === 'win32')('what a shell hands over is read once, and written', async () => {
  const site = await siteWithPipe();

  const [code, said] = await bash(
    site,
    `adsync --var-file <(echo 'budget: 7') plan -o >(cat > saved.json) &&
     for i in 1 2 3 4 5 6 7 8 9; do [ -s saved.json ] || sleep 0.2; done
     echo 'budget: 7' | adsync --var-file /dev/stdin apply --yes --plan <(cat saved.json)`,
  );

  expect([code, said]).toEqual([0, expect.stringContaining('Applied: 1 created')]);
  expect((await site.dump())['campaigns']).toContainEqual(
    expect.objectContaining({ name: 'Sale', daily_budget_amount_local_micro: 7_000_000 }),
  );
});

test.skipIf(process.platform === 'win32').each([
  ['--var-file <(yes "a: 1") plan', 'it is longer than 64 MiB'],
  ['apply --yes --plan <(yes)', 'it is longer than 64 MiB'],
  ['plan <(cat campaigns.yaml)', 'is not a file'],
  ['fmt /dev/stdin < <(cat campaigns.yaml)', 'is not a file'],
])('of what a shell hands over, %s is refused', async (line, reason) => {
  const site = await siteWithPipe();

  expect(await bash(site, `adsync ${line}`)).toEqual([1, expect.stringContaining(reason)]);
});

test.skipIf(process.platform === 'win32')('no note obeys the name of a file', async () => {
  const site = await siteWithPipe();
  const name = "$'no\\e[31m.json'";

  const [code, said] = await bash(site, `adsync plan -o ${name} && adsync init $'in\\e[31m'`);

  expect(code).toBe(0);
  expect(said).toContain("--plan 'no�[31m.json'");
  expect(said).toContain('wrote   in�[31m/campaigns.yaml');
});

test.skipIf(process.platform === 'win32')('an empty file of variables may be /dev/null', async () => {
  const site = await siteWithPipe();

  const { code, stderr } = await site.start(['--var-file', '/dev/null', 'validate']).ended;

  expect([code, stderr]).toEqual([0, '']);
});

test.skipIf(process.platform === 'win32').each(['validate', '--help', 'state list'])(
  'a working directory that is gone is told by %s',
  async (line) => {
    const site = await siteWithPipe();

    const [code, said] = await bash(site, `mkdir gone; cd gone; rmdir ../gone; adsync ${line}`);

    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^error\[ADSYNC_USAGE\]: the working directory has been removed\n.*\n$/),
    ]);
  },
);

test.skipIf(process.platform !== 'linux')('SIGTERM ends a run whose state cannot be made', async () => {
  const site = await siteWithPipe();
  const running = site.start(['--state', 'sqlite:/proc/adsync/state.db', 'apply', '--yes']);
  await sleep(2_000);

  running.child.kill('SIGTERM');
  await sleep(300);
  running.child.kill('SIGTERM');

  const { code, signal } = await running.ended;
  expect([code, signal]).not.toEqual([0, null]);
});

test.skipIf(process.platform !== 'linux').each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
] as const)('%s and then %s end a run that waits for a pipe', async (first, second) => {
  const site = await siteWithPipe();
  const running = site.start(['--var-file', '/dev/fd/3', 'plan'], { before: 'exec 3<>held;' });
  await untilRead(running.child.pid, join(site.folder, 'held'));

  running.child.kill(first);
  await sleep(300);
  running.child.kill(second);

  const { code, signal } = await running.ended;
  expect(code ?? signal).toBe('SIGINT');
});
