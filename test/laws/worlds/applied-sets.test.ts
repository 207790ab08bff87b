import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PlanResult } from '../../../src/planner/plan.ts';
import { addressUnder, memberText } from '../../../src/schemas/address.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { planInput } from '../../support/plan-input.ts';
import { planKnowing } from '../../support/plan-knowing.ts';
import { setResource } from '../../support/set-resource.ts';
import { createWorld, type World } from '../../support/world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { runPlan } from '../../unit/appliers/run-plan.ts';

const runs = Math.ceil(Number(process.env['ADSYNC_WORLDS'] ?? 500) * 0.04);
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };
const instrument = 'hxtet';
const peaksSchema = z.record(z.string(), z.object({ untargeted: z.number() }));

const texts = [
  'LOCATION:96683cc9126741d1',
  'LOCATION:00a8b25e420adc94',
  'LOCATION:0a1b2c3d4e5f6071',
  'GENDER:1',
  'AGE:AGE_OVER_50',
  'LANGUAGE:en',
  'BROAD_KEYWORD:spring',
];
const itemState = fc.record({
  status: fc.constantFrom('ACTIVE', 'PAUSED'),
  members: fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 6 }),
});
const setWorld = fc.record({
  before: itemState,
  after: itemState,
  foreign: fc.uniqueArray(fc.constantFrom(...texts), { maxLength: 2 }),
  batch: fc.integer({ min: 1, max: 8 }),
});
type SetWorld = typeof setWorld extends fc.Arbitrary<infer T> ? T : never;

const sale = 'acme/campaigns/sale';
const item = `${sale}/line_items/x`;
const criterion = kindNamed('targeting_criterion');

function resource(address: string, kind: string, parent: string, fields: Values): DesiredResource {
  return setResource({ address, kind, parent }, fields, { allowReplace: false });
}

function criterionFields(text: string): Values {
  const [type = '', value = ''] = text.split(':');
  return { targeting_type: type, operator_type: 'EQ', targeting_value: value };
}

function documentOf(accountId: string, state: SetWorld['before'], batch: number): DesiredDocument {
  const document = documentFrom(accountId, [], { batch: { targeting_criteria: batch } });
  const campaign: Values = {
    name: 'Sale',
    funding_instrument_id: instrument,
    entity_status: 'ACTIVE',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 5_000_000,
  };
  const fields: Values = {
    name: 'x',
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
    entity_status: state.status,
  };
  const members = state.members.map((text) => {
    const own = criterionFields(text);
    return resource(
      addressUnder(item, criterion, memberText(criterion, own) ?? ''),
      criterion.name,
      item,
      own,
    );
  });
  const parents = [resource(sale, 'campaign', 'acme', campaign), resource(item, 'line_item', sale, fields)];
  return { ...document, resources: [...document.resources, ...parents, ...members] };
}

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

/** The targeting of the document's line item, as the platform holds it. */
async function targetingOf(world: World): Promise<readonly string[]> {
  const own = (await world.dump('line_items')).find(({ name }) => name === 'x');
  return (await world.dump('targeting_criteria'))
    .filter(({ line_item_id: id }) => id === own?.['id'])
    .map(({ targeting_type: type, targeting_value: value }) => `${String(type)}:${String(value)}`)
    .sort();
}

async function applySets({ before, after, foreign, batch }: SetWorld): Promise<void> {
  const world = await createWorld({ timeoutMs: 5000 });
  try {
    await apply(world, documentOf(world.accountId, before, batch));
    const own = (await world.dump('line_items')).find(({ name }) => name === 'x');
    const extra = foreign.filter((text) => !before.members.includes(text));
    await world.seed({
      targeting_criteria: extra.map((text) => ({
        ...criterionFields(text),
        line_item_id: own?.['id'],
        account_id: world.accountId,
      })),
    });
    await world.control('DELETE', '/peaks');
    const document = documentOf(world.accountId, after, batch);

    await apply(world, document);

    expect(await targetingOf(world)).toEqual([...after.members].sort());
    const peaks = peaksSchema.parse(await world.control('GET', '/peaks'))[world.accountId];
    expect(peaks?.untargeted).toBe(0);
    const again = await planIn(world, document);
    expect(again.plan.changes).toEqual([]);
    expect(again.stateChanges).toEqual([]);
  } finally {
    await world.close();
  }
}

test('generated sets applied to the sandbox are what is declared, never leave a line item untargeted, and plan to nothing', async () => {
  const property = fc.asyncProperty(setWorld, async (spec) => await applySets(spec));
  await fc.assert(property, {
    numRuns: runs,
    endOnFailure: process.env['ADSYNC_SHRINK'] === undefined,
    ...seed,
  });
});
