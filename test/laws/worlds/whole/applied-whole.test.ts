import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPlan, type PlanResult } from '../../../../src/planner/plan.ts';
import { planDifferences } from '../../../../src/planner/result/plan-differences.ts';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import type { LiveAccount } from '../../../../src/schemas/live-record.ts';
import type { Plan } from '../../../../src/schemas/plan.ts';
import type { Values } from '../../../../src/schemas/values.ts';
import { planKnowing } from '../../../support/plan-knowing.ts';
import { startWorlds, type World, type Worlds } from '../../../support/world.ts';
import { runPlan } from '../../../unit/appliers/run-plan.ts';
import { inputFor, worldOf } from './judge.ts';
import { actOutside } from './people.ts';
import type { Plain, WholePlatform } from './whole-platform.ts';
import { type WholeSpec, wholeSpec } from './whole-spec.ts';

const runs = Math.ceil(Number(process.env['ADSYNC_WORLDS'] ?? 3000) / 10);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_120);
const figures = z.record(z.string(), z.number());
const peaksSchema = z.record(
  z.string(),
  z.object({
    active_campaigns: z.number(),
    campaigns: z.number(),
    exposure: figures,
    highest_on: z.record(z.string(), z.string().nullable()),
    today: figures,
    uncapped: z.number(),
    untargeted: z.number(),
  }),
);
const collections = {
  funding_instrument: 'funding_instruments',
  campaign: 'campaigns',
  line_item: 'line_items',
  targeting_criterion: 'targeting_criteria',
  tracking_tag: 'tracking_tags',
} as const;

/** Puts the records of the model into the sandbox, in place of its default ones, and its entries into the state. */
async function fill(world: World, platform: WholePlatform): Promise<void> {
  for (const collection of ['line_items', 'campaigns'])
    for (const { id } of await world.dump(collection)) await world.mutate(collection, String(id), 'remove');
  await world.seed(seedsOf(world, [...platform.records.values()]));
  const lease = await world.acquire();
  await lease.recordEntries(world.accountId, 'the first document', platform.entries, []);
}

function seedsOf(world: World, records: readonly Plain[]): Readonly<Record<string, readonly Values[]>> {
  return Object.fromEntries(
    Object.entries(collections).map(([kind, collection]) => [
      collection,
      records
        .filter((record) => record.kind === kind)
        .map(({ id, fields }) => ({ ...givenOf(fields), id, account_id: world.accountId })),
    ]),
  );
}

/** What was never set is filled in by the sandbox. */
function givenOf(fields: Values): Values {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function collectionOf(kind: string): string {
  const found = Object.entries(collections).find(([name]) => name === kind);
  if (found === undefined) throw new RangeError(`people do nothing to a ${kind}`);
  return found[1];
}

type Records = WholePlatform['records'];

/** Does in the sandbox what people did to the model since these were its records. */
async function followPeople(world: World, before: Records, after: Records): Promise<void> {
  const made = [...after.values()].filter(({ id }) => !before.has(id));
  await world.seed(seedsOf(world, made));
  for (const [id, { kind, fields }] of before) {
    const now = after.get(id);
    const collection = collectionOf(kind);
    if (now === undefined) await world.mutate(collection, id, 'remove');
    else {
      const changed = Object.entries(now.fields).filter(([wire, value]) => value !== fields[wire]);
      if (changed.length > 0) await world.mutate(collection, id, Object.fromEntries(changed));
    }
  }
}

async function peaksOf(world: World) {
  const peaks = peaksSchema.parse(await world.control('GET', '/peaks'))[world.accountId];
  if (peaks === undefined) throw new Error('the sandbox keeps no account of the account');
  return peaks;
}

/** The amounts of each currency that are not 0. */
function spent(amounts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));
}

/** The figures of a plan that the sandbox counts too. */
function toldBy({ budget }: Plan, counts: WholeSpec['counts']) {
  const exposure = Object.entries(budget['acme']?.exposure ?? {});
  const all = (figure: (measure: (typeof exposure)[number][1]) => number) =>
    spent(Object.fromEntries(exposure.map(([currency, measure]) => [currency, figure(measure)])));
  return {
    before: all(({ before }) => before),
    after: all(({ after }) => after),
    today: all(({ calendar }) => calendar?.today ?? 0),
    highestOn: Object.fromEntries(
      exposure
        .filter(([, { after }]) => after > 0)
        .map(([currency, { calendar }]) => [currency, calendar?.highest_on]),
    ),
    uncapped: exposure.reduce((sum, [, measure]) => sum + measure.uncapped, 0),
    campaigns: { counts, ...budget['acme']?.active_campaigns },
  };
}

type Outcome = 'refused' | 'failed' | 'applied' | 'applied as saved' | 'applied anew';

/** The plan of a world, and whether it is the one that was saved before people went on. */
interface Chosen {
  readonly planned: PlanResult;
  readonly outcome: Outcome;
}

