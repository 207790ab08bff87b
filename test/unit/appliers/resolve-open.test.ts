import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApplyEvent } from '../../../src/appliers/apply-event.ts';
import { resolveInMemory, resolveOpen } from '../../../src/appliers/resolve-open.ts';
import type { Lease } from '../../../src/state/store.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { buildPlan, createCampaigns, documentOf } from './build-plan.ts';
import { matching, runPlan, settleMs } from './run-plan.ts';

const plan = buildPlan([createCampaigns(['a', 'b']), { ...createCampaigns(['c']), after: [1] }]);
const names = ['Evergreen', 'a', 'b', 'c'];

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

class Crash extends Error {}

/** A lease whose process dies when its n-th intent, or its n-th outcome, is to be recorded. */
function dyingLease(
  lease: Lease,
  dies: { readonly before: 'request' | 'outcome'; readonly nth: number },
): Lease {
  let intents = 0;
  let outcomes = 0;
  return {
    ...lease,
    recordIntent: async (intent) => {
      intents += 1;
      const number = await lease.recordIntent(intent);
      if (dies.before === 'request' && intents === dies.nth) throw new Crash();
      return number;
    },
    recordOutcome: async (...outcome) => {
      outcomes += 1;
      if (dies.before === 'outcome' && outcomes === dies.nth) throw new Crash();
      await lease.recordOutcome(...outcome);
    },
  };
}

async function crash(before: 'request' | 'outcome', nth: number): Promise<void> {
  const lease = dyingLease(await world.acquire(), { before, nth });
  // A request that was sent must not count as sent too late on a busy machine.
  const more = before === 'outcome' ? { timeoutMs: 500 } : {};
  await expect(runPlan(world, plan, { lease, ...more })).rejects.toBeInstanceOf(Crash);
}

/** What the next run does before it plans. */
async function resume(events: ApplyEvent[] = []): ReturnType<typeof resolveOpen> {
  const lease = await world.acquire();
  const snapshot = await world.snapshot();
  const accountIds = [world.accountId];
  const emit = (event: ApplyEvent): void => void events.push(event);
  return await resolveOpen({
    client: world.client,
    lease,
    clock: realClock,
    snapshot,
    accountIds,
    settleMs,
    emit,
  });
}

/** The campaigns of the plan that the state does not know, as a planner would plan them anew. */
async function planRest(): Promise<ReturnType<typeof buildPlan>> {
  const known = new Set((await world.snapshot()).entries.map(({ address }) => address));
  const keys = ['a', 'b', 'c'].filter((key) => !known.has(`acme/campaigns/${key}`));
  return buildPlan([createCampaigns(keys)]);
}

