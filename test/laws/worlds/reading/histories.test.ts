import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsOf } from '../../../../src/live/account-needs.ts';
import { wholeNeeds } from '../../../../src/live/needs.ts';
import { readLive } from '../../../../src/live/read-live.ts';
import { createPlan } from '../../../../src/planner/plan.ts';
import type { LiveAccount } from '../../../../src/schemas/live-record.ts';
import { inputFor, worldOf } from '../whole/judge.ts';
import { wholeNow } from '../whole/whole-spec.ts';
import { anyHistory, type History, type Interval } from './any-history.ts';
import { listedClient } from './listed-platform.ts';
import { ToldPlatform } from './told-platform.ts';

const runs = Number(process.env['ADSYNC_HISTORIES'] ?? 60);
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };

/** Seconds. */
const longestLag = 5;

/** Both readings of the account after each interval, and how many pages each took. */
interface Read {
  readonly full: readonly LiveAccount[];
  readonly incremental: readonly LiveAccount[];
  readonly pages: { readonly full: number; readonly incremental: number };
}

async function readings({ spec, pageSize, lag, intervals }: History) {
  const world = worldOf(spec);
  const input = inputFor(spec, world);
  const records = [...world.records.values()].map((record) => ({ ...record, deleted: false }));
  const needs = needsOf(input.document, input.entries).map(wholeNeeds);
  const platform = new ToldPlatform(records, Date.parse(wholeNow), lag);
  const sandbox = (): string => platform.sandbox;
  const read = async (isIncremental: boolean, afterPage?: () => void) => {
    const client = listedClient(() => platform.listed(), pageSize, {
      sandbox,
      ...(afterPage && { afterPage }),
    });
    const live = await readLive(client, needs, undefined, isIncremental ? platform.kept() : undefined);
    return { live, pages: [...client.pages.values()].reduce((sum, count) => sum + count, 0) };
  };
  await read(true);
  const all: Read[] = [];
  for (const interval of intervals) {
    live(platform, interval);
    const during = [...(interval.during ?? [])];
    if (during.length > 0)
      await read(true, () => {
        const act = during.shift();
        if (act !== undefined) platform.do(act);
      });
    const [incremental, full] = [await read(true), await read(false)];
    const pages = { full: full.pages, incremental: incremental.pages };
    all.push({ full: full.live, incremental: incremental.live, pages });
  }
  return { input, all };
}

/** The order in which records were found says nothing. */
function inOrder({ below = [], ...account }: LiveAccount) {
  return {
    ...account,
    below: below.map(({ kind, parentIds }) => ({ kind, parentIds: parentIds.toSorted() })),
  };
}

function live(platform: ToldPlatform, { acts, step, secondsAfter, lost }: Interval): void {
  for (const [index, act] of acts.entries()) {
    if (index === step.before) platform.setClock(step.clock, step.seconds);
    platform.do(act);
  }
  if (step.before >= acts.length) platform.setClock(step.clock, step.seconds);
  platform.wait(secondsAfter);
  if (lost === 'nothing') return;
  // Of a clock that was set before, nobody knows then.
  platform.wait(longestLag);
  platform.lose(lost);
}

test('whatever people do, and clocks, what is read from changes is what is read in full, and plans the same', async () => {
  const saved = { pages: 0, readings: 0 };
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const { input, all } = await readings(history);
      for (const { full, incremental, pages } of all) {
        expect(incremental.map(inOrder)).toEqual(full.map(inOrder));
        saved.readings += 1;
        if (pages.incremental < pages.full) saved.pages += 1;
      }
      const [last] = all.slice(-1);
      const plans = [last?.full, last?.incremental].map((read = []) => createPlan({ ...input, live: read }));
      expect(plans[1]).toEqual(plans[0]);
    }),
    { numRuns: runs, ...seed },
  );
  expect(saved.pages).toBeGreaterThan(saved.readings / 10);
});
