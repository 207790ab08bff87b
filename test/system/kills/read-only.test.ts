import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { betweenRuns, made } from './laws.ts';
import { apply, expectDone, siteWithCampaigns, writes } from './sixty-campaigns.ts';
import { fileState } from './state-place.ts';

// Rights do not take anything back from a process that has the file open, and root has them all: SQLite itself refuses.
const turnsReadOnlyOnSignal = `
  import { writeFileSync } from 'node:fs';
  import { DatabaseSync } from 'node:sqlite';
  const open = new Set();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (...args) { open.add(this); return prepare.apply(this, args); };
  process.on('SIGUSR2', () => {
    for (const database of open) if (database.isOpen) database.exec('pragma query_only = on');
    writeFileSync('turned', '');
  });`;
const env = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(turnsReadOnlyOnSignal)}`,
};

test.skipIf(process.platform === 'win32').each([
  ['while requests are under way', { method: 'POST', path: '/12/batch/accounts/*/campaigns' }, 4],
  ['before the first request', { method: 'GET', path: '/12/accounts/*/campaigns' }, 0],
])('a state that turns read-only %s is a clear end, and nothing is lost', async (_when, held, sent) => {
  const site = await siteWithCampaigns();
  const before = await site.dump();
  await site.control('PUT', 'faults', [{ ...held, effect: 'hold' }]);
  const running = site.start(apply, { env });
  const isHeld = async () =>
    (await site.requests()).filter(({ method, status }) => method === held.method && status === null)
      .length >= Math.max(1, sent);
  while (!(await isHeld())) await sleep(5);

  running.child.kill('SIGUSR2');
  while (!(await exists(join(site.folder, 'turned')))) await sleep(5);
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  const ended = await running.ended;
  await site.atRest();
  const state = await fileState(site.folder).read();

  expect([1, 5, 7]).toContain(ended.code);
  expect(ended.stderr + ended.stdout).toContain('is read-only');
  expect(ended.stderr).not.toContain('    at ');
  expect(await writes(site)).toHaveLength(sent);
  expect(state.openIntents).toHaveLength(sent);
  expect(betweenRuns(made(await site.dump(), before), state)).toEqual([]);

  await site.control('PUT', 'clock', { advance_seconds: 40 });
  expect(await site.start(apply).ended).toMatchObject({ code: 0 });
  await expectDone(site);
});

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
