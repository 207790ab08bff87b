import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApplyInput } from '../../src/appliers/apply.ts';
import type { Plan } from '../../src/schemas/plan.ts';
import { createWorld, type World } from '../support/world.ts';
import { buildPlan, createCampaigns, type OperationSpec } from './build-plan.ts';
import { addressesOf, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.control('PUT', '/clock', { now: '2026-11-20T10:00:00Z', frozen: true });
});
afterEach(async () => {
  await world.close();
});

const audience = 'acme/audiences/buyers';
const criterion = 'acme/line_items/evergreen/targeting/CUSTOM_AUDIENCE:EQ:audience:buyers';

/** An audience, and what targets it as soon as that is possible. */
function audienceThenTargeting(more: Partial<OperationSpec> = {}): Plan {
  const params = {
    line_item_id: '6zva',
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
      operations: [
        { type: 'Create', address: criterion, params, requires: [1], waitsFor: [audience], ...more },
      ],
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