describe('after a crash', () => {
  test.each([
    ['request', 1, 'did not take effect'],
    ['request', 2, 'did not take effect'],
    ['outcome', 1, 'took effect'],
    ['outcome', 2, 'took effect'],
  ] as const)('before %s %i, everything is there once', async (before, nth, outcome) => {
    await crash(before, nth);

    const { snapshot, resolved } = await resume();

    expect(resolved.every((each) => each.outcome === outcome)).toBe(true);
    expect(snapshot).toMatchObject({ openIntents: [], entries: (await world.snapshot()).entries });
    expect((await world.snapshot()).openIntents).toEqual([]);
    const rest = await planRest();
    if (rest.changes.length > 0) await runPlan(world, rest);
    expect((await world.dump('campaigns')).map(({ name }) => String(name)).toSorted()).toEqual(names);
  });

  test('waits visibly for a request that may still arrive, and finds it when it has', async () => {
    // Whole seconds of the platform's time must not pass between intent and reading.
    await world.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
    await crash('request', 1);
    const arrives = {
      account_id: world.accountId,
      funding_instrument_id: 'hxtet',
      daily_budget_amount_local_micro: 5_000_000,
      entity_status: 'PAUSED',
    };
    const events: ApplyEvent[] = [];
    setTimeout(
      () =>
        void world.seed({
          campaigns: [
            { id: 'late1', name: 'a', ...arrives },
            { id: 'late2', name: 'b', ...arrives },
          ],
        }),
      20,
    );

    const { snapshot } = await resume(events);

    expect(events).toMatchObject([{ type: 'waiting', addresses: ['acme/campaigns/a', 'acme/campaigns/b'] }]);
    expect(snapshot.entries).toMatchObject([{ id: 'late1', origin: 'created' }, { id: 'late2' }]);
  });

  test('waits no more where the intent is old: its request was sent at once, or not at all', async () => {
    await crash('request', 1);
    await world.control('PUT', '/clock', { advance_seconds: 3600 });
    const events: ApplyEvent[] = [];

    const { resolved } = await resume(events);

    expect(events).toEqual([]);
    expect(resolved).toMatchObject([{ outcome: 'did not take effect' }, {}]);
  });

  test('what did not arrive, and can no longer be sent again, is not in doubt', async () => {
    const lease = await world.acquire();
    await world.faults({ method: 'POST', effect: 'drop_before' });
    let intents = 0;
    const overtaken: Lease = {
      ...lease,
      recordIntent: async (intent) => {
        intents += 1;
        if (intents === 2) await world.acquire();
        return await lease.recordIntent(intent);
      },
    };

    const { result } = await runPlan(world, plan, { lease: overtaken });

    expect(result).toMatchObject({ exitCode: 6, unknown: [], skipped: [{}, {}, {}] });
    expect(await world.snapshot()).toMatchObject({ openIntents: [] });
  });

  test('waits once for all requests of one reading, until the last of them can have arrived', async () => {
    const both = buildPlan([createCampaigns(['a']), createCampaigns(['c'])]);
    const at = Date.parse('2026-12-01T00:00:00Z');
    await world.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
    const lease = await world.acquire();
    for (const [index, step] of both.steps.entries()) {
      const operations = step.operations.map(({ operation, address, params }) => ({
        operation,
        type: 'Create' as const,
        address,
        kind: 'campaign',
        id: null,
        params,
        known: [],
        entry: null,
      }));
      const { method, path } = step;
      const base = { run: lease.run, accountId: world.accountId, step: step.step, method, path };
      await lease.recordIntent({ ...base, at, timeoutMs: [60, 300][index] ?? 0, operations });
    }
    const events: ApplyEvent[] = [];
    const slept: number[] = [];

    const { resolved, snapshot } = await resolveOpen({
      client: world.client,
      lease,
      clock: { now: () => at, sleep: async (ms) => void slept.push(await Promise.resolve(ms)) },
      snapshot: await world.snapshot(),
      accountIds: [world.accountId],
      settleMs: 40,
      emit: (event) => void events.push(event),
    });

    // The second: sent within 300, timed out 300 later, settled 40 after that.
    expect(slept).toEqual([641]);
    expect(events).toEqual([
      {
        type: 'waiting',
        reason: 'a request without an answer may still take effect',
        addresses: ['acme/campaigns/a', 'acme/campaigns/c'],
        until: '2026-12-01T00:00:00.640Z',
      },
    ]);
    expect(resolved).toEqual(
      ['a', 'c'].map((key) => ({ address: `acme/campaigns/${key}`, outcome: 'did not take effect' })),
    );
    expect(snapshot.openIntents).toEqual([]);
  });

  test('two records that fit stop everything, and are named', async () => {
    await crash('outcome', 1);
    const ours = (await world.dump('campaigns')).find(({ name }) => name === 'a');
    const { name, funding_instrument_id, daily_budget_amount_local_micro } = ours ?? {};
    const twin = { name, funding_instrument_id, daily_budget_amount_local_micro, entity_status: 'PAUSED' };
    await world.seed({ campaigns: [{ id: 'twin', account_id: world.accountId, ...twin }] });

    const resuming = resume();

    await expect(resuming).rejects.toMatchObject({
      code: 'ADSYNC_OUTCOME_UNKNOWN',
      exitCode: 7,
      message: matching(/^an earlier run may have created any of \w+, \w+$/),
      detail: {
        address: 'acme/campaigns/a',
        lines: [
          matching(/^sent 20[^ ]+Z: POST \/12\/batch\/accounts\/18ce54d4x5t\/campaigns$/),
          ...[String(ours?.['id']), 'twin']
            .toSorted()
            .map((id) => `candidate ${id}: GET /12/accounts/18ce54d4x5t/campaigns`),
        ],
        remedy: matching(
          /^Look at the candidates in the account, and say which it is with one of\n( {2}adsync state resolve acme\/campaigns\/a --id \w+\n){2} {2}adsync state resolve acme\/campaigns\/a --absent$/,
        ),
      },
    });
    expect((await world.snapshot()).openIntents.length).toBe(1);
  });

  test('a batch of which only a part is there stops, for nothing is certain', async () => {
    await crash('outcome', 1);
    const ours = (await world.dump('campaigns')).find(({ name }) => name === 'a');
    // A record that says to be older than the request cannot be what the request made.
    await world.mutate('campaigns', String(ours?.['id']), {
      deleted: true,
      created_at: '2020-01-01T00:00:00Z',
    });

    const resuming = resume();

    await expect(resuming).rejects.toMatchObject({
      code: 'ADSYNC_OUTCOME_UNKNOWN',
      message: 'whether a request of an earlier run was carried out cannot be told by reading',
      detail: {
        address: 'acme/campaigns/a',
        lines: [matching(/^sent /)],
        remedy: [
          'Look in the account whether the record of this request exists, and say so with one of',
          '  adsync state resolve acme/campaigns/a --id ID',
          '  adsync state resolve acme/campaigns/a --absent',
        ].join('\n'),
      },
    });
  });

  test('leaves the intents of accounts alone that it holds no lock of', async () => {
    await crash('outcome', 1);
    const lease = await world.acquire();
    const snapshot = await world.snapshot();

    const resolved = await resolveOpen({
      client: world.client,
      lease,
      clock: realClock,
      snapshot,
      accountIds: [],
      settleMs,
      emit: () => undefined,
    });

    expect(resolved).toEqual({ snapshot, resolved: [] });
  });

  test('a lease that was taken over records nothing more', async () => {
    const stale = await world.acquire();
    await world.acquire();

    const { result } = await runPlan(world, plan, { lease: stale });

    expect(result).toMatchObject({ exitCode: 6, applied: [] });
    expect(result.skipped.every(({ cause }) => cause.code === 'ADSYNC_LEASE_LOST')).toBe(true);
    expect(await world.requests('POST')).toEqual([]);
  });

  test('an answer that can no longer be recorded is left to the run that has the lock', async () => {
    const lease = await world.acquire();
    const overtaken: Lease = {
      ...lease,
      recordOutcome: async (...outcome) => {
        await world.acquire();
        await lease.recordOutcome(...outcome);
      },
    };

    const { result } = await runPlan(world, plan, { lease: overtaken });

    expect(result).toMatchObject({
      exitCode: 6,
      unknown: [{ address: 'acme/campaigns/a' }, {}],
      skipped: [{ address: 'acme/campaigns/c' }],
    });
    expect((await world.snapshot()).openIntents.length).toBe(1);
  });
});

