import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { plainText } from '../../../src/schemas/values.ts';
import { randomFrom } from '../../support/worlds/random.ts';
import type { Ended, Running } from './site.ts';
import { apply, expectDone, laterBy, siteWithCampaigns, writes } from './sixty-campaigns.ts';
import { fileState } from './state-place.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const sideBySide = 4;
/** How long after its intent a request may still go out, and a little more. */
const sendWithinMs = 2100;

/** What became of one that was stopped, and of the one that came after it. */
interface Stopped {
  readonly seed: number;
  /** Whether it was stopped before its end. */
  readonly wasUnderWay: boolean;
  readonly successor: Ended;
  readonly first: Ended;
  /** Requests that it had recorded when it was stopped, and writes that it sent once it went on. */
  readonly recorded: number;
  readonly sent: number;
}

/** Stops an apply at a random moment, lets another one run past its lease, and lets the first go on. */
async function stopOne(seed: number): Promise<Stopped> {
  const site = await siteWithCampaigns(3);
  const first = site.start(apply);
  onTestFinished(() => void first.child.kill('SIGKILL'));
  await moment(first, seed);
  await stop(first, join(site.folder, '.adsync/state.db'));
  const stoppedAt = performance.now();
  const wasUnderWay = first.child.exitCode === null;
  await site.atRest();
  const recorded = (await fileState(site.folder).read()).openIntents;
  await site.control('PUT', 'clock', { advance_seconds: 40 });
  const successor = await site.start(apply, { env: laterBy(70) }).ended;
  const since = await site.atRest();
  await sleep(Math.max(0, stoppedAt + sendWithinMs - performance.now()));

  first.child.kill('SIGCONT');
  const ended = await first.ended;
  await site.atRest();
  const sent = (await writes(site, since)).length;
  const named = recorded.flatMap(({ operations }) =>
    operations.map(({ params }) => plainText(params['name'])),
  );
  await expectDone(site, sent === 0 ? [] : named);
  return { seed, wasUnderWay, successor, first: ended, recorded: recorded.length, sent };
}

/** Some while it starts and reads, most while it writes. */
async function moment(running: Running, seed: number): Promise<void> {
  const random = randomFrom(seed * 104_729);
  const early = random.chance(0.2);
  await running.told(early ? 0 : 1 + random.below(50));
  await sleep(random.below(early ? 300 : 5));
}

/** Stops it at the first moment from now at which it does not keep the state busy: nobody could take that over. */
async function stop({ child }: Running, state: string): Promise<void> {
  child.kill('SIGSTOP');
  while (isBusy(state)) {
    child.kill('SIGCONT');
    await sleep(1);
    child.kill('SIGSTOP');
  }
}

function isBusy(state: string): boolean {
  if (!existsSync(state)) return false;
  const database = new DatabaseSync(state, { timeout: 0 });
  try {
    database.exec('begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

test.skipIf(process.platform === 'win32')(
  'one that is stopped at any moment gives way past its lease, and sends nothing but what it had recorded',
  async () => {
    const left = [...seeds];
    const results: Stopped[] = [];
    const work = async (): Promise<void> => {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift())
        results.push(await stopOne(seed));
    };
    await Promise.all(Array.from({ length: sideBySide }, work));

    const wrong = results.filter(
      ({ successor, first, recorded, sent }) =>
        successor.code !== 0 || (first.code !== 0 && first.code !== 6) || sent > recorded,
    );
    expect(wrong).toEqual([]);
    expect(results.filter(({ wasUnderWay }) => wasUnderWay).length).toBeGreaterThan(seeds.length / 2);
    expect(results.filter(({ first }) => first.code === 6).length).toBeGreaterThan(2);
  },
);
