import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveOpen } from '../../../src/appliers/resolve-open.ts';
import type { PlatformClient, PlatformRequest } from '../../../src/platform/client.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { buildPlan, campaign, createCampaigns, documentOf } from './build-plan.ts';
import { matching, runPlan, settleMs, timeoutMs } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

const fault = new TypeError('x is not a function');

interface Breaks {
  readonly call?: (request: PlatformRequest) => boolean;
  readonly list?: (path: string) => boolean;
  readonly untilRoom?: true;
}

/** A client with a fault of its own in some of what it does. */
function faulty({ call, list, untilRoom }: Breaks): PlatformClient {
  const { client } = world;
  return {
    requests: 0,
    reads: 0,
    parallel: 4,
    sandbox: undefined,
    untilRoom: async (request) => {
      if (untilRoom === true) throw fault;
      await client.untilRoom(request);
    },
    list: (request) => {
      if (list?.(request.path) === true) throw fault;
      return client.list(request);
    },
    close: async () => await Promise.resolve(),
    call: async (request) => {
      if (call?.(request) === true) throw fault;
      return await client.call(request);
    },
  };
}

const evergreen = { address: 'acme/campaigns/e', id: '8zva0' } as const;
const creates = buildPlan([createCampaigns(['a'])]);
const claims = buildPlan([
  {
    kind: 'campaign',
    effect: 'claim',
    operations: [{ type: 'Update', ...evergreen, params: { entity_status: 'ACTIVE' } }],
  },
]);
const waits = buildPlan([
  {
    kind: 'campaign',
    operations: [{ type: 'Update', ...evergreen, params: { name: 'x' }, waitsFor: ['acme/campaigns/a'] }],
  },
]);

describe('a fault of the program is taken neither for an answer nor for silence', () => {
  test.each<readonly [string, Plan, Breaks]>([
    ['when it waits for its turn', creates, { untilRoom: true }],
    ['when it sends', creates, { call: ({ method }) => method === 'POST' }],
    ['when it counts what is active', claims, { list: () => true }],
  ])('%s', async (_title, plan, breaks) => {
    const live = await world.read(documentOf(plan));

    await expect(runPlan(world, plan, { live, client: faulty(breaks) })).rejects.toBe(fault);
  });

  test('when it finds out what became of a request', async () => {
    await world.faults({ method: 'POST', effect: 'drop_after' });
    const live = await world.read(documentOf(creates));

    await expect(runPlan(world, creates, { live, client: faulty({ list: () => true }) })).rejects.toBe(fault);

    expect(await world.snapshot()).toMatchObject({ openIntents: [{ step: 1 }] });
  });

  test('when it looks whether something can be used', async () => {
    const plan = waits;
    const document = documentOf(plan);
    const [template] = document.resources;
    if (template === undefined) throw new Error('no resource');
    const used = { ...template, address: 'acme/campaigns/a', kind: 'campaign', id: '8zva0' };

    const running = runPlan(world, plan, {
      live: [],
      document: { ...document, resources: [...document.resources, used] },
      client: faulty({ list: () => true }),
    });

    await expect(running).rejects.toBe(fault);
  });
});

describe('a plan that cannot be right', () => {
  test('of an address of no known kind is refused before anything is sent', async () => {
    const plan = { ...creates, changes: [] };

    await expect(runPlan(world, plan)).rejects.toMatchObject({
      code: 'ADSYNC_PLAN_INVALID',
      message: 'the plan changes an address of no known kind',
      detail: { address: 'acme/campaigns/a' },
    });
    expect(await world.requests('POST')).toEqual([]);
  });

  test.each([
    ['refers to what nobody has', { funding_instrument_id: { id_of: 'acme/funding_instruments/nobody' } }],
    ['names a key instead of an id', { name: { key_of: ['campaign'], word: 'campaign', key: 'a' } }],
    ['holds a digest that the document does not explain', { name: { digest: 'hmac-sha256:0' } }],
  ])('because an operation %s fails that one alone', async (_title, more) => {
    const plan = buildPlan([createCampaigns(['a'], more), createCampaigns(['b'])]);

    const { result } = await runPlan(world, plan);

    expect(result).toMatchObject({ exitCode: 5, applied: [{ address: 'acme/campaigns/b' }] });
    expect(result.failed).toEqual([
      {
        address: 'acme/campaigns/a',
        cause: {
          code: 'ADSYNC_INTERNAL',
          message: 'the plan does not say enough to send operation 1',
          address: 'acme/campaigns/a',
        },
      },
    ]);
    expect(await world.snapshot()).toMatchObject({ openIntents: [] });
  });

  test('because a digest is of what the document does not declare fails that one alone', async () => {
    const plan = buildPlan([createCampaigns(['a'], { name: { digest: 'hmac-sha256:0' } })]);

    const { result } = await runPlan(world, plan, { document: documentOf(buildPlan([])) });

    expect(result.failed).toMatchObject([{ cause: { code: 'ADSYNC_INTERNAL' } }]);
    expect(await world.requests('POST')).toEqual([]);
  });
});

test('readings that leave out the account of an open intent are a fault, and settle nothing', async () => {
  const lease = await world.acquire();
  await lease.recordIntent({
    run: lease.run,
    accountId: world.accountId,
    step: 1,
    method: 'POST',
    path: '/12/x',
    at: realClock.now(),
    timeoutMs,
    operations: [
      {
        operation: 1,
        type: 'Create',
        address: 'acme/campaigns/a',
        kind: 'campaign',
        id: null,
        params: campaign('a'),
        known: [],
        entry: null,
      },
    ],
  });
  const snapshot = await world.snapshot();

  const resolving = resolveOpen({
    client: world.client,
    lease,
    clock: realClock,
    snapshot,
    accountIds: [world.accountId],
    settleMs,
    emit: () => undefined,
    read: async () => await Promise.resolve([]),
  });

  await expect(resolving).rejects.toMatchObject({
    code: 'ADSYNC_INTERNAL',
    message: matching(/^an account was not read$/),
  });
  expect(await world.snapshot()).toEqual(snapshot);
});
