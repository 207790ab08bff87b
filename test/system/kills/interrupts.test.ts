import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../../support/terminal.ts';
import { createSite, type Site } from './site.ts';

const document = {
  version: 1,
  accounts: {
    'acme-us': {
      id: '18ce54d4x5t',
      funding_instruments: { credit: { id: 'hxtet' } },
      campaigns: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `c${index}`,
          { name: `Campaign ${index}`, funding_instrument: 'credit', daily_budget: 5 },
        ]),
      ),
    },
  },
};

/** A site whose platform holds every write until it is released. */
async function heldSite(): Promise<Site> {
  const site = await createSite();
  onTestFinished(site.remove);
  await writeFile(join(site.folder, 'campaigns.yaml'), JSON.stringify(document));
  await site.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'hold' }]);
  return site;
}

async function untilHeld(site: Site): Promise<void> {
  while ((await site.requests()).filter(({ method }) => method === 'POST').length < 4) await sleep(10);
}

async function release(site: Site): Promise<void> {
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  await site.atRest();
}

/** Fails unless the lock is free and the next apply ends with exactly what is declared. */
async function expectGoesOn(site: Site): Promise<void> {
  await site.control('PUT', 'clock', { advance_seconds: 40 });
  expect(await site.start(['apply', '--yes']).ended).toMatchObject({ code: 0 });
  const names = ((await site.dump())['campaigns'] ?? []).map(({ name }) => name);
  expect(names.filter((name) => name !== 'Evergreen')).toHaveLength(60);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s: what is in flight is finished, nothing new is started, and the lock is free',
  async (signal) => {
    const site = await heldSite();
    const running = site.start(['apply', '--yes']);
    await untilHeld(site);

    running.child.kill(signal);
    await sleep(200);
    await release(site);
    const { code, stderr } = await running.ended;

    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted: finishing what is in flight');
    expect(stderr).toContain('20 of 60 changes are left:');
    expect((await site.requests()).filter(({ method }) => method === 'POST')).toHaveLength(4);
    await expectGoesOn(site);
  },
);

test('a second one stops at once, and the journal still knows', async () => {
  const site = await heldSite();
  const running = site.start(['apply', '--yes']);
  await untilHeld(site);

  running.child.kill('SIGINT');
  await sleep(200);
  running.child.kill('SIGTERM');
  const { code, signal } = await running.ended;
  await release(site);

  expect({ code, signal }).toEqual({ code: 130, signal: null });
  await expectGoesOn(site);
});

/** Starts an apply in a terminal that is wide enough for its sentences. */
function applyInTerminal({ launcher, folder, environment }: Site): Terminal {
  return openTerminal(process.execPath, [launcher, 'apply', '--yes'], {
    columns: 140,
    rows: 50,
    cwd: folder,
    env: environment,
  });
}

const ctrlC = '\x03';

test.skipIf(process.platform === 'win32')(
  'Ctrl-C in a terminal finishes what is in flight, and twice it stops at once',
  async () => {
    const site = await heldSite();
    const once = applyInTerminal(site);
    await untilHeld(site);
    once.send(ctrlC);
    await once.waitFor('Interrupted: finishing');
    await release(site);
    expect(await once.ended).toBe(130);
    expect(once.lines().join('\n')).toContain('Run the command again to go on.');

    await site.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'hold' }]);
    const before = (await site.requests()).length;
    const twice = applyInTerminal(site);
    while (!(await site.requests(before)).some(({ method }) => method === 'POST')) await sleep(20);
    twice.send(ctrlC);
    await twice.waitFor('Interrupted: finishing');
    twice.send(ctrlC);
    expect(await twice.ended).toBe(130);
    await release(site);
    await expectGoesOn(site);
  },
);
