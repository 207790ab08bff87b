import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsOf } from '../../../../src/live/account-needs.ts';
import { wholeNeeds } from '../../../../src/live/needs.ts';
import { readLive } from '../../../../src/live/read-live.ts';
import { createPlan, type PlanInput, type PlanResult } from '../../../../src/planner/plan.ts';
import { planFully } from '../../../../src/runs/plan-fully.ts';
import type { LiveAccount } from '../../../../src/schemas/live-record.ts';
import type { Plan } from '../../../../src/schemas/plan.ts';
import { silentRun } from '../../../support/silent-run.ts';
import { inputFor, worldOf } from '../whole/judge.ts';
import { type WholeSpec, wholeNow, wholeSpec } from '../whole/whole-spec.ts';
import { listedClient } from './listed-platform.ts';

const runs = Number(process.env['ADSYNC_WORLDS'] ?? 1000) / 20;
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };

interface Made {
  readonly result: PlanResult;
  readonly live: readonly LiveAccount[];
}

/** The plan that a command would make, where pages hold one record. */
async function planned(spec: WholeSpec, isWhole: boolean): Promise<Made> {
  const platform = worldOf(spec);
  const input = inputFor(spec, platform);
  const records = [...platform.records.values()].map((record) => ({ ...record, deleted: false }));
  const client = listedClient(() => ({ records, now: Date.parse(wholeNow) }), 1);
  const needs = needsOf(input.document, input.entries);
  const live = await readLive(client, isWhole ? needs.map(wholeNeeds) : needs);
  const { made, surveyed } = await planFully(
    { run: silentRun({ cwd: '/' }), client },
    { live, secrets: {} },
    (known) => createPlan({ ...input, live: known.live } satisfies PlanInput),
  );
  return { result: made, live: surveyed.live };
}

/**
 * All that a plan does and says against itself, without what it counts. Where it only lowers what is spent, requests may
 * be told apart by what each lowers, which is known of what was read.
 */
function doneBy({ plan, stateChanges }: PlanResult) {
  const { basis: _basis, budget: _budget, effect: _effect, summary, steps, twins: _twins, ...told } = plan;
  const { unmanaged: _unmanaged, ...counts } = summary;
  const operations = steps
    .flatMap((step) => step.operations)
    .map(({ operation_type: type, address, params }) => ({ type, address, params }))
    .sort((a, b) => Number(a.address > b.address) - Number(a.address < b.address));
  return { ...told, counts, operations, stateChanges };
}

/** Figures that a plan raises at some moment, or on some day. */
function raised({ budget }: Plan): boolean {
  return Object.values(budget).some(({ active_campaigns: campaigns, line_items: items, exposure }) => {
    const rises = [campaigns, items, ...Object.values(exposure ?? {})].some(
      (figure) => figure !== null && figure !== undefined && figure.peak > figure.before,
    );
    const onADay = Object.values(exposure ?? {}).some(({ calendar, uncapped_days: uncapped = [] }) =>
      [...(calendar?.days ?? []), ...uncapped].some(({ before, after }) => after > before),
    );
    return rises || onADay;
  });
}

test('a plan made from a part of an account is the plan made from all of it, and raises nothing that it does not count', async () => {
  const seen = { partly: 0, uncounted: 0 };
  await fc.assert(
    fc.asyncProperty(wholeSpec, async (spec) => {
      const [part, whole] = [await planned(spec, false), await planned(spec, true)];

      expect(doneBy(part.result)).toEqual(doneBy(whole.result));
      const isPartial = part.live.some(({ partial = [] }) => partial.length > 0);
      expect(part.result.plan.summary.unmanaged).toBe(isPartial ? null : whole.result.plan.summary.unmanaged);
      for (const [key, figures] of Object.entries(part.result.plan.budget)) {
        const counted = whole.result.plan.budget[key];
        if (figures.active_campaigns === null || figures.exposure === null) {
          expect(raised(whole.result.plan)).toBe(false);
          if (isPartial) seen.uncounted += 1;
        }
        for (const name of ['active_campaigns', 'line_items', 'exposure'] as const)
          if (figures[name] !== null && figures[name] !== undefined)
            expect(figures[name]).toEqual(counted?.[name]);
      }
      if (isPartial) seen.partly += 1;
    }),
    { numRuns: runs, ...seed },
  );
  expect(Math.min(seen.partly, seen.uncounted)).toBeGreaterThan(runs / 50);
});
