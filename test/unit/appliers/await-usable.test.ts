import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplyInput } from '../../../src/appliers/apply.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { createWorld, type World } from '../../support/world.ts';
import { buildPlan, createCampaigns, documentOf, lineItem } from './build-plan.ts';
import { addressesOf, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.control('PUT', '/clock', { now: '2026-11-20T10:00:00Z', frozen: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const audience = 'acme/audiences/buyers';
const criterion = criterionOf('evergreen');

function criterionOf(lineItem: string): string {
  return `acme/line_items/${lineItem}/targeting/CUSTOM_AUDIENCE:EQ:audience:buyers`;
}

/** An audience, and line items, by key with their ids, that target it as soon as that is possible. */
function audienceThenTargeting({
  waitsFor = [audience],
  lineItems = { evergreen: '6zva' },
}: {
  readonly waitsFor?: readonly string[];
  readonly lineItems?: Readonly<Record<string, string>>;
} = {}): Plan {
  const params = {
    targeting_type: 'CUSTOM_AUDIENCE',
    targeting_value: { id_of: audience },
    operator_type: 'EQ',
  };
  return buildPlan([
    {
      kind: 'custom_audience',
      single: true,
      operations: [{ type: 'Create', address: audience, params: { name: 'Buyers' } }],
    },
    {
      kind: 'targeting_criterion',
      after: [1],
      operations: Object.entries(lineItems).map(([key, id]) => ({
        type: 'Create',
        address: criterionOf(key),
        params: { ...params, line_item_id: id },
        requires: [1],
        waitsFor,
      })),
    },
  ]);
}

/** A clock whose sleep lets the platform's time pass, and none of ours. */
function turnedClock(): ApplyInput['clock'] & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = Date.parse('2026-11-20T10:00:00Z');
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
      await world.control('PUT', '/clock', { advance_seconds: ms / 1000 });
    },
  };
}

async function processes(seconds: number): Promise<void> {
  await world.control('PUT', '/limits', {
    audience_processing_seconds: seconds,
    audiences: { minimum_size: 0 },
  });
}

test('what is made by the same plan is targeted as soon as it can be, and the wait is told', async () => {
  await processes(60);
  const clock = turnedClock();

  const { result, events } = await runPlan(world, audienceThenTargeting(), { clock });

  expect(result.exitCode).toBe(0);
  expect((await world.dump('targeting_criteria')).length).toBe(2);
  expect(clock.slept).toEqual([2000, 4000, 8000, 16_000, 30_000]);
  const waits = events.filter(({ type }) => type === 'waiting');
  expect(waits).toEqual([
    {
      type: 'waiting',
      reason: `${audience} cannot be used yet (PROCESSING, TOO_SMALL)`,
      addresses: [criterion],
      until: '2026-11-20T10:15:00.000Z',
    },
  ]);
});

test('what several operations wait for is looked at once for all of them', async () => {
  await processes(60);
  await world.seed({
    line_items: [{ id: 'other1', account_id: world.accountId, ...lineItem('Other', '8zva0') }],
  });
  const clock = turnedClock();
  const plan = audienceThenTargeting({ lineItems: { evergreen: '6zva', other: 'other1' } });

  const { result, events } = await runPlan(world, plan, { clock });

  expect(result.exitCode).toBe(0);
  expect((await world.dump('targeting_criteria')).length).toBe(3);
  expect(clock.slept).toEqual([2000, 4000, 8000, 16_000, 30_000]);
  expect(events.filter(({ type }) => type === 'waiting')).toHaveLength(1);
});

test('what can be used at once is not waited for', async () => {
  await processes(0);
  const clock = turnedClock();

  const { result, events } = await runPlan(world, audienceThenTargeting(), { clock });

  expect(result.exitCode).toBe(0);
  expect(clock.slept).toEqual([]);
  expect(events.some(({ type }) => type === 'waiting')).toBe(false);
});

test('after fifteen minutes that operation fails with its cause, and what is free goes on', async () => {
  await processes(10_000);
  const clock = turnedClock();
  const plan = audienceThenTargeting();
  const other = buildPlan([createCampaigns(['x'])]);
  const steps = [
    ...plan.steps,
    ...other.steps.map((step) => ({
      ...step,
      step: 3,
      operations: step.operations.map((one) => ({ ...one, operation: 3 })),
    })),
  ];

  const { result } = await runPlan(
    world,
    { ...plan, steps, changes: [...plan.changes, ...other.changes] },
    { clock },
  );

  expect(result.exitCode).toBe(5);
  expect(addressesOf(result.applied)).toEqual([audience, 'acme/campaigns/x']);
  expect(result.failed).toEqual([
    {
      address: criterion,
      cause: {
        code: 'ADSYNC_NOT_USABLE',
        address: audience,
        message: `after 15 minutes ${audience} cannot be used yet (PROCESSING, TOO_SMALL); the next apply goes on`,
      },
    },
  ]);
  expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(15 * 60_000);
});

