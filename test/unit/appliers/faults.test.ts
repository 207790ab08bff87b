import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformClient } from '../../../src/platform/client.ts';
import { PlatformError } from '../../../src/platform/platform-error.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { buildPlan, campaign, createCampaigns, documentOf, lineItem } from './build-plan.ts';
import { addressesOf, matching, runPlan } from './run-plan.ts';

const batchPath = '/12/batch/accounts/*/campaigns';
const keys = Array.from({ length: 10 }, (_each, index) => `c${index}`);
const addresses = keys.map((key) => `acme/campaigns/${key}`);

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

async function namesOf(collection: string): Promise<readonly unknown[]> {
  return (await world.dump(collection))
    .map(({ name, tracking_tag_url: url }) => String(name ?? url))
    .toSorted();
}

describe('an answer that does not come', () => {
  const tag = {
    type: 'Create',
    address: 'acme/line_items/e/tracking_tags/t',
    params: {
      line_item_id: '6zva',
      tracking_tag_type: 'IMPRESSION_TAG',
      tracking_tag_url: 'https://example.com/t',
    },
  } as const;
  const rename = {
    type: 'Update',
    address: 'acme/campaigns/e',
    id: '8zva0',
    params: { name: 'Renamed' },
  } as const;
  const remove = { type: 'Delete', address: 'acme/campaigns/e', id: '8zva0' } as const;
  const writes: readonly (readonly [string, Plan, string, string, readonly unknown[]])[] = [
    [
      'create, batch',
      buildPlan([createCampaigns(['a', 'b'])]),
      batchPath,
      'campaigns',
      ['Evergreen', 'a', 'b'],
    ],
    [
      'create, single',
      buildPlan([{ kind: 'tracking_tag', single: true, operations: [tag] }]),
      '/12/accounts/*/tracking_tags',
      'tracking_tags',
      ['https://example.com/t'],
    ],
    [
      'update, batch',
      buildPlan([{ kind: 'campaign', operations: [rename] }]),
      batchPath,
      'campaigns',
      ['Renamed'],
    ],
    [
      'update, single',
      buildPlan([{ kind: 'campaign', single: true, operations: [rename] }]),
      '/12/accounts/*/campaigns/*',
      'campaigns',
      ['Renamed'],
    ],
    ['delete, batch', buildPlan([{ kind: 'campaign', operations: [remove] }]), batchPath, 'campaigns', []],
    [
      'delete, single',
      buildPlan([{ kind: 'campaign', single: true, operations: [remove] }]),
      '/12/accounts/*/campaigns/*',
      'campaigns',
      [],
    ],
  ];
  const faults = [
    ['done, answer lost', { effect: 'drop_after' }],
    ['not done, connection lost', { effect: 'drop_before' }],
    ['not done, 500', { effect: 'status', status: 500 }],
  ] as const;

  test.each(writes.flatMap((write) => faults.map((fault) => [...write, ...fault] as const)))(
    '%s is settled in the same run',
    async (_title, plan, path, collection, expected, _fault, effect) => {
      const method = plan.steps[0]?.method;
      await world.faults({ method, path, nth: [1], ...effect });

      const { result } = await runPlan(world, plan);

      expect(result).toMatchObject({ exitCode: 0, failed: [], skipped: [], unknown: [] });
      expect(await namesOf(collection)).toEqual(expected);
      expect((await world.requests(method)).filter(({ fault }) => fault === effect.effect)).toHaveLength(1);
      expect(await world.snapshot()).toMatchObject({ openIntents: [] });
    },
  );

  test('what somebody changes while the answer is missing is not changed back, and dependents are skipped', async () => {
    const update = {
      type: 'Update',
      address: 'acme/campaigns/e',
      id: '8zva0',
      params: { entity_status: 'ACTIVE' },
    } as const;
    const other = { ...update, address: 'acme/campaigns/f', id: '8zva1' } as const;
    const tag = {
      type: 'Create',
      address: 'acme/line_items/e/tracking_tags/t',
      params: {
        line_item_id: '6zva',
        tracking_tag_type: 'IMPRESSION_TAG',
        tracking_tag_url: 'https://example.com/t',
      },
      requires: [1],
    } as const;
    const record = { account_id: world.accountId, funding_instrument_id: 'hxtet', entity_status: 'PAUSED' };
    await world.seed({ campaigns: [{ ...record, id: other.id, name: 'f' }] });
    await world.mutate('campaigns', update.id, { entity_status: 'PAUSED' });
    await world.control('PUT', '/clock', { advance_seconds: 60 });
    await world.faults({ path: batchPath, method: 'POST', nth: [1], effect: 'drop_after' });
    const person = async (): Promise<void> => {
      await world.control('PUT', '/clock', { advance_seconds: 60 });
      await world.mutate('campaigns', update.id, { entity_status: 'PAUSED' });
    };
    const clock = { ...realClock, sleep: person };
    const plan = buildPlan([
      { kind: 'campaign', operations: [update, other] },
      { kind: 'tracking_tag', single: true, operations: [tag], after: [1] },
    ]);

    const { result } = await runPlan(world, plan, { clock });

    expect(result).toMatchObject({
      exitCode: 5,
      applied: [{ address: other.address }],
      failed: [{ address: update.address, cause: { code: 'ADSYNC_APPLY_INCOMPLETE' } }],
      skipped: [{ address: tag.address, cause: { address: update.address } }],
    });
    const campaigns = await world.dump('campaigns');
    expect(campaigns.find(({ id }) => id === update.id)).toMatchObject({ entity_status: 'PAUSED' });
    expect(await world.requests('POST')).toHaveLength(1);
    expect(await world.snapshot()).toMatchObject({ openIntents: [] });
  });

  test('a request that never arrives is given up after three times, and its dependents are skipped', async () => {
    // Whole seconds of the platform's time must not pass between intent and reading.
    await world.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
    await world.faults({ path: batchPath, effect: 'status', status: 502 });
    const item = {
      type: 'Create',
      address: 'acme/campaigns/a/line_items/i',
      params: lineItem('i', { id_of: 'acme/campaigns/a' }),
      requires: [1],
    } as const;
    const plan = buildPlan([createCampaigns(['a']), { kind: 'line_item', operations: [item], after: [1] }]);

    const { result, events } = await runPlan(world, plan);

    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_PLATFORM_UNREACHABLE' } }],
      skipped: [{ address: item.address, cause: { address: 'acme/campaigns/a' } }],
    });
    expect((await world.requests('POST')).length).toBe(3);
    expect(events.filter(({ type }) => type === 'waiting').length).toBe(3);
  });

  test('what reading cannot tell is unknown, stays in the journal, and skips its dependents', async () => {
    await world.faults(
      { path: batchPath, effect: 'drop_after' },
      {
        method: 'GET',
        path: '/12/accounts/*/campaigns',
        nth: [2, 3, 4, 5, 6, 7, 8, 9, 10],
        effect: 'status',
        status: 500,
      },
    );
    const item = {
      type: 'Create',
      address: 'acme/campaigns/a/line_items/i',
      params: lineItem('i', { id_of: 'acme/campaigns/a' }),
      requires: [1],
    } as const;
    const plan = buildPlan([createCampaigns(['a']), { kind: 'line_item', operations: [item], after: [1] }]);

    const { result, events } = await runPlan(world, plan);

    expect(result).toMatchObject({
      exitCode: 7,
      unknown: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_OUTCOME_UNKNOWN' } }],
      skipped: [{ address: item.address }],
    });
    expect(events.some(({ type }) => type === 'change_unknown')).toBe(true);
    expect((await world.snapshot()).openIntents).toMatchObject([{ step: 1 }]);
  });

  test('a record that was there before is never taken for ours', async () => {
    const theirs = campaign('a', { id: 'theirs', account_id: world.accountId });
    await world.seed({ campaigns: [theirs] });
    await world.faults({ path: batchPath, nth: [1], effect: 'drop_before' });

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'])]));

    expect(result.exitCode).toBe(0);
    expect(await namesOf('campaigns')).toEqual(['Evergreen', 'a', 'a']);
    expect((await world.snapshot()).entries).not.toMatchObject([{ id: 'theirs' }]);
  });

  test('a record of the same name that somebody made meanwhile leaves the outcome open, with its id', async () => {
    const plan = buildPlan([createCampaigns(['a'])]);
    const live = await world.read(documentOf(plan));
    await world.seed({
      campaigns: [{ id: 'theirs', account_id: world.accountId, funding_instrument_id: 'hxtet', name: 'a' }],
    });
    await world.faults({ path: batchPath, effect: 'drop_before' });

    const { result } = await runPlan(world, plan, { live });

    expect(result).toMatchObject({ exitCode: 7, unknown: [{ cause: { candidates: ['theirs'] } }] });
    expect(await namesOf('campaigns')).toEqual(['Evergreen', 'a']);
  });
});

