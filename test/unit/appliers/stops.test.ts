import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DoneOperation } from '../../../src/appliers/effects-of.ts';
import { ownChanges } from '../../../src/appliers/own-changes.ts';
import type { LiveRecord } from '../../../src/schemas/live-record.ts';
import type { Stop } from '../../../src/schemas/stop.ts';
import { createWorld, type World } from '../../support/world.ts';
import { holder, stop } from '../state/fixtures/values.ts';
import { accountId, buildPlan, createCampaigns } from './build-plan.ts';
import { addressesOf, matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

async function begin(changes: Partial<Stop>): Promise<void> {
  await world.store.beginStop(stop({ accountId, ...changes }), holder('stopper'));
}

describe('while a stop stands, an apply that was planned before', () => {
  const [a, b, other] = ['acme/campaigns/a', 'acme/campaigns/b', 'acme/campaigns/other'];

  test('makes nothing that is ACTIVE, and leaves no request open', async () => {
    await begin({ patterns: [] });

    const { result } = await runPlan(
      world,
      buildPlan([createCampaigns(['a', 'b'], { entity_status: 'ACTIVE' })]),
    );

    expect(addressesOf(result.failed)).toEqual([a, b]);
    expect(result.failed).toMatchObject([
      {
        cause: {
          code: 'ADSYNC_STOPPED',
          message: matching(/^the stop s1 of 2026-11-20T16:05:12Z by jane@laptop \(".*"\) stands over it$/),
        },
      },
      { cause: { code: 'ADSYNC_STOPPED' } },
    ]);
    expect(await world.requests('POST')).toEqual([]);
    expect(await world.snapshot()).toMatchObject({ openIntents: [], entries: [] });
  });

  test('does of a batch what does not stand beneath it', async () => {
    await begin({ patterns: ['acme/campaigns/a'] });

    const { result } = await runPlan(
      world,
      buildPlan([createCampaigns(['a', 'other'], { entity_status: 'ACTIVE' })]),
    );

    expect([addressesOf(result.failed), addressesOf(result.applied)]).toEqual([[a], [other]]);
    const made = (await world.dump('campaigns')).filter(({ name }) => name === 'a' || name === 'other');
    expect(made).toMatchObject([{ name: 'other', entity_status: 'ACTIVE' }]);
  });

  test('makes what is PAUSED', async () => {
    await begin({ patterns: [], all: true });

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a', 'b'])]));

    expect([result.failed, addressesOf(result.applied)]).toEqual([[], [a, b]]);
  });

  test('is not held by a stop of another account', async () => {
    await begin({ accountId: '18ce5other0', patterns: [], all: true });

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'], { entity_status: 'ACTIVE' })]));

    expect(addressesOf(result.applied)).toEqual([a]);
  });
});

/** A campaign that the platform changed last at some time. */
function at(updatedAt: string | undefined): LiveRecord {
  return { kind: 'campaign', accountId, id: 'c1', deleted: false, updatedAt, fields: {} };
}

function done(kind: string, id: string | null, record: LiveRecord | undefined): DoneOperation {
  const operation = { operation: 1, type: 'Update', address: 'acme/x', kind, id } as const;
  return { operation: { ...operation, params: {}, known: [], entry: null }, record };
}

const seen = {
  record: (_account: string, _kind: string, id: string) => (id === 'c1' ? at('1') : undefined),
};

describe('when the platform had changed a record last, before and after an operation', () => {
  test.each<[string, DoneOperation, readonly object[]]>([
    [
      'is told of what can spend',
      done('campaign', 'c1', at('2')),
      [{ kind: 'campaign', id: 'c1', before: '1', after: '2' }],
    ],
    ['is not told of what cannot', done('custom_audience', 'c1', at('2')), []],
    ['is not told of what was made', done('campaign', null, at('2')), []],
    ['is not known where the record was not read', done('campaign', 'c2', at('2')), []],
    ['is not known where no answer shows the record', done('campaign', 'c1', undefined), []],
    ['is not known where the answer does not say', done('campaign', 'c1', at(undefined)), []],
  ])('%s', (_, operation, expected) => {
    expect(ownChanges([operation], seen, accountId)).toEqual(expected);
  });
});