test('an interrupt ends the wait, and what waited is left for the next run', async () => {
  await processes(10_000);
  const controller = new AbortController();
  const clock = turnedClock();
  const sleep = async (ms: number): Promise<void> => {
    await clock.sleep(ms);
    controller.abort();
  };

  const { result } = await runPlan(world, audienceThenTargeting(), {
    clock: { ...clock, sleep },
    stop: controller.signal,
  });

  expect(result.exitCode).toBe(130);
  expect(addressesOf(result.skipped)).toEqual([criterion]);
  expect(clock.slept).toEqual([2000]);
});

test('a lease that is lost meanwhile ends the wait', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await processes(10_000);
  const clock = turnedClock();
  const lost = new AdsyncError('ADSYNC_LEASE_LOST', 'another run has taken over');

  const { result } = await runPlan(world, audienceThenTargeting(), {
    lease: { ...(await world.acquire()), renew: async () => await Promise.reject(lost) },
    clock: {
      ...clock,
      sleep: async (ms) => {
        vi.advanceTimersByTime(15_000);
        await clock.sleep(ms);
      },
    },
  });

  expect(clock.slept).toEqual([2000]);
  expect(result).toMatchObject({
    exitCode: 6,
    applied: [{ address: audience }],
    failed: [],
    skipped: [{ address: criterion, cause: { code: 'ADSYNC_LEASE_LOST' } }],
  });
});

test('a sleep that an interrupt cuts short with an error ends the wait too', async () => {
  await processes(10_000);
  const controller = new AbortController();
  const sleep = async (): Promise<void> => {
    controller.abort();
    await Promise.reject(new Error('aborted'));
  };

  const { result } = await runPlan(world, audienceThenTargeting(), {
    clock: { ...turnedClock(), sleep },
    stop: controller.signal,
  });

  expect(result).toMatchObject({
    exitCode: 130,
    applied: [{ address: audience }],
    failed: [],
    skipped: [{ address: criterion, cause: { code: 'INTERRUPTED' } }],
  });
});

test('a sleep that fails for no reason of the run ends the run', async () => {
  await processes(10_000);
  const clock = { ...turnedClock(), sleep: () => Promise.reject(new TypeError('no timer')) };

  const running = runPlan(world, audienceThenTargeting(), { clock });

  await expect(running).rejects.toThrow(new TypeError('no timer'));
});

test('credentials that are refused meanwhile end the wait', async () => {
  await processes(10_000);
  const plan = audienceThenTargeting();
  const other = buildPlan([{ ...createCampaigns(['x']), after: [1] }]);
  const steps = other.steps.map((step) => ({
    ...step,
    step: 3,
    operations: step.operations.map((one) => ({ ...one, operation: 3 })),
  }));
  await world.faults({
    method: 'POST',
    path: '/12/batch/accounts/*/campaigns',
    effect: 'status',
    status: 401,
    body: { errors: [{ code: 89, message: 'Invalid or expired token' }] },
  });
  const clock = turnedClock();
  const { promise: refused, resolve: told } = Promise.withResolvers<void>();

  const { result } = await runPlan(
    world,
    { ...plan, steps: [...plan.steps, ...steps], changes: [...plan.changes, ...other.changes] },
    {
      clock: {
        ...clock,
        sleep: async (ms) => {
          await clock.sleep(ms);
          await refused;
        },
      },
      emit: (event) => {
        if (event.type === 'step_done' && event.step === 3) told();
      },
    },
  );

  expect(clock.slept).toEqual([2000]);
  expect(result).toMatchObject({
    exitCode: 5,
    failed: [{ address: 'acme/campaigns/x' }],
    skipped: [{ address: criterion, cause: { code: 'ADSYNC_CREDENTIALS_REFUSED' } }],
  });
});

const known = 'acme/audiences/known';
/** Targets an audience by its id, once what stands at the address can be used. */
function targetingThatWaitsFor(address: string): Plan {
  return buildPlan([
    {
      kind: 'targeting_criterion',
      operations: [
        {
          type: 'Create',
          address: criterion,
          waitsFor: [address],
          params: {
            line_item_id: '6zva',
            targeting_type: 'CUSTOM_AUDIENCE',
            targeting_value: 'known1',
            operator_type: 'EQ',
          },
        },
      ],
    },
  ]);
}