describe('an answer that is no answer', () => {
  const rename = { type: 'Update', address: 'acme/campaigns/e', id: '8zva0', params: { name: 'x' } } as const;
  const broken: readonly (readonly [string, unknown])[] = [
    ['a page', '<html></html>'],
    ['no record', { data: null }],
    ['a record that cannot be read', { data: { id: '8zva0', name: 7 } }],
    ['another record', { data: { id: 'other', name: 'x' } }],
    ['something else than an envelope', []],
  ];

  test.each(broken)(
    '%s: what became of it is found out by reading, and it is sent again',
    async (_title, body) => {
      await world.faults({ method: 'PUT', nth: [1], effect: 'status', status: 200, body });

      const { result } = await runPlan(
        world,
        buildPlan([{ kind: 'campaign', single: true, operations: [rename] }]),
      );

      expect(result).toMatchObject({ exitCode: 0, applied: [{ address: rename.address }] });
      expect(await namesOf('campaigns')).toEqual(['x']);
      expect(await world.requests('PUT')).toHaveLength(2);
    },
  );

  test('to a delete that shows no record is taken at its word', async () => {
    await world.faults({ method: 'DELETE', effect: 'status', status: 200, body: { data: {} } });
    const remove = { type: 'Delete', address: rename.address, id: '8zva0' } as const;

    const { result } = await runPlan(
      world,
      buildPlan([{ kind: 'campaign', single: true, operations: [remove] }]),
    );

    expect(result).toMatchObject({ exitCode: 0, applied: [{ address: rename.address }] });
    expect(await world.requests('DELETE')).toHaveLength(1);
  });

  test('a request that could not be sent has failed, and the journal says so', async () => {
    const unsent = new PlatformError({
      outcome: 'not-sent',
      method: 'POST',
      path: '/12/x',
    });
    const client: PlatformClient = {
      requests: 0,
      reads: 0,
      parallel: 4,
      sandbox: undefined,
      untilRoom: async () => await Promise.resolve(),
      list: (request) => world.client.list(request),
      close: async () => await Promise.resolve(),
      call: async (request) => {
        if (request.method === 'POST') throw unsent;
        return await world.client.call(request);
      },
    };

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'])]), { client });

    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ cause: { code: 'ADSYNC_PLATFORM_UNREACHABLE' } }],
    });
    expect(await world.snapshot()).toMatchObject({ openIntents: [], entries: [] });
  });
});

