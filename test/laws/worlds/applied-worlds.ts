import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PlanResult } from '../../../src/planner/plan.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import { planInput } from '../../support/plan-input.ts';
import { planKnowing } from '../../support/plan-knowing.ts';
import { startWorlds, type World, type Worlds } from '../../support/world.ts';
import { limitsOf, type WorldSpec, worldSpec } from '../../support/worlds/any-world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { campaignFields, itemFields } from '../../support/worlds/fields.ts';
import type { CampaignSpec } from '../../support/worlds/specs.ts';
import { runPlan } from '../../unit/appliers/run-plan.ts';

const runs = Math.ceil(Number(process.env['ADSYNC_WORLDS'] ?? 400) * 0.15);
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };
const instrument = 'fiapp';
const peaksSchema = z.record(
  z.string(),
  z.object({
    active_campaigns: z.number(),
    campaigns: z.number(),
    active_line_items: z.number(),
    exposure: z.record(z.string(), z.number()),
    uncapped: z.number(),
  }),
);

async function planIn(world: World, document: DesiredDocument): Promise<PlanResult> {
  const { entries, journal } = await world.snapshot();
  const live = await world.read(document);
  return await planKnowing(world, planInput({ document, live, entries }, journal));
}

async function apply(world: World, document: DesiredDocument): Promise<PlanResult> {
  const planned = await planIn(world, document);
  expect(planned.plan.violations).toEqual([]);
  const { result } = await runPlan(world, planned.plan, { document, stateChanges: planned.stateChanges });
  expect([...result.failed, ...result.skipped, ...result.unknown]).toEqual([]);
  return planned;
}

/** Records that are not ours, straight into the platform. */
async function seedForeign(world: World, foreign: readonly CampaignSpec[]): Promise<void> {
  const campaigns = foreign.map((spec) => ({
    ...campaignFields(spec),
    id: `${spec.key.replace('-', '')}0`,
    account_id: world.accountId,
  }));
  const items = foreign.flatMap((spec) =>
    spec.items.map((item) => ({
      ...itemFields(item),
      campaign_id: `${spec.key.replace('-', '')}0`,
      account_id: world.accountId,
    })),
  );
  await world.seed({ campaigns, line_items: items });
}

async function applyWorld(worlds: Worlds, spec: WorldSpec, batchCheck: string): Promise<void> {
  const world = await worlds.create({ timeoutMs: 5000 });
  try {
    await world.seed({
      funding_instruments: [
        { id: instrument, account_id: world.accountId, currency: 'USD', type: 'CREDIT_CARD' },
      ],
    });
    const seeded = (await world.dump('campaigns')).filter(
      (campaign) => campaign['account_id'] === world.accountId,
    ).length;
    await seedForeign(world, spec.foreign);
    await apply(
      world,
      documentFrom(world.accountId, spec.before, {
        ...limitsOf(spec),
        activeCampaigns: 200,
        lineItems: undefined,
      }),
    );
    const limits = limitsOf(spec);
    // The default seed's own paused campaigns count where every campaign does.
    const activeCampaigns = limits.activeCampaigns + (spec.count === 'not_deleted' ? seeded : 0);
    await world.control('PUT', '/limits', {
      active_campaigns: { [world.accountId]: activeCampaigns },
      count: spec.count,
      batch_check: batchCheck,
      ...(limits.lineItems === undefined ? {} : { active_line_items: limits.lineItems }),
    });
    await world.control('DELETE', '/peaks');
    const document = documentFrom(world.accountId, spec.after, { ...limits, activeCampaigns });

    const { plan } = await apply(world, document);

    const peaks = peaksSchema.parse(await world.control('GET', '/peaks'))[world.accountId];
    const budget = plan.budget['acme'];
    expect(spec.count === 'active' ? peaks?.active_campaigns : peaks?.campaigns).toBeLessThanOrEqual(
      activeCampaigns,
    );
    if (limits.lineItems !== undefined)
      expect(peaks?.active_line_items).toBeLessThanOrEqual(limits.lineItems);
    // Without anything declared, campaigns are not read, and the plan says that it did not count.
    if (budget?.exposure !== null) {
      const usd = budget?.exposure['USD'] ?? { before: 0, after: 0 };
      expect(peaks?.exposure['USD'] ?? 0).toBeLessThanOrEqual(Math.max(usd.before, usd.after));
    }
    const again = await planIn(world, document);
    expect(again.plan.changes).toEqual([]);
    expect(again.stateChanges).toEqual([]);
  } finally {
    await world.close();
  }
}

/** The law for one way a batch is judged; a file for each, so that they run side by side. */
export function testAppliedWorlds(batchCheck: 'each' | 'start' | 'end'): void {
  test(`generated worlds applied to the sandbox keep the bounds and plan to nothing (batch_check ${batchCheck})`, async () => {
    const worlds = await startWorlds();
    const property = fc.asyncProperty(
      worldSpec([instrument]),
      async (spec) => await applyWorld(worlds, spec, batchCheck),
    );
    try {
      await fc.assert(property, {
        numRuns: runs,
        endOnFailure: process.env['ADSYNC_SHRINK'] === undefined,
        ...seed,
      });
    } finally {
      await worlds.stop();
    }
  });
}
