import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplyInput } from '../../../src/appliers/apply.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { Intent, StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Lease } from '../../../src/state/store.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import {
  accountId,
  buildPlan,
  campaign,
  createCampaigns,
  documentOf,
  lineItem,
  type OperationSpec,
} from './build-plan.ts';
import { addressesOf, matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

function entry(address: string, id: string, more: Partial<StateEntry> = {}): StateEntry {
  return {
    address,
    kind: 'campaign',
    accountKey: 'acme',
    accountId,
    id,
    origin: 'adopted',
    declared: {},
    answered: {},
    file: 'campaigns.yaml',
    preventDestroy: false,
    ...more,
  };
}

const evergreen = 'acme/campaigns/evergreen';

/** A campaign with a line item with a tag below it, each created by its own step, activated last. */
function tree(key: string): ReturnType<typeof buildPlan> {
  const address = `acme/campaigns/${key}`;
  const item = `${address}/line_items/i`;
  const tag = `${item}/tracking_tags/t`;
  const tagParams = {
    line_item_id: { id_of: item },
    tracking_tag_type: 'IMPRESSION_TAG',
    tracking_tag_url: 'https://example.com/a%20b?c=d&e=,+',
  };
  return buildPlan([
    createCampaigns([key]),
    {
      kind: 'line_item',
      operations: [
        { type: 'Create', address: item, params: lineItem('i', { id_of: address }), requires: [1] },
      ],
      after: [1],
    },
    {
      kind: 'tracking_tag',
      single: true,
      operations: [{ type: 'Create', address: tag, params: tagParams, requires: [2] }],
      after: [2],
    },
    {
      kind: 'line_item',
      effect: 'claim',
      operations: [{ type: 'Update', address: item, params: { entity_status: 'ACTIVE' }, requires: [2, 3] }],
      after: [3],
    },
    {
      kind: 'campaign',
      effect: 'claim',
      operations: [{ type: 'Update', address, params: { entity_status: 'ACTIVE' }, requires: [1, 4] }],
      after: [4],
    },
  ]);
}

describe('a plan that works', () => {
  test('creates parents before children, fills in their ids, activates last', async () => {
    const { result, events } = await runPlan(world, tree('a'));

    expect(result).toMatchObject({ exitCode: 0, failed: [], skipped: [], unknown: [] });
    const created = (await world.dump('campaigns')).find(({ name }) => name === 'a');
    const item = (await world.dump('line_items')).find(({ name }) => name === 'i');
    expect(created).toMatchObject({ entity_status: 'ACTIVE' });
    expect(item).toMatchObject({ campaign_id: created?.['id'], entity_status: 'ACTIVE' });
    expect(await world.dump('tracking_tags')).toMatchObject([
      { line_item_id: item?.['id'], tracking_tag_url: 'https://example.com/a%20b?c=d&e=,+' },
    ]);
    const told = events.filter(({ type }) => type === 'change_applied');
    expect(told.map((event) => 'address' in event && event.address)).toEqual([
      'acme/campaigns/a/line_items/i/tracking_tags/t',
      'acme/campaigns/a/line_items/i',
      'acme/campaigns/a',
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'summary',
      planned: { create: 3, update: 0 },
      done: { create: 3, update: 0 },
      applied: 3,
      failed: 0,
      exit_code: 0,
      requests: 7,
      reads: 2,
    });
  });

  test('remembers what was declared, what was answered, and the file', async () => {
    await runPlan(world, tree('a'));

    const { entries, openIntents } = await world.snapshot();
    const [created] = entries;
    expect(openIntents).toEqual([]);
    expect(created).toMatchObject({
      address: 'acme/campaigns/a',
      origin: 'created',
      declared: { ...campaign('a'), entity_status: 'ACTIVE' },
      answered: { ...campaign('a'), entity_status: 'ACTIVE' },
      file: 'campaigns.yaml',
      preventDestroy: false,
    });
    expect(entries[1]?.declared).not.toHaveProperty('campaign_id');
  });

  test('an update merges with what was declared before; null unsets, in batches and single calls alike', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(
      accountId,
      'adopt',
      [entry(evergreen, '8zva0', { declared: { name: 'Evergreen' }, answered: { name: 'Evergreen' } })],
      [],
    );
    await world.mutate('campaigns', '8zva0', {
      daily_budget_amount_local_micro: 1_000_000,
      total_budget_amount_local_micro: 9_000_000,
    });
    const unset = (wire: string): OperationSpec => ({
      type: 'Update',
      address: evergreen,
      id: '8zva0',
      params: { [wire]: null },
    });
    const plan = buildPlan([
      { kind: 'campaign', operations: [unset('total_budget_amount_local_micro')] },
      { kind: 'campaign', single: true, operations: [unset('purchase_order_number')], after: [1] },
    ]);

    const { result } = await runPlan(world, plan, { lease });

    expect(result).toMatchObject({ exitCode: 0, failed: [] });
    const budgets = { total_budget_amount_local_micro: null, purchase_order_number: null };
    expect(await world.dump('campaigns')).toMatchObject([budgets]);
    expect((await world.snapshot()).entries).toMatchObject([
      { origin: 'adopted', declared: { name: 'Evergreen', ...budgets } },
    ]);
  });

  test('account settings are set by a single call, and the account is ours only to refer to', async () => {
    const params = { industry_type: 'TRAVEL', name: 'Acme, US & more' };
    const plan = buildPlan([
      {
        kind: 'account',
        single: true,
        operations: [{ type: 'Update', address: 'acme', id: accountId, params }],
      },
    ]);

    const { result } = await runPlan(world, plan);

    expect(result).toMatchObject({ exitCode: 0, applied: [{ address: 'acme' }] });
    expect((await world.dump('accounts'))[0]).toMatchObject(params);
    expect((await world.snapshot()).entries).toMatchObject([
      { address: 'acme', id: accountId, origin: 'external', answered: params },
    ]);
  });

  test('a replacement at the same address keeps the new entry, whatever the order', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(
      accountId,
      'adopt',
      [entry(evergreen, '8zva0', { declared: { purchase_order_number: 'old' } })],
      [],
    );
    const create: OperationSpec = { type: 'Create', address: evergreen, params: campaign('anew') };
    const remove: OperationSpec = { type: 'Delete', address: evergreen, id: '8zva0' };
    const plan = buildPlan([
      { kind: 'campaign', operations: [create] },
      { kind: 'campaign', operations: [remove], after: [1] },
    ]);

    const { result } = await runPlan(world, plan, { lease });

    expect(result.exitCode).toBe(0);
    const [created] = await world.dump('campaigns');
    expect(created).toMatchObject({ name: 'anew' });
    expect((await world.snapshot()).entries).toMatchObject([
      { id: created?.['id'], origin: 'created', declared: campaign('anew') },
    ]);
    expect((await world.snapshot()).entries[0]?.declared).toEqual(campaign('anew'));
  });

  test('a delete removes its entry', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', [entry(evergreen, '8zva0')], []);

    await runPlan(
      world,
      buildPlan([{ kind: 'campaign', operations: [{ type: 'Delete', address: evergreen, id: '8zva0' }] }]),
      { lease },
    );

    expect(await world.snapshot()).toMatchObject({ entries: [], openIntents: [] });
    expect(await world.dump('campaigns')).toEqual([]);
  });

  test('runs up to four requests at once', async () => {
    const plan = buildPlan(['a', 'b', 'c', 'd', 'e'].map((key) => createCampaigns([key])));
    const call = world.client.call.bind(world.client);
    const inFlight = new Set<object>();
    const counts: number[] = [];
    const four = Promise.withResolvers<void>();
    vi.spyOn(world.client, 'call').mockImplementation(async (request) => {
      if (request.method === 'POST') {
        counts.push(inFlight.add(request).size);
        if (inFlight.size === 4) four.resolve();
        // None is answered before four are under way; where fewer may be, the wait ends and the count tells.
        await Promise.race([four.promise, sleep(5000, undefined, { ref: false })]);
      }
      try {
        return await call(request);
      } finally {
        inFlight.delete(request);
      }
    });

    await runPlan(world, plan);

    expect(Math.max(...counts)).toBe(4);
  });

  test('what is neither declared nor ours gets no entry by being changed', async () => {
    const pause: OperationSpec = { type: 'Update', address: evergreen, id: '8zva0', params: { name: 'x' } };
    const plan = buildPlan([{ kind: 'campaign', operations: [pause] }]);
    const document = documentOf(buildPlan([]));

    const { result } = await runPlan(world, plan, { document });

    expect(result.exitCode).toBe(0);
    expect((await world.snapshot()).entries).toEqual([]);
  });

  test('what is ours though no longer declared keeps its file and protection', async () => {
    const lease = await world.acquire();
    const old = entry(evergreen, '8zva0', { file: 'old.yaml', preventDestroy: true });
    await lease.recordEntries(accountId, 'adopt', [old], []);
    const pause: OperationSpec = { type: 'Update', address: evergreen, params: { entity_status: 'PAUSED' } };
    const plan = buildPlan([{ kind: 'campaign', operations: [pause] }]);

    await runPlan(world, plan, { lease, document: documentOf(buildPlan([])) });

    const paused = { entity_status: 'PAUSED' };
    expect((await world.snapshot()).entries).toEqual([{ ...old, declared: paused, answered: paused }]);
  });

  test('an empty plan does nothing', async () => {
    const { result, events } = await runPlan(world, buildPlan([]), { live: [] });

    expect(result).toMatchObject({ exitCode: 0, applied: [], requests: 0 });
    expect(events.map(({ type }) => type)).toEqual(['version', 'summary']);
  });
});