async function seedKnown(more: Values): Promise<void> {
  await world.seed({
    custom_audiences: [{ id: 'known1', account_id: world.accountId, name: 'Known', ...more }],
  });
}

function documentWith(plan: Plan, ...more: readonly Partial<DesiredResource>[]): DesiredDocument {
  const document = documentOf(plan);
  const [template] = document.resources;
  if (template === undefined) throw new Error('no resource');
  const resources = more.map((each) => ({ ...template, kind: 'custom_audience', ...each }));
  return { ...document, resources: [...document.resources, ...resources] };
}

describe('an audience that stands in the document by its id, and not in the state', () => {
  test.each([{ reasons_not_targetable: [] }, {}])(
    'is waited for; without reasons none are named',
    async (reasons) => {
      await seedKnown({ targetable: true });
      const unusable = { id: 'known1', name: 'Known', targetable: false, ...reasons };
      await world.faults({
        method: 'GET',
        path: '/12/accounts/*/custom_audiences',
        times: 2,
        effect: 'status',
        status: 200,
        body: { request: {}, data: [unusable], next_cursor: null },
      });
      const clock = turnedClock();
      const plan = targetingThatWaitsFor(known);

      const { result, events } = await runPlan(world, plan, {
        clock,
        live: [],
        document: documentWith(plan, { address: known, id: 'known1' }),
      });

      expect(clock.slept).toEqual([2000, 4000]);
      expect(result).toMatchObject({ exitCode: 0, applied: [{ address: criterion }] });
      expect(events.filter(({ type }) => type === 'waiting')).toEqual([
        {
          type: 'waiting',
          reason: `${known} cannot be used yet`,
          addresses: [criterion],
          until: '2026-11-20T10:15:00.000Z',
        },
      ]);
    },
  );

  test('is not waited for where nobody knows its id: the request itself will tell', async () => {
    await seedKnown({ targetable: true });
    const clock = turnedClock();
    const plan = targetingThatWaitsFor(known);

    const { result } = await runPlan(world, plan, {
      clock,
      document: documentWith(plan, { address: known, id: undefined }),
    });

    expect([result.exitCode, clock.slept]).toEqual([0, []]);
  });

  test('of no known kind makes a plan that cannot be right', async () => {
    await seedKnown({ targetable: true });

    const { result } = await runPlan(world, targetingThatWaitsFor('acme/audiences/nobody'));

    expect(result.failed).toEqual([
      {
        address: criterion,
        cause: {
          code: 'ADSYNC_PLAN_INVALID',
          message: 'the plan changes an address of no known kind',
          address: 'acme/audiences/nobody',
        },
      },
    ]);
    expect(await world.requests('POST')).toEqual([]);
  });
});

test('of several that are waited for, the one that cannot be used is the cause', async () => {
  await seedKnown({ targetable: true });
  await processes(10_000);
  const plan = audienceThenTargeting({ waitsFor: [known, audience] });

  const { result } = await runPlan(world, plan, {
    clock: turnedClock(),
    document: documentWith(plan, { address: known, id: 'known1' }),
  });

  expect(result).toMatchObject({
    exitCode: 5,
    applied: [{ address: audience }],
    failed: [{ address: criterion, cause: { code: 'ADSYNC_NOT_USABLE', address: audience } }],
  });
  expect(await world.requests('POST')).toHaveLength(1);
});

test('nothing is waited for where what it requires has failed', async () => {
  await processes(10_000);
  await world.faults({
    method: 'POST',
    path: '/12/accounts/*/custom_audiences',
    effect: 'refuse',
    code: 'INVALID_PARAMETER',
  });
  const clock = turnedClock();

  const { result } = await runPlan(world, audienceThenTargeting(), { clock });

  expect(addressesOf(result.skipped)).toEqual([criterion]);
  expect(clock.slept).toEqual([]);
});

test('a look that fails is the cause', async () => {
  await processes(10_000);
  await world.faults({
    method: 'GET',
    path: '/12/accounts/*/custom_audiences',
    effect: 'refuse',
    code: 'FORBIDDEN',
  });

  const { result } = await runPlan(world, audienceThenTargeting(), {
    clock: turnedClock(),
    live: [],
  });

  expect(result.failed.map(({ cause }) => cause.code)).toEqual(['ADSYNC_PLATFORM_REFUSED']);
});