/** Plans, lets people go on, and plans again; a saved plan that still holds is the one to apply. */
async function planBeside(world: World, spec: WholeSpec, platform: WholePlatform): Promise<Chosen> {
  const input = inputFor(spec, platform);
  const plan = async (live: readonly LiveAccount[]): Promise<PlanResult> => {
    const { entries, journal } = await world.snapshot();
    return await planKnowing(world, { ...input, live, entries, journal });
  };
  const read = await world.read(input.document);
  const saved = await plan(read);
  // Where line items are not read, the bounds are held against more than there is.
  if (!areFlightsKnown(read) && saved.plan.violations.length > 0)
    return { planned: saved, outcome: 'refused' };
  expect(saved.plan.violations).toEqual([]);
  if (spec.later.length === 0) return { planned: saved, outcome: 'applied' };
  const before = new Map(platform.records);
  for (const each of spec.later) actOutside(platform, each);
  await followPeople(world, before, platform.records);
  const now = await plan(await world.read(input.document));
  if (now.plan.violations.length > 0) return { planned: now, outcome: 'refused' };
  // A plan of nothing is not saved: it holds whatever happens.
  const isStale =
    saved.plan.changes.length === 0 || planDifferences(saved.plan, now.plan, { sameKey: true }).length > 0;
  return isStale
    ? { planned: now, outcome: 'applied anew' }
    : { planned: { ...now, plan: saved.plan }, outcome: 'applied as saved' };
}

async function applyWhole(worlds: Worlds, spec: WholeSpec): Promise<Outcome> {
  const platform = worldOf(spec);
  const { document, ...input } = inputFor(spec, platform);
  if (createPlan({ document, ...input }).plan.violations.length > 0) return 'refused';
  const world = await worlds.create({ timeoutMs: 5000 });
  try {
    await fill(world, platform);
    const { planned, outcome } = await planBeside(world, spec, platform);
    if (outcome === 'refused') return outcome;
    const { plan, stateChanges } = planned;
    const live = await world.read(document);
    await world.control('DELETE', '/peaks');

    const { result } = await runPlan(world, plan, { document, stateChanges });

    const told = toldBy(plan, spec.counts);
    const peaks = await peaksOf(world);
    for (const [currency, highest] of Object.entries(peaks.exposure))
      expect(highest).toBeLessThanOrEqual(Math.max(told.before[currency] ?? 0, told.after[currency] ?? 0));
    expect(peaks.untargeted).toBeLessThanOrEqual(forEverybody(document));
    if (result.failed.length + result.skipped.length + result.unknown.length > 0) return 'failed';
    await world.control('DELETE', '/peaks');
    expectFigures(await peaksOf(world), told, live);
    return outcome;
  } finally {
    await world.close();
  }
}

function areFlightsKnown(live: readonly LiveAccount[]): boolean {
  return live.every(({ complete }) => complete.includes('line_item'));
}

/** How many line items the document wants without any targeting, by an empty list. */
function forEverybody({ resources }: DesiredDocument): number {
  const targeted = new Set(
    resources
      .filter(({ kind }) => kind === 'targeting_criterion')
      .map(({ address }) => address.replace(/\/targeting\/.*$/s, '')),
  );
  return resources.filter(
    ({ address, sets }) => sets.includes('targeting_criterion') && !targeted.has(address),
  ).length;
}

/** What the sandbox counts now is what the plan said of afterwards. */
function expectFigures(
  now: Awaited<ReturnType<typeof peaksOf>>,
  told: ReturnType<typeof toldBy>,
  live: readonly LiveAccount[],
): void {
  const { campaigns } = told;
  if (campaigns.after !== undefined)
    expect(campaigns.counts === 'active' ? now.active_campaigns : now.campaigns).toBe(campaigns.after);
  const counted = spent(now.exposure);
  for (const [currency, amount] of Object.entries(counted))
    expect(amount).toBeLessThanOrEqual(told.after[currency] ?? 0);
  // Where line items are not read, because no document has any, campaigns of others count in full.
  if (!areFlightsKnown(live)) return;
  expect(counted).toEqual(told.after);
  expect(spent(now.today)).toEqual(told.today);
  expect(Object.fromEntries(Object.entries(now.highest_on).filter(([, day]) => day !== null))).toEqual(
    told.highestOn,
  );
  expect(now.uncapped).toBe(told.uncapped);
}

test('whole worlds applied to the sandbox: what the plan says is what the sandbox counts', async () => {
  const worlds = await startWorlds();
  const outcomes: Outcome[] = [];
  const property = fc.asyncProperty(wholeSpec, async (spec) => {
    // What the planner throws is the planned law's business.
    const outcome = await applyWhole(worlds, spec).catch((error: unknown): Outcome => {
      if (error instanceof RangeError) return 'refused';
      throw error;
    });
    outcomes.push(outcome);
  });
  try {
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  } finally {
    await worlds.stop();
  }

  const counts = Map.groupBy(outcomes, (each) => each);
  const countOf = (each: Outcome): number => counts.get(each)?.length ?? 0;
  if (process.env['ADSYNC_WORLDS'] !== undefined)
    process.stdout.write(
      `${runs} whole worlds for the sandbox: ${[...counts].map(([each, { length }]) => `${length} ${each}`).join(', ')}\n`,
    );
  const applied = countOf('applied') + countOf('applied as saved') + countOf('applied anew');
  expect(applied).toBeGreaterThan(runs / 2);
  expect(Math.min(countOf('applied as saved'), countOf('applied anew'))).toBeGreaterThan(runs / 20);
});