describe('a refusal', () => {
  test('of the tenth item leaves the other nine applied, and names the place of the field', async () => {
    await world.faults({
      path: batchPath,
      effect: 'refuse',
      match: { name: 'c9' },
      code: 'INVALID_PARAMETER',
      parameter: 'name',
    });

    const { result, events } = await runPlan(world, buildPlan([createCampaigns(keys)]));

    expect(addressesOf(result.applied)).toEqual(addresses.slice(0, 9));
    expect(result).toMatchObject({
      exitCode: 5,
      failed: [
        {
          address: 'acme/campaigns/c9',
          cause: {
            code: 'ADSYNC_PLATFORM_REFUSED',
            path: matching(/\/12\/batch\//),
            platform: [{ code: 'INVALID_PARAMETER', parameter: 'name' }],
          },
        },
      ],
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'change_failed',
        address: 'acme/campaigns/c9',
        source: { file: 'campaigns.yaml', line: 1000, column: 9 },
      }),
    );
    expect((await world.requests('POST')).length).toBe(2);
    expect((await world.snapshot()).openIntents).toEqual([]);
  });

  test.each([
    ['the first', 'c0'],
    ['one in the middle', 'c4'],
    ['the last', 'c9'],
  ])('without an index is halved until the culprit is found: %s', async (_title, culprit) => {
    await world.faults({
      path: batchPath,
      effect: 'refuse',
      match: { name: culprit },
      code: 'INVALID_PARAMETER',
      indexed: false,
    });

    const { result } = await runPlan(world, buildPlan([createCampaigns(keys)]));

    expect(addressesOf(result.failed)).toEqual([`acme/campaigns/${culprit}`]);
    expect(result.applied.length).toBe(9);
    const created = (await world.dump('campaigns')).map(({ name }) => name);
    expect(created).toEqual(['Evergreen', ...keys.filter((key) => key !== culprit)]);
  });

  test('of several items, some with several faults, names them all', async () => {
    const bad = campaign('', { daily_budget_amount_local_micro: 1 });
    const operations = [
      { type: 'Create', address: 'acme/campaigns/a', params: campaign('a') },
      { type: 'Create', address: 'acme/campaigns/b', params: bad },
      {
        type: 'Create',
        address: 'acme/campaigns/c',
        params: campaign('c', { funding_instrument_id: 'nope' }),
      },
    ] as const;

    const { result } = await runPlan(world, buildPlan([{ kind: 'campaign', operations }]));

    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/a']);
    expect(result.failed).toMatchObject([{ address: 'acme/campaigns/b' }, { address: 'acme/campaigns/c' }]);
  });

  test('of a single call fails that operation alone', async () => {
    await world.faults({
      method: 'PUT',
      path: '/12/accounts/*/campaigns/*',
      effect: 'refuse',
      match: { name: 'x' },
      code: 'INVALID_PARAMETER',
    });
    const update = {
      type: 'Update',
      address: 'acme/campaigns/e',
      id: '8zva0',
      params: { name: 'x' },
    } as const;
    const plan = buildPlan([
      { kind: 'campaign', single: true, operations: [update] },
      createCampaigns(['a']),
    ]);

    const { result } = await runPlan(world, plan);

    expect(result).toMatchObject({
      applied: [{ address: 'acme/campaigns/a' }],
      failed: [{ address: 'acme/campaigns/e' }],
    });
  });

  test.each([
    ['batch', undefined],
    ['single', true as const],
  ])('of a delete of what is gone is as good as done: %s', async (_title, single) => {
    await world.mutate('campaigns', '8zva0', { deleted: true });
    const remove = { type: 'Delete', address: 'acme/campaigns/e', id: '8zva0' } as const;
    const lease = await world.acquire();
    const old = {
      address: remove.address,
      kind: 'campaign',
      accountKey: 'acme',
      accountId: world.accountId,
      id: '8zva0',
      origin: 'adopted',
      declared: {},
      answered: {},
      file: 'campaigns.yaml',
      preventDestroy: false,
    } as const;
    await lease.recordEntries(world.accountId, 'adopt', [old], []);

    const { result } = await runPlan(
      world,
      buildPlan([{ kind: 'campaign', operations: [remove], ...(single && { single }) }]),
      { lease },
    );

    expect(result).toMatchObject({ exitCode: 0, applied: [{ address: remove.address }] });
    expect((await world.snapshot()).entries).toEqual([]);
  });

  test('of the credentials stops everything at once', async () => {
    await world.faults({
      method: 'POST',
      path: '/12/batch/**',
      effect: 'status',
      status: 401,
      body: { errors: [{ code: 89, message: 'Invalid or expired token' }] },
    });
    const plan = buildPlan([createCampaigns(['a', 'b']), { ...createCampaigns(['c']), after: [1] }]);

    const { result } = await runPlan(world, plan);

    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ cause: { code: 'ADSYNC_CREDENTIALS_REFUSED' } }, {}],
      skipped: [{ address: 'acme/campaigns/c', cause: { code: 'ADSYNC_CREDENTIALS_REFUSED' } }],
    });
    expect((await world.requests('POST')).length).toBe(1);
  });

  test('429 is waited out and nothing is lost', async () => {
    await world.faults({
      method: 'POST',
      path: batchPath,
      nth: [1],
      effect: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
    });

    const { result } = await runPlan(world, buildPlan([createCampaigns(['a'])]));

    expect(result).toMatchObject({ exitCode: 0 });
    expect(await namesOf('campaigns')).toEqual(['Evergreen', 'a']);
  });
});