/** A clock that is moved only while access is asked for, by so many milliseconds. */
function clockMovedBy(ms: number): ApplyInput['clock'] {
  const call = world.client.call.bind(world.client);
  let now = 1000;
  vi.spyOn(world.client, 'call').mockImplementation(async (request) => {
    if (request.path.endsWith('/authenticated_user_access')) now += ms;
    return await call(request);
  });
  return { ...realClock, now: () => now };
}

describe('time that passes while access is asked for', () => {
  test('is added to the date of the answer: an intent is never too early', async () => {
    const answeredAt = '2026-12-01T00:00:00Z';
    await world.control('PUT', '/clock', { now: answeredAt, frozen: true });
    const lease = await world.acquire();
    const recordIntent = vi.fn<Lease['recordIntent']>(async (intent) => await lease.recordIntent(intent));

    await runPlan(world, buildPlan([createCampaigns(['a'])]), {
      lease: { ...lease, recordIntent },
      clock: clockMovedBy(10_000),
    });

    expect(recordIntent).toHaveBeenCalledWith(
      expect.objectContaining<Partial<Intent>>({ at: Date.parse(answeredAt) + 10_000 }),
    );
  });

  test.each([
    ['is told with the result', 3000, 3],
    ['is none where the machine is set back', -3000, 0],
  ])('%s', async (_title, ms, seconds) => {
    const plan = buildPlan([createCampaigns(['a'])]);

    const { result, events } = await runPlan(world, plan, { clock: clockMovedBy(ms) });

    expect(result.seconds).toBe(seconds);
    expect(events.at(-1)).toMatchObject({ type: 'summary', seconds });
  });
});

