import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlan, type PlanInput } from '../../../src/planner/plan.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import type { Plan, PlannedOperation, Step } from '../../../src/schemas/plan.ts';
import { type Figures, ModelPlatform } from '../../support/model-platform.ts';
import { planInput } from '../../support/plan-input.ts';
import { limitsOf, type WorldSpec, worldSpec } from '../../support/worlds/any-world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { campaignFields, itemFields } from '../../support/worlds/fields.ts';
import type { CampaignSpec } from '../../support/worlds/specs.ts';

const accountId = '18ce54d4x5t';
const runs = Number(process.env['ADSYNC_WORLDS'] ?? 500);
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };

function inputFor(document: DesiredDocument, platform: ModelPlatform): PlanInput {
  return planInput({ document, live: platform.live(), entries: platform.entries });
}

function seedForeign(platform: ModelPlatform, foreign: readonly CampaignSpec[]): void {
  for (const campaign of foreign) {
    const id = platform.make('campaign', campaignFields(campaign));
    for (const item of campaign.items) platform.make('line_item', { ...itemFields(item), campaign_id: id });
  }
}

/** Steps in one of the orders that `after` allows, decided by `pick`. */
function* someOrder(steps: readonly Step[], pick: (choices: number) => number): Generator<Step> {
  const ended = new Set<number>();
  const left = [...steps];
  while (left.length > 0) {
    const ready = left.filter((step) => step.after.every((number) => ended.has(number)));
    const step = ready[pick(ready.length)];
    if (step === undefined) throw new Error('no step can start');
    yield step;
    ended.add(step.step);
    left.splice(left.indexOf(step), 1);
  }
}

/** Applies a plan to the model; `fails` decides which operations the platform refuses. Calls `watch` after each one. */
function applyToModel(
  plan: Plan,
  document: DesiredDocument,
  platform: ModelPlatform,
  pick: (choices: number) => number,
  fails: (operation: PlannedOperation) => boolean,
  watch: () => void,
): void {
  const done = new Set<number>();
  for (const step of someOrder(plan.steps, pick)) {
    for (const operation of step.operations) {
      if (!operation.requires.every((number) => done.has(number)) || fails(operation)) continue;
      platform.carryOut(step, operation, document);
      done.add(operation.operation);
      watch();
    }
  }
}

function platformFor(spec: WorldSpec): ModelPlatform {
  const platform = new ModelPlatform(accountId);
  seedForeign(platform, spec.foreign);
  const document = documentFrom(accountId, spec.before, {
    ...limitsOf(spec),
    activeCampaigns: 1000,
    lineItems: undefined,
  });
  const { plan } = createPlan(inputFor(document, platform));
  applyToModel(
    plan,
    document,
    platform,
    () => 0,
    () => false,
    () => undefined,
  );
  return platform;
}

function expectBounds(
  now: Figures,
  before: Figures,
  after: Figures,
  limits: { activeCampaigns: number; lineItems: number | undefined },
): void {
  expect(now.activeCampaigns).toBeLessThanOrEqual(Math.max(limits.activeCampaigns, before.activeCampaigns));
  if (limits.lineItems !== undefined)
    expect(now.activeLineItems).toBeLessThanOrEqual(Math.max(limits.lineItems, before.activeLineItems));
  expect(now.exposure).toBeLessThanOrEqual(Math.max(before.exposure, after.exposure));
  expect(now.uncapped).toBeLessThanOrEqual(Math.max(before.uncapped, after.uncapped));
}

/** The figures once everything has been applied in order. */
function figuresAfter(spec: WorldSpec, document: DesiredDocument): Figures {
  const platform = platformFor(spec);
  const { plan } = createPlan(inputFor(document, platform));
  applyToModel(
    plan,
    document,
    platform,
    () => 0,
    () => false,
    () => undefined,
  );
  return platform.figures(spec.count);
}

const worlds = worldSpec(['fi1', 'fi2']);

