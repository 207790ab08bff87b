import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { openTerminal } from '../../support/terminal.ts';
import type { Site } from './site.ts';
import { expectDone, siteWithCampaigns, untilWrites, writes } from './sixty-campaigns.ts';

const onLinux = process.platform === 'linux';
const batches = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };

/** Runs a command with its outputs on a device that is always full; gives the exit code, and what standard error got. */
async function runOnFullDevice(
  { launcher, folder, environment }: Site,
  argv: readonly string[],
  full: 'stdout' | 'both',
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const device = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(device));
  const stderr = full === 'both' ? device : ('pipe' as const);
  const child = spawn(process.execPath, [launcher, ...argv], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', device, stderr],
  });
  let text = '';
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, stderr: text };
}

test.skipIf(!onLinux)(
  'an apply whose report goes nowhere does all of its work, and ends with 5',
  async () => {
    const site = await siteWithCampaigns();

    const { code, stderr } = await runOnFullDevice(site, ['apply', '--yes'], 'stdout');

    expect(code).toBe(5);
    expect(stderr).toMatch(/^error\[ADSYNC_OUTPUT_LOST\]: standard output cannot be written \(ENOSPC\)\n/);
    expect(stderr).not.toContain('    at ');
    await expectDone(site);
  },
);

test.skipIf(!onLinux)(
  'without any place to write to, an apply does all of its work, and ends with 5',
  async () => {
    const site = await siteWithCampaigns();

    const { code } = await runOnFullDevice(site, ['apply', '--yes', '--json'], 'both');

    expect(code).toBe(5);
    await expectDone(site);
  },
);

test.skipIf(!onLinux)('commands that tell something end with 5 where nobody can read it', async () => {
  const site = await siteWithCampaigns();

  const commands = [
    'plan',
    'drift',
    'state list',
    'schema',
    'explain campaign',
    '--help',
    '--version',
    'validate',
  ];
  const codes = await Promise.all(
    commands.map(async (line) => (await runOnFullDevice(site, line.split(' '), 'stdout')).code),
  );

  expect(codes).toEqual(commands.map(() => 5));
});

test.skipIf(process.platform === 'win32').each(['SIGHUP', 'SIGQUIT'] as const)(
  '%s: what is in flight is finished, and the lock is free',
  async (signal) => {
    const site = await siteWithCampaigns();
    await site.control('PUT', 'faults', [{ ...batches, effect: 'hold' }]);
    const running = site.start(['apply', '--yes']);
    await untilWrites(site, 4);

    running.child.kill(signal);
    if (signal === 'SIGHUP') running.child.kill(signal);
    await sleep(200);
    await site.control('PUT', 'faults', []);
    await site.control('POST', 'release');
    const { code, stderr } = await running.ended;

    expect(code).toBe(130);
    expect(stderr).toContain('20 of 60 changes are left:');
  },
);

/** Waits until no run holds a lock of the state. */
async function untilUnlocked({ folder }: Site): Promise<void> {
  const store = await openStore(`sqlite:${join(folder, '.adsync', 'state.db')}`, { mode: 'read' });
  onTestFinished(async () => await store.close());
  while ((await store.locks()).length > 0) await sleep(20);
}

test.skipIf(!onLinux)('an apply whose terminal is closed records what is in flight', async () => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [{ ...batches, effect: 'hold' }]);
  const terminal = openTerminal(process.execPath, [site.launcher, 'apply', '--yes'], {
    columns: 100,
    rows: 20,
    cwd: site.folder,
    env: site.environment,
  });
  await untilWrites(site, 4);

  await terminal.close();
  await sleep(200);
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  await untilUnlocked(site);

  expect(await writes(site)).toHaveLength(4);
  const next = await site.start(['apply', '--yes', '--json']).ended;
  expect(next).toMatchObject({ code: 0 });
  expect(next.stdout).toContain('"applied":20,');
});