describe('changes of the state without a request', () => {
  test('are recorded first, in one piece, and count as applied', async () => {
    const lease = await world.acquire();
    const moved = ['acme/campaigns/old', 'acme/campaigns/old/line_items/i', 'acme/campaigns/gone'];
    await lease.recordEntries(
      accountId,
      'adopt',
      moved.map((address, index) => entry(address, `id${index}`)),
      [],
    );
    const reasons: string[] = [];
    const noting: Lease = {
      ...lease,
      recordEntries: async (account, reason, ...rest) => {
        reasons.push(reason);
        await lease.recordEntries(account, reason, ...rest);
      },
    };
    const base = buildPlan([createCampaigns(['x'])]);
    const [template] = base.changes;
    if (template === undefined) throw new Error('no change');
    const changes = [
      {
        ...template,
        address: 'acme/campaigns/new',
        action: 'move' as const,
        moved_from: 'acme/campaigns/old',
      },
      { ...template, address: evergreen, action: 'adopt' as const },
      { ...template, address: 'acme/campaigns/gone', action: 'forget' as const },
    ];
    const put = [
      entry('acme/campaigns/new', 'id0'),
      entry('acme/campaigns/new/line_items/i', 'id1'),
      entry(evergreen, '8zva0'),
    ];
    const stateChanges = [{ accountId, accountKey: 'acme', put, remove: moved }];

    const { result } = await runPlan(world, { ...base, changes, steps: [] }, { lease: noting, stateChanges });

    expect(reasons).toEqual(['adopt, forget, move, refresh']);
    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/new', evergreen, 'acme/campaigns/gone']);
    expect(addressesOf((await world.snapshot()).entries)).toEqual([
      evergreen,
      'acme/campaigns/new',
      'acme/campaigns/new/line_items/i',
    ]);
  });

  test('that only move something are told as a move', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', [entry('acme/campaigns/old', 'x')], []);
    const reasons: string[] = [];
    const noting: Lease = {
      ...lease,
      recordEntries: async (account, reason, ...rest) => {
        reasons.push(reason);
        await lease.recordEntries(account, reason, ...rest);
      },
    };
    const base = buildPlan([createCampaigns(['new'])]);
    const changes = base.changes.map((change) => ({
      ...change,
      action: 'update' as const,
      moved_from: 'acme/campaigns/old',
    }));
    const put = [entry('acme/campaigns/new', 'x')];
    const stateChanges = [{ accountId, accountKey: 'acme', put, remove: ['acme/campaigns/old'] }];

    await runPlan(world, { ...base, changes, steps: [] }, { lease: noting, stateChanges });

    expect(reasons).toEqual(['move']);
    expect(addressesOf((await world.snapshot()).entries)).toEqual(['acme/campaigns/new']);
  });

  test('that change nothing are not recorded', async () => {
    const before = await world.snapshot();

    await runPlan(world, buildPlan([]), {
      stateChanges: [{ accountId, accountKey: 'acme', put: [], remove: [] }],
    });

    expect((await world.snapshot()).entries).toEqual(before.entries);
  });
});

