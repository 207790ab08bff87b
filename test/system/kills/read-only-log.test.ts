import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeReadOnly } from '../../support/read-only-folder.ts';
import { apply, siteWithCampaigns, untilWrites } from './sixty-campaigns.ts';

const readers = [['plan'], ['drift', '--detailed-exitcode'], ['state', 'list'], ['state', 'history']];

test.skipIf(process.platform === 'win32').each([
  ['with its index', false],
  ['without its index', true],
])('what only reads works on a read-only mount where a killed run left a log %s', async (_how, isBare) => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [
    { method: 'POST', path: '/12/batch/accounts/*/campaigns', nth: [5], effect: 'hold' },
  ]);
  const running = site.start(apply);
  await untilWrites(site, 5);
  running.child.kill('SIGKILL');
  await running.ended;
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  const state = join(site.folder, '.adsync/state.db');
  expect(existsSync(`${state}-wal`)).toBe(true);
  if (isBare) rmSync(`${state}-shm`, { force: true });
  const giveBack = [makeReadOnly(join(site.folder, '.adsync')), makeReadOnly(site.folder)];

  try {
    for (const argv of readers) {
      const { code, stderr, stdout } = await site.start(argv).ended;

      expect([argv, code, stderr.includes('error')]).toEqual([argv, code === 2 ? 2 : 0, false]);
      expect(stdout).not.toBe('');
    }
    const { stdout } = await site.start(['state', 'list', '--json']).ended;
    expect(z.array(z.unknown()).parse(JSON.parse(stdout)).length).toBeGreaterThan(5);
  } finally {
    for (const each of giveBack.toReversed()) each();
  }
});
