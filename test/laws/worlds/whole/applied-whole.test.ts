import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPlan } from '../../../../src/planner/plan.ts';
import type { Plan } from '../../../../src/schemas/plan.ts';
import type { Values } from '../../../../src/schemas/values.ts';
import { planKnowing } from '../../../support/plan-knowing.ts';
import { createWorld, type World } from '../../../support/world.ts';
import { runPlan } from '../../../unit/appliers/run-plan.ts';
import { inputFor, worldOf } from './judge.ts';
import type { WholePlatform } from './whole-platform.ts';
import { type WholeSpec, wholeSpec } from './whole-spec.ts';

const runs = Math.ceil(Number(process.env['ADSYNC_WORLDS'] ?? 3000) / 10);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_120);
const figures = z.record(z.string(), z.number());
const peaksSchema = z.record(
  z.string(),
  z.object({ active_campaigns: z.number(), exposure: figures, today: figures, uncapped: z.number() }),
);
const collections = {
  funding_instrument: 'funding_instruments',
  campaign: 'campaigns',
  line_item: 'line_items',
  targeting_criterion: 'targeting_criteria',
  tracking_tag: 'tracking_tags',
} as const;

/** Puts the records of the model into the sandbox, and its entries into the state. */
async function fill(world: World, platform: WholePlatform): Promise<void> {
  const records = [...platform.records.values()];
  const byCollection = Object.entries(collections).map(
    ([kind, collection]): readonly [string, readonly Values[]] => [
      collection,
      records
        .filter((record) => record.kind === kind)
        .map(({ id, fields }) => ({ ...givenOf(fields), id, account_id: world.accountId })),
    ],
  );
  await world.seed(Object.fromEntries(byCollection));
  const lease = await world.acquire();
  await lease.recordEntries(world.accountId, 'the first document', platform.entries, []);
}

/** What was never set is filled in by the sandbox. */
function givenOf(fields: Values): Values {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

async function peaksOf(world: World) {
  return peaksSchema.parse(await world.control('GET', '/peaks'))[world.accountId];
}

/** The figures of a plan that peaks are compared with. */
function toldBy({ budget }: Plan) {
  const exposure = Object.entries(budget['acme']?.exposure ?? {});
  const all = (name: 'before' | 'after') =>
    Object.fromEntries(exposure.map(([currency, measure]) => [currency, measure[name]]));
  const uncapped = exposure.reduce((sum, [, measure]) => sum + measure.uncapped, 0);
  return { before: all('before'), after: all('after'), uncapped };
}

type Outcome = 'refused' | 'failed' | 'applied';

async function applyWhole(spec: WholeSpec): Promise<Outcome> {
  const platform = worldOf(spec);
  const input = inputFor(spec, platform);
  if (createPlan(input).plan.violations.length > 0) return 'refused';
  const world = await createWorld({ timeoutMs: 5000 });
  try {
    await fill(world, platform);
    const { entries, journal } = await world.snapshot();
    const live = await world.read(input.document);
    const { plan, stateChanges } = await planKnowing(world, { ...input, live, entries, journal });
    expect(plan.violations).toEqual([]);
    await world.control('DELETE', '/peaks');
    const { document } = input;

    const { result } = await runPlan(world, plan, { document, stateChanges });

    const { before, after, uncapped } = toldBy(plan);
    const peaks = await peaksOf(world);
    for (const [currency, highest] of Object.entries(peaks?.exposure ?? {}))
      expect(highest).toBeLessThanOrEqual(Math.max(before[currency] ?? 0, after[currency] ?? 0));
    if (result.failed.length + result.skipped.length + result.unknown.length > 0) return 'failed';
    await world.control('DELETE', '/peaks');
    const now = await peaksOf(world);
    const spending = Object.entries(after).filter(([, amount]) => amount > 0);
    const counted = Object.entries(now?.exposure ?? {}).filter(([, amount]) => amount > 0);
    // Where line items are not read, because no document has any, campaigns of others count in full.
    const areFlightsKnown = live.every(({ complete }) => complete.includes('line_item'));
    if (areFlightsKnown) {
      expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(spending));
      expect(now?.uncapped ?? 0).toBe(uncapped);
    }
    for (const [currency, amount] of counted) expect(amount).toBeLessThanOrEqual(after[currency] ?? 0);
    return 'applied';
  } finally {
    await world.close();
  }
}

test('whole worlds applied to the sandbox: what the plan says is what the sandbox counts', async () => {
  const outcomes: Outcome[] = [];
  const property = fc.asyncProperty(wholeSpec, async (spec) => {
    // What the planner throws is the planned law's business.
    const outcome = await applyWhole(spec).catch((error: unknown): Outcome => {
      if (error instanceof RangeError) return 'refused';
      throw error;
    });
    outcomes.push(outcome);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });

  const applied = outcomes.filter((each) => each === 'applied').length;
  expect(applied).toBeGreaterThan(runs / 2);
});