test('every prefix of every order of a plan keeps the limits and the exposure, whatever fails', () => {
  const property = fc.property(
    worlds,
    fc.infiniteStream(fc.nat()),
    fc.infiniteStream(fc.nat({ max: 9 })),
    fc.boolean(),
    (spec, picks, dice, failing) => {
      const platform = platformFor(spec);
      const limits = limitsOf(spec);
      const document = documentFrom(accountId, spec.after, limits);
      const before = platform.figures(spec.count);
      const after = figuresAfter(spec, document);
      const { plan } = createPlan(inputFor(document, platform));
      expect(plan.violations).toEqual([]);

      const pick = (choices: number): number => (picks.next().value ?? 0) % choices;
      const fails = (): boolean => failing && dice.next().value === 0;
      applyToModel(plan, document, platform, pick, fails, () =>
        expectBounds(platform.figures(spec.count), before, after, limits),
      );

      if (!failing) expect(platform.figures(spec.count)).toEqual(after);
    },
  );
  fc.assert(property, { numRuns: runs, ...seed });
});

test('the plan says what it will do: figures before, after and at the peak are those of the platform', () => {
  const property = fc.property(worlds, (spec) => {
    const platform = platformFor(spec);
    const document = documentFrom(accountId, spec.after, limitsOf(spec));
    const before = platform.figures(spec.count);
    const { plan } = createPlan(inputFor(document, platform));
    let peak = before.activeCampaigns;

    applyToModel(
      plan,
      document,
      platform,
      () => 0,
      () => false,
      () => {
        peak = Math.max(peak, platform.figures(spec.count).activeCampaigns);
      },
    );

    const after = platform.figures(spec.count);
    expect(plan.budget['acme']?.active_campaigns).toMatchObject({
      before: before.activeCampaigns,
      after: after.activeCampaigns,
      peak,
    });
    const usd = plan.budget['acme']?.exposure?.['USD'] ?? { before: 0, after: 0, uncapped: 0 };
    expect([usd.before, usd.after, usd.uncapped]).toEqual([before.exposure, after.exposure, after.uncapped]);
  });
  fc.assert(property, { numRuns: Math.ceil(runs / 4), ...seed });
});

test('apply, then plan: nothing; the same input gives the same bytes', () => {
  const property = fc.property(worlds, (spec) => {
    const platform = platformFor(spec);
    const document = documentFrom(accountId, spec.after, limitsOf(spec));
    const first = createPlan(inputFor(document, platform));
    expect(JSON.stringify(createPlan(inputFor(document, platform)))).toBe(JSON.stringify(first));

    for (const { put, remove } of first.stateChanges) platform.record(put, remove);
    applyToModel(
      first.plan,
      document,
      platform,
      () => 0,
      () => false,
      () => undefined,
    );

    const second = createPlan(inputFor(document, platform));
    expect(second.plan.changes).toEqual([]);
    expect(second.plan.steps).toEqual([]);
    expect(second.stateChanges).toEqual([]);
  });
  fc.assert(property, { numRuns: Math.ceil(runs / 4), ...seed });
});

test('batches hold one effect and no more than allowed; parents come first; nothing ACTIVE is created', () => {
  const property = fc.property(worlds, (spec) => {
    const platform = platformFor(spec);
    const document = documentFrom(accountId, spec.after, limitsOf(spec));
    const { plan } = createPlan(inputFor(document, platform));
    const stepOf = new Map(
      plan.steps.flatMap((step) =>
        step.operations.map((operation) => [operation.operation, step.step] as const),
      ),
    );

    for (const step of plan.steps) {
      expect(step.operations.length).toBeLessThanOrEqual(step.batch ? spec.batch : 1);
      for (const number of step.after) expect(number).toBeLessThan(step.step);
      for (const operation of step.operations) {
        for (const number of operation.requires) expect(step.after).toContain(stepOf.get(number));
        if (operation.operation_type === 'Create')
          expect(operation.params['entity_status'] ?? 'PAUSED').toBe('PAUSED');
      }
    }
    const releases = plan.steps.filter(({ effect }) => effect === 'release').map(({ step }) => step);
    for (const claim of plan.steps.filter(({ effect }) => effect === 'claim'))
      expect(claim.after).toEqual(expect.arrayContaining(releases));
  });
  fc.assert(property, { numRuns: Math.ceil(runs / 4), ...seed });
});
