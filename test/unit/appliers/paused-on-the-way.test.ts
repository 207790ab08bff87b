import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveOpen } from '../../../src/appliers/resolve-open.ts';
import type { PlanResult } from '../../../src/planner/plan.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { Values } from '../../../src/schemas/values.ts';
import type { Lease } from '../../../src/state/store.ts';
import { planInput } from '../../support/plan-input.ts';
import { planKnowing } from '../../support/plan-knowing.ts';
import { setResource } from '../../support/set-resource.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { runPlan, settleMs } from './run-plan.ts';

const address = 'acme/campaigns/a';
const million = 1_000_000;
const fields: Values = {
  name: 'a',
  funding_instrument_id: 'hxtet',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 5 * million,
};
/** Takes a pause on the way. */
const changed: Values = {
  ...fields,
  budget_optimization: 'LINE_ITEM',
  daily_budget_amount_local_micro: null,
};

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

function documentOf(declared: Values, more: Partial<DesiredResource['lifecycle']> = {}): DesiredDocument {
  const document = documentFrom(world.accountId, []);
  const resource = setResource({ address, kind: 'campaign', parent: 'acme' }, declared, {
    allowReplace: false,
  });
  const lifecycle = { ...resource.lifecycle, ...more };
  return { ...document, resources: [...document.resources, { ...resource, lifecycle }] };
}

async function planFor(document: DesiredDocument): Promise<PlanResult> {
  const { entries } = await world.snapshot();
  return await planKnowing(world, planInput({ document, live: await world.read(document), entries }));
}

async function apply(document: DesiredDocument, lease?: Lease): Promise<void> {
  const { plan, stateChanges } = await planFor(document);
  await runPlan(world, plan, { document, stateChanges, ...(lease === undefined ? {} : { lease }) });
}

class Crash extends Error {}

/**
 * A lease whose process dies when its n-th intent is recorded, or before its n-th outcome is. An intent that was too late to
 * be sent, as on a busy machine, is recorded anew: that counts once.
 */
function dyingLease(lease: Lease, before: 'request' | 'outcome', nth: number): Lease {
  const seen = { request: new Set<string>(), outcome: new Set<string>() };
  const operationsOf = new Map<number, string>();
  const count = (what: 'request' | 'outcome', operations: string): void => {
    if (seen[what].has(operations)) return;
    seen[what].add(operations);
    if (what === before && seen[what].size === nth) throw new Crash();
  };
  return {
    ...lease,
    recordIntent: async (intent) => {
      const number = await lease.recordIntent(intent);
      const operations = JSON.stringify(intent.operations);
      operationsOf.set(number, operations);
      count('request', operations);
      return number;
    },
    recordOutcome: async (number, accountId, outcome) => {
      if (outcome.result === 'applied') count('outcome', operationsOf.get(number) ?? '');
      await lease.recordOutcome(number, accountId, outcome);
    },
  };
}

async function resolveAll(): Promise<void> {
  const lease = await world.acquire();
  const snapshot = await world.snapshot();
  const { client, accountId } = world;
  await resolveOpen({
    client,
    lease,
    clock: realClock,
    snapshot,
    accountIds: [accountId],
    settleMs,
    emit: () => {},
  });
}

async function status(): Promise<unknown> {
  return (await world.dump('campaigns')).find(({ name }) => name === 'a')?.['entity_status'];
}

async function mark(): Promise<unknown> {
  return (await world.snapshot()).entries.find((entry) => entry.address === address)?.pausedOnTheWay;
}

/** The campaign runs because somebody else switched it on, and a run of ours that pauses it is cut short. */
async function cutShort(
  document: DesiredDocument,
  before: 'request' | 'outcome',
  nth: number,
): Promise<void> {
  const id = (await world.dump('campaigns')).find(({ name }) => name === 'a')?.['id'];
  await world.mutate('campaigns', String(id), { entity_status: 'ACTIVE' });
  const lease = dyingLease(await world.acquire(), before, nth);
  await expect(apply(document, lease)).rejects.toBeInstanceOf(Crash);
  await resolveAll();
}