describe('what no change of the plan stands for, such as a pause on the way', () => {
  const pause: OperationSpec = {
    type: 'Update',
    address: evergreen,
    id: '8zva0',
    params: { entity_status: 'PAUSED' },
  };
  const plan = { ...buildPlan([{ kind: 'campaign', operations: [pause] }]), changes: [] };
  const base = { address: evergreen, action: null, operations: [1] };

  test('counts, and is told of without an action and a place', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', [entry(evergreen, '8zva0')], []);

    const { result, events } = await runPlan(world, plan, { lease });

    expect(result).toMatchObject({ exitCode: 0, applied: [{ address: evergreen }] });
    expect(events).toContainEqual({ type: 'change_applied', ...base, source: null, id: '8zva0' });
    expect(events).toContainEqual({
      type: 'step_done',
      step: 1,
      applied: 1,
      failed: 0,
      skipped: 0,
      unknown: 0,
    });
  });

  test.each([
    ['what is not declared any more has no place', false],
    ['what is declared has its own', true],
  ])('when it fails, %s', async (_title, declared) => {
    await world.faults({ method: 'POST', effect: 'refuse', code: 'INVALID_PARAMETER' });
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', [entry(evergreen, '8zva0')], []);
    const update = { ...pause, params: {} };
    const document = documentOf(buildPlan(declared ? [{ kind: 'campaign', operations: [update] }] : []));

    const { events } = await runPlan(world, plan, { lease, document });

    const source = declared ? { file: 'campaigns.yaml', line: evergreen.length, column: 9 } : null;
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'change_failed', ...base, source, done: [] }),
    );
  });
});

