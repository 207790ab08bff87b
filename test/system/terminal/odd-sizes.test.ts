import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTerminal, type ReportedSize, type Terminal } from '../../support/terminal.ts';
import type { Site } from '../kills/site.ts';
import { siteWithCampaigns, untilWrites } from '../kills/sixty-campaigns.ts';

const onWindows = process.platform === 'win32';
const unknown: ReportedSize = { columns: 0, rows: 0 };
const writes = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };
/** Longer than it takes until progress is shown. */
const ms = 1500;

function start(
  { launcher, folder, environment }: Site,
  argv: readonly string[],
  reports: ReportedSize | undefined,
): Terminal {
  const usual = { columns: 140, rows: 50, cwd: folder, env: environment };
  const options = reports === undefined ? usual : { ...usual, reports };
  return openTerminal(process.execPath, [launcher, ...argv], options);
}

test.skipIf(onWindows)('an apply that takes a while ends, whatever size its terminal tells', async () => {
  const sizes = [unknown, { columns: 1, rows: 1 }, { columns: 19, rows: 1 }, { columns: 500, rows: 1 }];

  const codes = await Promise.all(
    sizes.map(async (size) => {
      const site = await siteWithCampaigns();
      await site.control('PUT', 'faults', [{ ...writes, nth: [2], effect: 'delay', ms }]);
      return await start(site, ['apply', '--yes'], size).ended;
    }),
  );

  expect(codes).toEqual([0, 0, 0, 0]);
});

test.skipIf(onWindows)('every command with progress ends in a terminal that tells no size', async () => {
  const site = await siteWithCampaigns();
  const reads = { method: 'GET', path: '/12/accounts/*/campaigns' };
  await site.control('PUT', 'faults', [{ ...reads, effect: 'delay', ms }]);

  const commands = ['plan', 'drift', 'import 18ce54d4x5t -o imported', 'destroy --yes'];
  const codes = await Promise.all(
    commands.map(
      async (command, index) =>
        await start(site, [...command.split(' '), '--state', `sqlite:${index}.db`], unknown).ended,
    ),
  );

  expect(codes).toEqual([0, 0, 0, 0]);
});

test.skipIf(onWindows)('Ctrl-C is heard in a terminal that tells no size', async () => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [{ ...writes, effect: 'hold' }]);
  const terminal = start(site, ['apply', '--yes'], unknown);
  await untilWrites(site, 4);
  await sleep(ms);

  terminal.send('\x03');
  await terminal.waitFor('Interrupted: finishing');
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');

  expect(await terminal.ended).toBe(130);
});

test.skipIf(process.platform !== 'linux')(
  'a terminal that loses its size half-way stops nothing',
  async () => {
    const site = await siteWithCampaigns();
    await site.control('PUT', 'faults', [{ ...writes, nth: [2], effect: 'hold' }]);
    const terminal = start(site, ['apply', '--yes'], undefined);
    await terminal.waitFor('Applying: ');

    terminal.report(unknown);
    await sleep(300);
    await site.control('POST', 'release');

    expect(await terminal.ended).toBe(0);
  },
);