describe.each([
  ['does not manage the status', fields, changed, {}],
  [
    'leaves the status to others',
    { ...fields, entity_status: 'PAUSED' },
    { ...changed, entity_status: 'PAUSED' },
    { ignoreChanges: ['entity_status'] },
  ],
  ['says ACTIVE', { ...fields, entity_status: 'ACTIVE' }, { ...changed, entity_status: 'ACTIVE' }, {}],
])('paused on the way where the document %s', (_title, before, after, lifecycle) => {
  test.each([
    ['outcome', 1, 'PAUSED'],
    ['request', 2, 'PAUSED'],
    ['outcome', 2, 'PAUSED'],
    ['request', 3, 'PAUSED'],
    ['outcome', 3, 'ACTIVE'],
    ['request', 1, 'ACTIVE'],
  ] as const)(
    'cut short before %s %i, the next run switches it on again, and only that',
    async (at, nth, left) => {
      await apply(documentOf(before, lifecycle));
      await cutShort(documentOf(after, lifecycle), at, nth);
      expect(await status()).toBe(left);
      expect(await mark()).toBe(left === 'PAUSED' ? true : undefined);

      await apply(documentOf(after, lifecycle));

      expect(await status()).toBe('ACTIVE');
      expect(await mark()).toBeUndefined();
      const { plan, stateChanges } = await planFor(documentOf(after, lifecycle));
      expect([plan.changes, stateChanges]).toEqual([[], []]);
    },
  );
});

describe('what somebody else says about the status meanwhile counts', () => {
  beforeEach(async () => {
    await apply(documentOf(fields));
    await cutShort(documentOf(changed), 'request', 3);
  });

  test('nothing but the status is left to change, and the plan says why', async () => {
    const { plan } = await planFor(documentOf(changed));

    expect(plan.changes).toMatchObject([
      {
        address,
        after: { entity_status: 'ACTIVE' },
        reason: 'left paused by an earlier run, which ended before it was switched on',
      },
    ]);
    expect(plan.steps.flatMap(({ operations }) => operations)).toHaveLength(1);
    expect(plan.violations).toEqual([]);
  });

  test('a document that says PAUSED by now keeps it so', async () => {
    await apply(documentOf({ ...changed, entity_status: 'PAUSED' }));

    expect(await status()).toBe('PAUSED');
    expect(await mark()).toBeUndefined();
  });

  test('one that runs again is let run, and paused by nobody’s mark later', async () => {
    const id = (await world.dump('campaigns')).find(({ name }) => name === 'a')?.['id'];
    await world.mutate('campaigns', String(id), { entity_status: 'ACTIVE' });
    await apply(documentOf(changed));
    expect(await mark()).toBeUndefined();
    await world.mutate('campaigns', String(id), { entity_status: 'PAUSED' });

    expect((await planFor(documentOf(changed))).plan.changes).toEqual([]);
  });

  test('one that was deleted is not switched on', async () => {
    const id = (await world.dump('campaigns')).find(({ name }) => name === 'a')?.['id'];
    await world.mutate('campaigns', String(id), 'remove');

    const { plan } = await planFor(documentOf(changed));

    expect(plan.changes).toMatchObject([{ address, action: 'create', after: { entity_status: 'PAUSED' } }]);
  });
});

describe.each([
  ['does not manage the status', fields, changed],
  ['says ACTIVE', { ...fields, entity_status: 'ACTIVE' }, { ...changed, entity_status: 'ACTIVE' }],
])('somebody switches it on and pauses it again where the document %s', (_title, before, after) => {
  beforeEach(async () => {
    await apply(documentOf(before));
  });

  test.each([
    ['outcome', 1],
    ['request', 2],
  ] as const)('the run was cut short before %s %i: what people paused asks for consent', async (at, nth) => {
    await cutShort(documentOf(after), at, nth);
    const id = String((await world.dump('campaigns')).find(({ name }) => name === 'a')?.['id']);
    await world.control('PUT', '/clock', { advance_seconds: 3600 });
    await world.mutate('campaigns', id, { entity_status: 'ACTIVE' });
    await world.mutate('campaigns', id, { entity_status: 'PAUSED' });

    const { plan } = await planFor(documentOf(after));

    expect(plan.violations).toMatchObject([{ rule: 'undo_drift', address }]);
  });
});