test('an account that neither document nor state know goes by its id, and what is made in it by the address', async () => {
  const plan = buildPlan([{ ...createCampaigns(['a'], { entity_status: 'ACTIVE' }), effect: 'claim' }]);
  const document = { ...documentOf(plan, { activeCampaigns: 0 }), accounts: [] };
  const lesser = await createWorld({ user: 'acme_analyst' });

  const { result } = await runPlan(world, plan, { document });
  const refused = runPlan(lesser, plan, { document });

  expect(result).toMatchObject({ exitCode: 0, applied: [{ address: 'acme/campaigns/a' }] });
  expect((await world.snapshot()).entries).toMatchObject([{ accountKey: 'acme', accountId }]);
  await expect(refused).rejects.toMatchObject({
    detail: { lines: [matching(/^18ce54d4x5t: user \d+ has \w+; /), matching(/./)] },
  });
  await lesser.close();
});

describe('a failure', () => {
  test('leaves what stands above it paused, skips what depends on it, and stops nothing else', async () => {
    await world.faults({
      method: 'POST',
      path: '/12/accounts/*/tracking_tags',
      effect: 'refuse',
      match: {},
      code: 'INVALID_PARAMETER',
    });
    const other = createCampaigns(['other']);
    const plan = tree('a');
    const {
      steps: [extra],
      changes,
    } = buildPlan([other]);
    if (extra === undefined) throw new Error('no step');
    const operations = extra.operations.map((operation) => ({ ...operation, operation: 6 }));
    const steps = [...plan.steps, { ...extra, step: 6, operations }];

    const { result } = await runPlan(world, { ...plan, steps, changes: [...plan.changes, ...changes] });

    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/other']);
    const root = 'acme/campaigns/a/line_items/i/tracking_tags/t';
    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ address: root }],
      skipped: [
        {
          address: 'acme/campaigns/a',
          cause: { address: root, message: matching(/^skipped because of [^ ]+: the platform/) },
        },
        { address: 'acme/campaigns/a/line_items/i', cause: { address: root } },
      ],
    });
    expect((await world.dump('campaigns')).map(({ entity_status: status }) => status)).toEqual([
      'PAUSED',
      'PAUSED',
      'PAUSED',
    ]);
  });

  test('of an earlier step that is not needed does not hold a later one back', async () => {
    await world.faults({
      method: 'POST',
      path: '/12/batch/**',
      effect: 'refuse',
      match: { name: 'a' },
      code: 'INVALID_PARAMETER',
    });

    const { result } = await runPlan(
      world,
      buildPlan([createCampaigns(['a']), { ...createCampaigns(['b']), after: [1] }]),
    );

    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/b']);
  });

  test('what requires something that is not sent before it is skipped, not sent', async () => {
    const early: OperationSpec = {
      type: 'Create',
      address: 'acme/campaigns/a',
      params: campaign('a'),
      requires: [2],
    };
    const plan = buildPlan([
      { kind: 'campaign', operations: [early] },
      { ...createCampaigns(['b']), after: [1] },
    ]);

    const { result } = await runPlan(world, plan);

    expect(result).toMatchObject({
      applied: [{ address: 'acme/campaigns/b' }],
      skipped: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_INTERNAL' } }],
    });
  });

  test('a plan that does not say an id is our own fault, and harms nothing', async () => {
    const update: OperationSpec = { type: 'Update', address: 'acme/campaigns/nobody', params: { name: 'x' } };

    const { result } = await runPlan(
      world,
      buildPlan([{ kind: 'campaign', operations: [update] }, createCampaigns(['a'])]),
    );

    expect(result).toMatchObject({
      exitCode: 5,
      applied: [{ address: 'acme/campaigns/a' }],
      failed: [{ address: update.address, cause: { code: 'ADSYNC_INTERNAL' } }],
    });
    expect(await world.snapshot()).toMatchObject({ openIntents: [] });
  });
});

