import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApplyInput } from '../../../src/appliers/apply.ts';
import type { PlatformClient } from '../../../src/platform/client.ts';
import type { Lease, Outcome } from '../../../src/state/store.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { buildPlan, createCampaigns } from './build-plan.ts';
import { matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

const plan = buildPlan([createCampaigns(['a', 'b'])]);

function clientWith(more: Partial<PlatformClient>): PlatformClient {
  const { client } = world;
  return {
    get requests() {
      return client.requests;
    },
    get reads() {
      return client.reads;
    },
    get parallel() {
      return client.parallel;
    },
    sandbox: undefined,
    untilRoom: async (request) => await client.untilRoom(request),
    list: (request) => client.list(request),
    call: async (request) => await client.call(request),
    close: async () => await Promise.resolve(),
    ...more,
  };
}

/** A lease that notes what became of each request. */
async function notingLease(outcomes: Outcome[]): Promise<Lease> {
  const lease = await world.acquire();
  return {
    ...lease,
    recordOutcome: async (number, accountId, outcome) => {
      outcomes.push(outcome);
      await lease.recordOutcome(number, accountId, outcome);
    },
  };
}

/** A clock that can be set forward, and a client that does so before it sends the given writes. */
function lateFor(isLate: (write: number) => boolean): Pick<ApplyInput, 'clock' | 'client'> {
  let ahead = 0;
  let writes = 0;
  return {
    clock: { ...realClock, now: () => Date.now() + ahead },
    client: clientWith({
      call: async (request) => {
        if (request.method === 'POST') {
          writes += 1;
          if (isLate(writes)) ahead += 10_000;
        }
        return await world.client.call(request);
      },
    }),
  };
}

describe('a wait for the platform’s pace', () => {
  test.each([
    ['ends', async () => await Promise.resolve()],
    ['fails', async () => await Promise.reject(new Error('stopped'))],
  ])('that %s because of an interrupt sends nothing and records nothing', async (_title, ends) => {
    const stop = new AbortController();
    const client = clientWith({
      untilRoom: async () => {
        stop.abort();
        await ends();
      },
    });

    const { result } = await runPlan(world, plan, { stop: stop.signal, client });

    expect(result).toMatchObject({ exitCode: 130, applied: [], failed: [], unknown: [] });
    expect(result.skipped).toEqual(
      ['acme/campaigns/a', 'acme/campaigns/b'].map((address) => ({
        address,
        cause: { code: 'INTERRUPTED', message: 'interrupted before it was sent', address },
      })),
    );
    expect(await world.requests('POST')).toEqual([]);
    expect(await world.snapshot()).toMatchObject({ entries: [], openIntents: [] });
  });

  test('after which the run was stopped by another step sends nothing', async () => {
    const both = buildPlan([createCampaigns(['a']), createCampaigns(['b'])]);
    await world.faults({
      method: 'POST',
      effect: 'status',
      status: 401,
      body: { errors: [{ code: 89, message: 'Invalid or expired token' }] },
    });
    const { promise: refused, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const client = clientWith({
      untilRoom: async () => {
        waiting += 1;
        if (waiting === 2) await refused;
      },
    });

    const { result } = await runPlan(world, both, {
      client,
      emit: (event) => {
        if (event.type === 'step_done') resolve();
      },
    });

    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_CREDENTIALS_REFUSED' } }],
      skipped: [
        {
          address: 'acme/campaigns/b',
          cause: { code: 'ADSYNC_CREDENTIALS_REFUSED', address: 'acme/campaigns/a' },
        },
      ],
    });
    expect(await world.requests('POST')).toHaveLength(1);
  });
});

describe('a request that would be sent too long after its intent', () => {
  test('is not sent; it is recorded anew, and sent then', async () => {
    const outcomes: Outcome[] = [];
    const lease = await notingLease(outcomes);

    const { result } = await runPlan(world, plan, { lease, ...lateFor((write) => write === 1) });

    expect(result).toMatchObject({ exitCode: 0, applied: [{}, {}] });
    expect(outcomes.map((outcome) => outcome.result)).toEqual(['not_sent', 'applied']);
    expect(await world.requests('POST')).toHaveLength(1);
  });

  test('is given up when it is never sent in time', async () => {
    const outcomes: Outcome[] = [];
    const lease = await notingLease(outcomes);

    const { result } = await runPlan(world, plan, { lease, ...lateFor(() => true) });

    expect(result).toMatchObject({
      exitCode: 5,
      applied: [],
      failed: [
        {
          address: 'acme/campaigns/a',
          cause: {
            code: 'ADSYNC_PLATFORM_UNREACHABLE',
            address: 'acme/campaigns/a',
            path: matching(/^\/12\/batch\//),
          },
        },
        { address: 'acme/campaigns/b' },
      ],
    });
    expect(outcomes.map((outcome) => outcome.result)).toEqual(Array.from({ length: 101 }, () => 'not_sent'));
    expect(await world.requests('POST')).toEqual([]);
    expect(await world.snapshot()).toMatchObject({ entries: [], openIntents: [] });
  });
});
