import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Running, Site } from './site.ts';
import { apply, expectDone, laterBy, siteWithCampaigns, untilWrites, writes } from './sixty-campaigns.ts';
import { fileState } from './state-place.ts';

const batches = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };

/** Starts an apply whose first request stays under way until it is released. */
async function heldApply(site: Site): Promise<Running> {
  await site.control('PUT', 'faults', [{ ...batches, nth: [1], effect: 'hold' }]);
  const running = site.start(apply);
  await untilWrites(site, 1);
  return running;
}

test('while one applies, another says who does, and ends with 6', async () => {
  const site = await siteWithCampaigns();
  const first = await heldApply(site);

  const refused = await site.start(apply).ended;
  await site.control('POST', 'release');
  const ended = await first.ended;

  expect(refused.code).toBe(6);
  expect(refused.stderr).toMatch(
    new RegExp(`acme-us \\(account 18ce54d4x5t\\) is locked by .+, process ${first.child.pid}, since `),
  );
  expect(ended).toMatchObject({ code: 0 });
  await expectDone(site);
});

test('of ten that start at once, one works', async () => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [{ ...batches, nth: [1], effect: 'hold' }]);

  const ten = Array.from({ length: 10 }, () => site.start(apply));
  const codes: (number | null)[] = [];
  const all = Promise.all(ten.map(async ({ ended }) => codes.push((await ended).code)));
  while (codes.length < 9) await sleep(20);
  await untilWrites(site, 1);
  await site.control('POST', 'release');
  await all;

  expect(codes.toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
  await expectDone(site);
});

test('after a kill the lock is free at once', async () => {
  const site = await siteWithCampaigns();
  const first = await heldApply(site);
  first.child.kill('SIGKILL');
  await first.ended;
  await site.control('POST', 'release');
  await site.atRest();
  await site.control('PUT', 'clock', { advance_seconds: 40 });

  const started = performance.now();
  const second = await site.start(['apply', '--yes', '--lock-timeout', '0']).ended;

  expect(second).toMatchObject({ code: 0 });
  expect(second.stderr).not.toContain('Waiting for the lock');
  expect(performance.now() - started).toBeLessThan(30_000);
  await expectDone(site);
});

test('one that stood still past its lease sends nothing more than it had recorded, and ends with 6', async () => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [{ ...batches, effect: 'hold' }]);
  const first = site.start(apply);
  // As many as it has under way at once: it waits for them, and does nothing else.
  await untilWrites(site, 4);
  first.child.kill('SIGSTOP');
  onTestFinished(() => void first.child.kill('SIGKILL'));
  const recorded = (await fileState(site.folder).read()).openIntents.length;
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  await site.atRest();
  await site.control('PUT', 'clock', { advance_seconds: 40 });

  const early = await site.start(apply).ended;
  const successor = await site.start(apply, { env: laterBy(70) }).ended;
  const since = await site.atRest();
  first.child.kill('SIGCONT');
  const { code, stderr } = await first.ended;

  expect(early).toMatchObject({ code: 6 });
  expect(successor).toMatchObject({ code: 0 });
  expect(code).toBe(6);
  expect(stderr).toContain('Another run works on the account now');
  expect((await writes(site, since)).length).toBeLessThanOrEqual(recorded);
  await expectDone(site);
});

/** Makes the clock of a process jump once it has been read many times. */
function jumpBy(seconds: number): Readonly<Record<string, string>> {
  const jump = `const now = Date.now.bind(Date); let reads = 0; Date.now = () => now() + (++reads > 60 ? ${seconds * 1000} : 0);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jump)}` };
}

test.each([-200, 200])('a clock that jumps by %d seconds in the middle changes nothing', async (seconds) => {
  const site = await siteWithCampaigns();
  await site.control('PUT', 'faults', [{ ...batches, nth: [2], effect: 'drop_after' }]);

  expect(await site.start(apply, { env: jumpBy(seconds) }).ended).toMatchObject({ code: 0 });
  await expectDone(site);
});

// What is signed with a time that is hours off is refused, so that such a run cannot even ask what became of its requests.
test.each([-7200, 7200])(
  'a clock that jumps by %d seconds ends the run, and nothing is lost',
  async (seconds) => {
    const site = await siteWithCampaigns();
    await site.control('PUT', 'faults', [{ ...batches, nth: [2], effect: 'drop_after' }]);

    const ended = await site.start(apply, { env: jumpBy(seconds) }).ended;
    await site.control('PUT', 'clock', { advance_seconds: 40 });

    expect([1, 5, 7]).toContain(ended.code);
    expect(ended.stderr + ended.stdout).toContain('refused');
    expect(await site.start(apply).ended).toMatchObject({ code: 0 });
    await expectDone(site);
  },
);

test.skipIf(process.platform === 'win32')(
  'a disk that is full in the middle is a clear end, and nothing is lost',
  async () => {
    const site = await siteWithCampaigns();
    // In units of 512 bytes (POSIX, ulimit).
    const ended = await site.start(apply, { before: 'ulimit -f 500;' }).ended;
    await site.atRest();
    await site.control('PUT', 'clock', { advance_seconds: 40 });
    const next = await site.start(apply).ended;

    expect((await writes(site)).length).toBeGreaterThan(1);
    expect([5, 7]).toContain(ended.code);
    expect(ended.stderr + ended.stdout).toContain('cannot be written: the disk is full or faulty');
    expect(next).toMatchObject({ code: 0 });
    await expectDone(site);
  },
);