describe('an interrupt', () => {
  test('starts nothing new, finishes and records what is in flight, says what is left', async () => {
    const stop = new AbortController();
    await world.faults({ path: '/12/batch/**', effect: 'delay', ms: 50 });
    const plan = buildPlan([createCampaigns(['a']), { ...createCampaigns(['b']), after: [1] }]);

    const { result } = await runPlan(world, plan, {
      stop: stop.signal,
      emit: (event) => {
        if (event.type === 'step_started') setTimeout(() => stop.abort(), 10);
      },
    });

    expect(result).toMatchObject({
      exitCode: 130,
      applied: [{ address: 'acme/campaigns/a' }],
      skipped: [{ address: 'acme/campaigns/b', cause: { code: 'INTERRUPTED' } }],
    });
    expect(await world.snapshot()).toMatchObject({
      entries: [{ address: 'acme/campaigns/a' }],
      openIntents: [],
    });
  });

  test('after the last request changes nothing', async () => {
    const stop = new AbortController();

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'])]), {
      stop: stop.signal,
      emit: (event) => {
        if (event.type === 'change_applied') stop.abort();
      },
    });

    expect(result.exitCode).toBe(0);
  });

  test('does not send again what never arrived', async () => {
    // Whole seconds of the platform's time must not pass between intent and reading.
    await world.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
    const stop = new AbortController();
    await world.faults({ path: '/12/batch/**', effect: 'drop_before' });

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'])]), {
      stop: stop.signal,
      emit: (event) => {
        if (event.type === 'waiting') stop.abort();
      },
    });

    expect(result).toMatchObject({ exitCode: 130, skipped: [{ cause: { code: 'INTERRUPTED' } }] });
    expect(await world.snapshot()).toMatchObject({ openIntents: [] });
    expect(await world.requests('POST')).toHaveLength(1);
  });
});

describe('the lease', () => {
  test('is renewed every fifteen seconds, and losing it stops the run', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stale = await world.acquire();
    const plan = buildPlan([createCampaigns(['a']), { ...createCampaigns(['b']), after: [1] }]);
    let renewals = 0;
    const lease: Lease = {
      ...stale,
      renew: async () => {
        renewals += 1;
        if (renewals === 2) await world.acquire();
        await stale.renew();
      },
    };

    const { result } = await runPlan(world, plan, {
      lease,
      emit: (event) => {
        if (event.type === 'step_started' && event.step === 1) vi.advanceTimersByTime(30_000);
      },
    });

    expect(renewals).toBe(2);
    expect(addressesOf(result.skipped)).toContain('acme/campaigns/b');
    expect([6, 7]).toContain(result.exitCode);
  });

  test('that is lost after a request of unknown outcome leaves that the worse news', async () => {
    await world.faults(
      { path: '/12/batch/**', effect: 'drop_after' },
      { method: 'GET', path: '/12/accounts/*/campaigns', effect: 'refuse', code: 'FORBIDDEN' },
    );
    const lease = await world.acquire();
    const plan = buildPlan([createCampaigns(['a']), { ...createCampaigns(['b']), after: [1] }]);

    const { result } = await runPlan(world, plan, {
      live: [],
      lease: {
        ...lease,
        recordIntent: async (intent) => {
          if (intent.step === 2) await world.acquire();
          return await lease.recordIntent(intent);
        },
      },
    });

    expect(result).toMatchObject({
      exitCode: 7,
      unknown: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_OUTCOME_UNKNOWN' } }],
      skipped: [{ address: 'acme/campaigns/b', cause: { code: 'ADSYNC_LEASE_LOST' } }],
    });
  });
});

describe('a renewal', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  test.each([
    ['with another code', new AdsyncError('ADSYNC_INTERNAL', 'busy')],
    ['without a code', new Error('busy')],
  ])('that fails %s is tried again, and the run goes on', async (_title, error) => {
    const renew = vi.fn<Lease['renew']>(async () => await Promise.reject(error));
    const plan = buildPlan([createCampaigns(['a']), { ...createCampaigns(['b']), after: [1] }]);

    const { result } = await runPlan(world, plan, {
      lease: { ...(await world.acquire()), renew },
      emit: (event) => {
        if (event.type === 'step_started' && event.step === 1) vi.advanceTimersByTime(45_000);
      },
    });

    expect(renew).toHaveBeenCalledTimes(3);
    expect(result).toMatchObject({ exitCode: 0, skipped: [] });
  });

  test.each([
    ['is over', undefined, 'fulfilled'],
    ['has thrown', 'step_started', 'rejected'],
  ])('does not come any more when the run %s', async (_title, fatal, status) => {
    const lease = await world.acquire();
    const renew = vi.fn<Lease['renew']>(async () => await lease.renew());
    const plan = buildPlan([createCampaigns(['a'])]);
    const running = runPlan(world, plan, {
      lease: { ...lease, renew },
      emit: ({ type }) => {
        if (type === fatal) throw new Error('fault');
      },
    });
    const [ended] = await Promise.allSettled([running]);

    vi.advanceTimersByTime(60_000);

    expect(ended.status).toBe(status);
    expect(renew).not.toHaveBeenCalled();
  });
});

