import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlan, type PlanInput, type PlanResult } from '../../../src/planner/plan.ts';
import { addressUnder, memberText } from '../../../src/schemas/address.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { Step } from '../../../src/schemas/plan.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { plainText, type Values } from '../../../src/schemas/values.ts';
import { ModelPlatform } from '../../support/model-platform.ts';
import { planInput } from '../../support/plan-input.ts';
import { setResource } from '../../support/set-resource.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';

const accountId = '18ce54d4x5t';
const runs = Number(process.env['ADSYNC_WORLDS'] ?? 1000) / 2;
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };

/** What a line item is and what it is narrowed to; an audience is one of the document's, which may be new or made anew. */
interface ItemState {
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly placement: string;
  readonly members: readonly string[];
  readonly isAudienceNew: boolean;
}

const texts = ['LOCATION 1', 'LOCATION 2', 'TV_SHOW 9', 'GENDER 1', 'GENDER 2', 'LOCATION 3'];
const audience = 'acme/audiences/buyers';
const itemState = fc.record({
  status: fc.constantFrom('ACTIVE' as const, 'PAUSED' as const),
  placement: fc.oneof(
    { weight: 5, arbitrary: fc.constant('ALL_ON_TWITTER') },
    { weight: 1, arbitrary: fc.constant('TWITTER_TIMELINE') },
  ),
  members: fc.uniqueArray(fc.constantFrom(...texts, 'audience'), { maxLength: 6 }),
  isAudienceNew: fc.boolean(),
});
const world = fc.record({
  before: itemState,
  after: itemState,
  foreign: fc.uniqueArray(fc.constantFrom(...texts), { maxLength: 3 }),
  batch: fc.integer({ min: 1, max: 8 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const item = 'acme/campaigns/sale/line_items/x';

function resource(address: string, kind: string, parent: string, fields: Values): DesiredResource {
  return setResource({ address, kind, parent }, fields, { allowReplace: true });
}

function member(text: string): DesiredResource {
  const [type = '', value = ''] = text.split(' ');
  const fields: Values =
    text === 'audience'
      ? { targeting_type: 'CUSTOM_AUDIENCE', operator_type: 'EQ', targeting_value: { id_of: audience } }
      : { targeting_type: type, operator_type: 'EQ', targeting_value: value };
  const kind = kindNamed('targeting_criterion');
  const key = text === 'audience' ? 'CUSTOM_AUDIENCE:EQ:audience:buyers' : (memberText(kind, fields) ?? '');
  return resource(addressUnder(item, kind, key), kind.name, item, fields);
}

function documentOf(state: ItemState, batch: number): DesiredDocument {
  const document = documentFrom(accountId, [], { batch: { targeting_criteria: batch } });
  const campaign = { name: 'Sale', funding_instrument_id: 'fi1', entity_status: 'PAUSED' };
  const fields = {
    name: 'x',
    objective: 'REACH',
    product_type: 'PROMOTED_TWEETS',
    placements: [state.placement],
    entity_status: state.status,
  };
  const description = state.isAudienceNew ? 'new' : 'old';
  return {
    ...document,
    resources: [
      ...document.resources,
      // A flexible audience is made anew by any change.
      resource(audience, 'custom_audience', 'acme', {
        name: 'buyers',
        audience_type: 'FLEXIBLE',
        description,
      }),
      resource('acme/campaigns/sale', 'campaign', 'acme', campaign),
      resource(item, 'line_item', 'acme/campaigns/sale', fields),
      ...state.members.map(member),
    ],
  };
}

function inputFor(document: DesiredDocument, platform: ModelPlatform): PlanInput {
  return planInput({ document, live: platform.live(), entries: platform.entries });
}

function* someOrder(steps: readonly Step[], pick: () => number): Generator<Step> {
  const ended = new Set<number>();
  const left = [...steps];
  while (left.length > 0) {
    const ready = left.filter((step) => step.after.every((number) => ended.has(number)));
    const step = ready[pick() % ready.length];
    if (step === undefined) throw new Error('no step can start');
    yield step;
    ended.add(step.step);
    left.splice(left.indexOf(step), 1);
  }
}

/** Applies a plan; an atomic step takes effect as a whole or not at all, any other step operation by operation. */
function applyTo(
  platform: ModelPlatform,
  { plan, stateChanges }: PlanResult,
  document: DesiredDocument,
  pick: () => number,
  fails: () => boolean,
  watch: () => void,
): void {
  for (const { put, remove } of stateChanges) platform.record(put, remove);
  const done = new Set<number>();
  for (const step of someOrder(plan.steps, pick)) {
    const ready = step.operations.filter(({ requires }) => requires.every((number) => done.has(number)));
    if (step.atomic === true && (ready.length < step.operations.length || fails())) continue;
    for (const operation of ready) {
      if (step.atomic !== true && fails()) continue;
      platform.carryOut(step, operation, document);
      done.add(operation.operation);
      if (step.atomic !== true) watch();
    }
    watch();
  }
}

/** What each live line item is narrowed to, and whether it runs. */
function narrowings(platform: ModelPlatform): ReadonlyMap<string, { active: boolean; members: string }> {
  const criteria = [...platform.recordsOf('targeting_criterion').values()];
  return new Map(
    [...platform.recordsOf('line_item')].map(([id, fields]) => {
      const own = criteria.filter((each) => each['line_item_id'] === id);
      // One audience stands for another that was made in its place.
      const members = own.map((each) =>
        each['targeting_type'] === 'CUSTOM_AUDIENCE'
          ? 'audience'
          : `${plainText(each['targeting_type'])} ${plainText(each['targeting_value'])}`,
      );
      return [
        id,
        { active: fields['entity_status'] === 'ACTIVE', members: [...new Set(members)].sort().join() },
      ];
    }),
  );
}

function platformFor({ before, foreign, batch }: World): ModelPlatform {
  const platform = new ModelPlatform(accountId);
  const document = documentOf(before, batch);
  const result = createPlan(inputFor(document, platform));
  applyTo(
    platform,
    result,
    document,
    () => 0,
    () => false,
    () => undefined,
  );
  const [id = ''] = platform.recordsOf('line_item').keys();
  for (const text of foreign) {
    const [targeting_type = '', targeting_value = ''] = text.split(' ');
    platform.make('targeting_criterion', {
      line_item_id: id,
      targeting_type,
      operator_type: 'EQ',
      targeting_value,
    });
  }
  return platform;
}

test('while it runs a line item is narrowed as before or as after, in every order and whatever fails', () => {
  const property = fc.property(
    world,
    fc.infiniteStream(fc.nat()),
    fc.infiniteStream(fc.nat({ max: 5 })),
    fc.boolean(),
    (spec, picks, dice, failing) => {
      const platform = platformFor(spec);
      const document = documentOf(spec.after, spec.batch);
      const [before] = narrowings(platform).values();
      const after = [...spec.after.members].sort().join();
      const result = createPlan(inputFor(document, platform));
      expect(result.plan.violations.filter(({ rule }) => rule !== 'rule')).toEqual([]);

      applyTo(
        platform,
        result,
        document,
        () => Number(picks.next().value),
        () => failing && dice.next().value === 0,
        () => {
          for (const { active, members } of narrowings(platform).values())
            if (active) expect([before?.members, after]).toContain(members);
        },
      );

      if (failing) return;
      expect([...narrowings(platform).values()]).toEqual([
        { active: spec.after.status === 'ACTIVE', members: after },
      ]);
    },
  );
  fc.assert(property, { numRuns: runs, ...seed });
});

test('sets applied plan to nothing; batches hold what they may; what is atomic is small enough', () => {
  const property = fc.property(world, (spec) => {
    const platform = platformFor(spec);
    const document = documentOf(spec.after, spec.batch);
    const first = createPlan(inputFor(document, platform));
    for (const { batch, operations, path } of first.plan.steps)
      if (path.endsWith('targeting_criteria'))
        expect(operations.length).toBeLessThanOrEqual(batch ? spec.batch : 1);

    applyTo(
      platform,
      first,
      document,
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
