import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryWhileReplaced } from '../../../src/appliers/values-to-carry-over.ts';
import { createPlan, type PlanResult } from '../../../src/planner/plan.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { planInput } from '../../support/plan-input.ts';
import { setResource } from '../../support/set-resource.ts';
import { createWorld, type Dumped, type World } from '../../support/world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { runPlan } from './run-plan.ts';

const campaign = 'acme/campaigns/a';
const item = `${campaign}/line_items/x`;
const million = 1_000_000;
const campaignFields: Values = {
  name: 'a',
  funding_instrument_id: 'hxtet',
  budget_optimization: 'LINE_ITEM',
  total_budget_amount_local_micro: 900 * million,
};
const itemFields: Values = {
  name: 'x',
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_TWEETS',
  placements: ['ALL_ON_TWITTER'],
  start_time: '2026-12-01T00:00:00Z',
  end_time: '2026-12-31T00:00:00Z',
};
/** Takes a new record. */
const anew: Values = { ...itemFields, placements: ['TWITTER_TIMELINE'] };
/** What people make of fields that the document does not declare. */
const outside: Values = {
  entity_status: 'ACTIVE',
  total_budget_amount_local_micro: 300 * million,
  daily_budget_amount_local_micro: 4 * million,
};

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

function documentOf(fields: Values, more: Partial<DesiredResource['lifecycle']> = {}): DesiredDocument {
  const document = documentFrom(world.accountId, []);
  const under = { address: campaign, kind: 'campaign', parent: 'acme' };
  const own = setResource({ address: item, kind: 'line_item', parent: campaign }, fields, {
    allowReplace: true,
  });
  const resources = [
    setResource(under, campaignFields, { allowReplace: true }),
    { ...own, lifecycle: { ...own.lifecycle, ...more } },
  ];
  return { ...document, resources: [...document.resources, ...resources] };
}

async function planFor(document: DesiredDocument): Promise<PlanResult> {
  const { entries } = await world.snapshot();
  return createPlan(planInput({ document, live: await world.read(document), entries }));
}

async function apply(document: DesiredDocument): Promise<void> {
  const { plan, stateChanges } = await planFor(document);
  expect(plan.violations).toEqual([]);
  await runPlan(world, plan, { document, stateChanges });
}

async function live(): Promise<Dumped | undefined> {
  return (await world.dump('line_items')).find(({ name }) => name === 'x');
}

async function entry(): Promise<StateEntry | undefined> {
  return (await world.snapshot()).entries.find(({ address }) => address === item);
}

/** Refuses the n-th write to line items from now on. */
async function refuse(nth: number): Promise<void> {
  await world.faults({ path: '/12/batch/**', nth: [nth], effect: 'refuse', code: 'INVALID_PARAMETER' });
}

/** People change the line item, and a run that makes it anew deletes it and then makes none. */
async function cutShort(document: DesiredDocument, changed: Values = outside): Promise<void> {
  const id = String((await live())?.['id']);
  await world.mutate('line_items', id, changed);
  await refuse(2);
  await apply(document);
  await world.faults();
  expect(await live()).toBeUndefined();
}

describe('a line item that a run deleted, and did not make anew', () => {
  beforeEach(async () => {
    await apply(documentOf(itemFields));
    await cutShort(documentOf(anew));
  });

  test('is made by the next run with all that the document does not manage, and is forgotten about then', async () => {
    expect((await entry())?.toCarryOver).toMatchObject(outside);
    expect((await planFor(documentOf(anew))).plan.changes).toMatchObject([
      {
        address: item,
        action: 'create',
        cause: 'config',
        carried: outside,
        reason: 'an earlier run deleted it to make it anew, and ended before that',
      },
    ]);

    await apply(documentOf(anew));

    expect(await live()).toMatchObject(outside);
    expect((await entry())?.toCarryOver).toBeUndefined();
    const { plan, stateChanges } = await planFor(documentOf(anew));
    expect([plan.changes, stateChanges]).toEqual([[], []]);
  });

  test('is made by a run after another one that fails', async () => {
    await refuse(1);
    await apply(documentOf(anew));
    await world.faults();

    await apply(documentOf(anew));

    expect(await live()).toMatchObject(outside);
  });

  test('has what the document declares by now', async () => {
    await apply(documentOf({ ...anew, entity_status: 'PAUSED' }));

    expect(await live()).toMatchObject({ ...outside, entity_status: 'PAUSED' });
  });

  test('is nothing that is left to do where the document does not declare it any more', async () => {
    const document = documentOf(anew);
    const without = {
      ...document,
      resources: document.resources.filter(({ address }) => address !== item),
    };
    expect((await planFor(without)).plan.changes).toEqual([]);

    await apply(without);

    expect(await entry()).toBeUndefined();
  });
});

describe('ignored fields of a line item that a run deleted, and did not make anew', () => {
  const ignored = ['daily_budget_amount_local_micro'];
  const budget: Values = { daily_budget_amount_local_micro: 4 * million };

  test.each([
    ['lowered', 2 * million],
    ['taken away', null],
  ])('a budget that was %s stays so', async (_how, left) => {
    await apply(documentOf({ ...itemFields, ...budget }, { ignoreChanges: ignored }));
    const again = documentOf({ ...anew, ...budget }, { ignoreChanges: ignored });
    await cutShort(again, { daily_budget_amount_local_micro: left });

    await apply(again);

    expect((await live())?.['daily_budget_amount_local_micro'] ?? null).toBe(left);
  });
});

test('a line item that somebody deleted first is made anew all the same', async () => {
  await apply(documentOf(itemFields));
  const id = String((await live())?.['id']);
  await world.mutate('line_items', id, outside);
  const document = documentOf(anew);
  const { plan, stateChanges } = await planFor(document);
  await world.mutate('line_items', id, { deleted: true });
  await refuse(2);
  await runPlan(world, plan, { document, stateChanges });
  await world.faults();

  expect((await entry())?.toCarryOver).toMatchObject(outside);
});

describe('what the state remembers of a record that a run deletes', () => {
  const previous: StateEntry = {
    address: item,
    kind: 'line_item',
    accountKey: 'acme',
    accountId: '18ce54d4x5t',
    id: 'old',
    origin: 'created',
    declared: anew,
    answered: anew,
    file: 'campaigns.yaml',
    preventDestroy: false,
  };
  const resource = setResource({ address: item, kind: 'line_item', parent: campaign }, anew, {
    allowReplace: true,
  });

  test.each<[string, StateEntry | undefined, DesiredResource | undefined, Values | undefined]>([
    ['nothing that the state knows', undefined, resource, outside],
    ['nothing that is declared', previous, undefined, outside],
    ['nothing that a new record takes the place of', previous, resource, undefined],
    ['what is declared and what is usual', previous, resource, { ...anew, entity_status: 'PAUSED' }],
    [
      'what is made in this plan too',
      previous,
      resource,
      { ...anew, android_app_store_identifier: { id_of: item } },
    ],
  ])('%s leaves nothing', (_what, ...known) => {
    expect(entryWhileReplaced(...known)).toBeNull();
  });
});