async function resolveNow(settle: number): Promise<ReturnType<typeof resolveInMemory>> {
  const live = await world.read(documentOf(buildPlan([])));
  return resolveInMemory(await world.snapshot(), live, settle);
}

describe('in memory, for a plan', () => {
  test('what took effect counts as applied, and nothing is written', async () => {
    await crash('outcome', 1);
    const before = await world.snapshot();

    const { snapshot, resolved } = await resolveNow(settleMs);

    expect(snapshot.entries.map(({ address }) => address)).toEqual(['acme/campaigns/a', 'acme/campaigns/b']);
    expect(snapshot.openIntents).toEqual([]);
    expect(resolved).toEqual(
      ['a', 'b'].map((key) => ({ address: `acme/campaigns/${key}`, outcome: 'took effect' })),
    );
    expect(await world.snapshot()).toEqual(before);
  });

  test('what may still arrive is still unknown, and stays open', async () => {
    await crash('request', 1);

    const { snapshot, resolved } = await resolveNow(60_000);

    expect(snapshot.openIntents.length).toBe(1);
    expect(resolved.map(({ outcome }) => outcome)).toEqual(['still unknown', 'still unknown']);
  });

  test('what can no longer arrive did not take effect', async () => {
    await crash('request', 1);

    const { snapshot, resolved } = await resolveNow(-60_000);

    expect(snapshot).toMatchObject({ openIntents: [], entries: [] });
    expect(resolved.map(({ outcome }) => outcome)).toEqual(['did not take effect', 'did not take effect']);
  });

  test('a delete that took effect is gone from what was known', async () => {
    await runPlan(world, buildPlan([createCampaigns(['a', 'b'])]));
    const id = (await world.snapshot()).entries.find(({ address }) => address.endsWith('/a'))?.id;
    const remove = { type: 'Delete', address: 'acme/campaigns/a', ...(id !== undefined && { id }) } as const;
    const lease = dyingLease(await world.acquire(), { before: 'outcome', nth: 1 });
    const deletes = buildPlan([{ kind: 'campaign', operations: [remove] }]);
    await expect(runPlan(world, deletes, { lease })).rejects.toBeInstanceOf(Crash);

    const { snapshot, resolved } = await resolveNow(-1000);

    expect(snapshot.entries.map(({ address }) => address)).toEqual(['acme/campaigns/b']);
    expect(resolved).toEqual([{ address: 'acme/campaigns/a', outcome: 'took effect' }]);
  });

  test('an account that was not read tells nothing', async () => {
    await crash('request', 1);

    const { resolved } = resolveInMemory(await world.snapshot(), [], settleMs);

    expect(resolved.map(({ outcome }) => outcome)).toEqual(['still unknown', 'still unknown']);
  });
});