describe('access', () => {
  test.each(['acme_creative', 'acme_analyst'])(
    'is asked for before the first write: %s may not',
    async (user) => {
      const lesser = await createWorld({ user });

      const applying = runPlan(lesser, buildPlan([createCampaigns(['a'])]));

      await expect(applying).rejects.toMatchObject({
        code: 'ADSYNC_ACCESS_MISSING',
        exitCode: 4,
        detail: {
          lines: [
            matching(/acme: user \d+ has \w+; campaigns need ACCOUNT_ADMIN or AD_MANAGER/),
            'the platform would refuse it with ACTION_NOT_ALLOWED',
          ],
        },
      });
      expect(await lesser.requests('POST')).toEqual([]);
      await lesser.close();
    },
  );

  test('is judged by kind: a manager may write campaigns but no account settings', async () => {
    const manager = await createWorld({ user: 'acme_manager' });
    const settings = { type: 'Update', address: 'acme', id: accountId, params: { name: 'x' } } as const;

    const campaigns = await runPlan(manager, buildPlan([createCampaigns(['a'])]));
    const account = runPlan(manager, buildPlan([{ kind: 'account', single: true, operations: [settings] }]));

    expect(campaigns.result.exitCode).toBe(0);
    await expect(account).rejects.toMatchObject({ code: 'ADSYNC_ACCESS_MISSING' });
    await manager.close();
  });

  const settings: OperationSpec = {
    type: 'Update',
    address: 'acme/user_settings/me',
    id: '7',
    params: { contact_phone_extension: '7' },
  };

  test.each([
    ['no role at all', [], createCampaigns(['a']), 'no role; campaigns need ACCOUNT_ADMIN or AD_MANAGER'],
    [
      'a role that may, beside one that may not',
      ['AD_MANAGER', 'ACCOUNT_ADMIN'],
      { kind: 'user_settings', single: true, operations: [settings] } as const,
      'AD_MANAGER, ACCOUNT_ADMIN; user settings need AD_MANAGER or CREATIVE_MANAGER or CAMPAIGN_ANALYST or ANALYST or PARTNER_AUDIENCE_MANAGER, and not ACCOUNT_ADMIN',
    ],
  ])('is refused with %s', async (_title, permissions, step, line) => {
    await world.faults({
      path: '/12/accounts/*/authenticated_user_access',
      effect: 'status',
      status: 200,
      body: { data: { user_id: '7', permissions } },
    });

    const applying = runPlan(world, buildPlan([step]), { live: [] });

    await expect(applying).rejects.toMatchObject({
      message: matching(/^the user of the credentials may not write what the plan writes$/),
      detail: {
        lines: [`acme: user 7 has ${line}`, 'the platform would refuse it with ACTION_NOT_ALLOWED'],
        remedy:
          'Have an administrator of the account grant the role, or use credentials of a user who has it.',
      },
    });
    expect(await world.requests('POST')).toEqual([]);
  });

  test('an answer without permissions is no permission', async () => {
    await world.faults({
      path: '/12/accounts/*/authenticated_user_access',
      effect: 'status',
      status: 200,
      body: { data: {} },
    });
    const plan = buildPlan([createCampaigns(['a'])]);

    const applying = runPlan(world, plan, { live: await world.read(documentOf(plan)) });

    await expect(applying).rejects.toMatchObject({ code: 'ADSYNC_ANSWER_INVALID' });
  });
});
