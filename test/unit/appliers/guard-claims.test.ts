import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { currentHolder } from '../../../src/state/holder.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import {
  accountId,
  buildPlan,
  campaign,
  createCampaigns,
  documentOf,
  lineItem,
  type StepSpec,
} from './build-plan.ts';
import { addressesOf, matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

/** Campaigns that are there already, with their keys as ids. */
async function seedCampaigns(status: 'ACTIVE' | 'PAUSED', ...ids: readonly string[]): Promise<void> {
  const campaigns = ids.map((id) => ({
    id,
    account_id: accountId,
    funding_instrument_id: 'hxtet',
    name: id,
    entity_status: status,
    daily_budget_amount_local_micro: 1_000_000,
  }));
  await world.seed({ campaigns });
}

/** Line items of a campaign that are there already, with their keys as ids. */
async function seedItems(
  campaignId: string,
  status: 'ACTIVE' | 'PAUSED',
  ...ids: readonly string[]
): Promise<void> {
  const items = ids.map((id) => ({
    id,
    account_id: accountId,
    ...lineItem(id, campaignId, { entity_status: status }),
  }));
  await world.seed({ line_items: items });
}

function flip(
  status: 'ACTIVE' | 'PAUSED',
  ids: readonly string[],
  more: Partial<StepSpec> = {},
  section = 'acme/campaigns',
): StepSpec {
  const operations = ids.map((id) => {
    return {
      type: 'Update',
      address: `${section}/${id}`,
      id,
      params: { entity_status: status },
    } as const;
  });
  return { kind: 'campaign', operations, effect: status === 'ACTIVE' ? 'claim' : 'release', ...more };
}

function flipItems(status: 'ACTIVE' | 'PAUSED', ids: readonly string[], after: readonly number[]): StepSpec {
  return flip(status, ids, { kind: 'line_item', after }, 'acme/campaigns/e/line_items');
}

/** The platform refuses every update of a campaign. */
async function refuseUpdates(id: string): Promise<void> {
  await world.faults({
    method: 'POST',
    path: '/12/batch/**',
    effect: 'refuse',
    match: { campaign_id: id },
    code: 'INVALID_PARAMETER',
  });
}

/** Another account, which a document lists before the plan's own. */
const uk = { key: 'uk', id: '18ce5uk0000' };

function documentWithUk(plan: Plan, activeCampaigns: number): DesiredDocument {
  const own = documentOf(plan, { activeCampaigns });
  const others = documentOf(plan).accounts.map((account) => ({ ...account, ...uk }));
  return { ...own, accounts: [...others, ...own.accounts] };
}

async function activeIds(): Promise<readonly unknown[]> {
  const campaigns = await world.dump('campaigns');
  return campaigns.filter(({ entity_status: status }) => status === 'ACTIVE').map(({ id }) => id);
}

describe('before the first claim', () => {
  test('claims that no longer fit are refused in order, with the numbers', async () => {
    await seedCampaigns('PAUSED', 'a', 'b', 'c');
    const plan = buildPlan([flip('ACTIVE', ['a', 'b', 'c'])]);
    const document = documentOf(plan, { activeCampaigns: 3 });
    const live = await world.read(document);
    await seedCampaigns('ACTIVE', 'x', 'y');

    const { result } = await runPlan(world, plan, { document, live });

    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/a']);
    expect(addressesOf(result.failed)).toEqual(['acme/campaigns/b', 'acme/campaigns/c']);
    expect(result.failed[0]?.cause).toMatchObject({
      code: 'ADSYNC_PLAN_REFUSED',
      message: matching(/2 active campaigns .* 3/),
    });
    expect(await activeIds()).toEqual(['a', 'x', 'y']);
  });

  test('what is active already takes no more room, and room that the plan makes later counts later', async () => {
    await seedCampaigns('PAUSED', 'a', 'b');
    await seedCampaigns('ACTIVE', 'x', 'y');
    const plan = buildPlan([
      flip('ACTIVE', ['a', 'x']),
      flip('PAUSED', ['y'], { after: [1] }),
      flip('ACTIVE', ['b'], { after: [2] }),
    ]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 3 }) });

    expect(result).toMatchObject({ exitCode: 0 });
    expect(await activeIds()).toEqual(['a', 'b', 'x']);
  });

  test('what an update leaves active takes its room', async () => {
    await seedCampaigns('PAUSED', 'a', 'b');
    await seedCampaigns('ACTIVE', 'x');
    const rename = { type: 'Update', address: 'acme/campaigns/x', id: 'x', params: { name: 'y' } } as const;
    const plan = buildPlan([
      flip('ACTIVE', ['a']),
      { kind: 'campaign', operations: [rename], after: [1] },
      flip('ACTIVE', ['b'], { after: [2] }),
    ]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 2 }) });

    expect(addressesOf(result.applied)).toEqual(['acme/campaigns/a', 'acme/campaigns/x']);
    expect(result.failed).toEqual([
      {
        address: 'acme/campaigns/b',
        cause: {
          code: 'ADSYNC_PLAN_REFUSED',
          message:
            'acme has 1 active campaign now, and with the claims before this one the limit of 2 is reached',
          address: 'acme/campaigns/b',
        },
      },
    ]);
  });

  test.each([
    ['ACTIVE', 2],
    ['PAUSED', 1],
  ] as const)(
    'a claim whose release failed is skipped, and takes no room (%s before, at most %i)',
    async (before, activeCampaigns) => {
      await seedCampaigns('PAUSED', 'a', 'b');
      await seedCampaigns(before, 'x');
      await refuseUpdates('x');
      const claims = flip('ACTIVE', ['a', 'b'], { after: [1] });
      const operations = claims.operations.map((each, index) =>
        index === 0 ? { ...each, requires: [1] } : each,
      );
      const plan = buildPlan([flip('PAUSED', ['x']), { ...claims, operations }]);

      const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns }) });

      expect(result).toMatchObject({
        applied: [{ address: 'acme/campaigns/b' }],
        failed: [{ address: 'acme/campaigns/x' }],
        skipped: [{ address: 'acme/campaigns/a', cause: { address: 'acme/campaigns/x' } }],
      });
    },
  );

  test('a release that failed makes no room', async () => {
    await seedCampaigns('PAUSED', 'a');
    await seedCampaigns('ACTIVE', 'x');
    await refuseUpdates('x');
    const plan = buildPlan([flip('PAUSED', ['x']), flip('ACTIVE', ['a'], { after: [1] })]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 1 }) });

    expect(result.failed).toMatchObject([
      { address: 'acme/campaigns/x', cause: { code: 'ADSYNC_PLATFORM_REFUSED' } },
      { address: 'acme/campaigns/a', cause: { code: 'ADSYNC_PLAN_REFUSED' } },
    ]);
  });

  test('where the platform counts paused ones too, creates are claims', async () => {
    const plan = buildPlan([{ ...createCampaigns(['a', 'b']), effect: 'claim' }]);
    const document = documentOf(plan, { activeCampaigns: 2, count: 'not_deleted' });

    const { result } = await runPlan(world, plan, { document });

    expect(result).toMatchObject({
      applied: [{ address: 'acme/campaigns/a' }],
      failed: [
        {
          address: 'acme/campaigns/b',
          cause: {
            message: 'acme has 1 campaign now, and with the claims before this one the limit of 2 is reached',
          },
        },
      ],
    });
  });

  test.each([
    ['deletes before a create make room for it', { type: 'Delete' }, []],
    [
      'pauses before a create make none where the platform counts paused ones too',
      { type: 'Update', params: { entity_status: 'PAUSED' } },
      [{ address: 'acme/campaigns/b', cause: { code: 'ADSYNC_PLAN_REFUSED' } }],
    ],
  ] as const)('%s', async (_title, release, failed) => {
    const operations = [{ ...release, address: 'acme/campaigns/e', id: '8zva0' }];
    const plan = buildPlan([
      { ...createCampaigns(['a']), effect: 'claim' },
      { kind: 'campaign', operations, effect: 'release', after: [1] },
      { ...createCampaigns(['b']), effect: 'claim', after: [2] },
    ]);

    const { result } = await runPlan(world, plan, {
      document: documentOf(plan, { activeCampaigns: 2, count: 'not_deleted' }),
    });

    expect(result).toMatchObject({ failed, skipped: [], unknown: [] });
  });

  test('line items are counted where their limit is declared', async () => {
    const more = { entity_status: 'ACTIVE' };
    const operations = ['i', 'j'].map((key) => {
      return {
        type: 'Create',
        address: `acme/campaigns/e/line_items/${key}`,
        params: lineItem(key, '8zva0', more),
      } as const;
    });
    const plan = buildPlan([{ kind: 'line_item', operations, effect: 'claim' }]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { lineItems: 1 }) });

    expect(result.failed).toMatchObject([
      {
        address: 'acme/campaigns/e/line_items/j',
        cause: { message: matching(/^acme has 0 active line items now, .* 1 is reached$/) },
      },
    ]);
  });

  test('a pause of a line item makes room under their limit', async () => {
    await seedItems('8zva0', 'ACTIVE', 'i');
    await seedItems('8zva0', 'PAUSED', 'j', 'k');
    const plan = buildPlan([
      flipItems('ACTIVE', ['j'], []),
      flipItems('PAUSED', ['i'], [1]),
      flipItems('ACTIVE', ['k'], [2]),
    ]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { lineItems: 2 }) });

    expect(result).toMatchObject({ exitCode: 0, failed: [] });
  });

  test("a line item's claim takes no room of its campaign", async () => {
    await seedCampaigns('PAUSED', 'e');
    await seedItems('e', 'PAUSED', 'i');
    const plan = buildPlan([flipItems('ACTIVE', ['i'], []), flip('ACTIVE', ['e'], { after: [1] })]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 1 }) });

    expect(result).toMatchObject({ exitCode: 0, failed: [] });
  });

  test('line items that are read along do not count as campaigns', async () => {
    await seedCampaigns('PAUSED', 'a');
    await seedCampaigns('ACTIVE', 'x');
    await world.mutate('campaigns', 'x', {
      budget_optimization: 'LINE_ITEM',
      daily_budget_amount_local_micro: null,
    });
    await seedItems('x', 'ACTIVE', 'i', 'j');
    const plan = buildPlan([flip('ACTIVE', ['a'])]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 2 }) });

    expect(result).toMatchObject({ exitCode: 0, failed: [] });
  });

  test('each account has its own limit', async () => {
    await seedCampaigns('PAUSED', 'a');
    await seedCampaigns('ACTIVE', 'x');
    const plan = buildPlan([flip('ACTIVE', ['a'])]);

    const { result } = await runPlan(world, plan, { document: documentWithUk(plan, 1) });

    expect(result.failed).toMatchObject([
      { address: 'acme/campaigns/a', cause: { code: 'ADSYNC_PLAN_REFUSED' } },
    ]);
  });

  test('claims in another account take no room', async () => {
    await seedCampaigns('PAUSED', 'a');
    await world.seed({
      campaigns: [{ id: 'b', account_id: uk.id, ...campaign('b'), funding_instrument_id: 'hxuk1' }],
    });
    const plan = buildPlan([flip('ACTIVE', ['b'], {}, 'uk/campaigns'), flip('ACTIVE', ['a'])]);
    const steps = plan.steps.map((step) =>
      step.step === 1 ? { ...step, account_id: uk.id, path: step.path.replace(accountId, uk.id) } : step,
    );
    const document = documentWithUk(plan, 1);
    const accounts = document.accounts.map(({ key, id }) => {
      return { accountKey: key, accountId: id, host: 'loopback' };
    });
    const start = { accounts, document: document.digest, command: 'apply' } as const;
    const lease = await world.store.acquire(start, currentHolder('run'));

    const { result } = await runPlan(world, { ...plan, steps }, { document, lease });

    expect(result).toMatchObject({ exitCode: 0, failed: [] });
    expect(await activeIds()).toEqual(['a', 'b']);
  });

  test('a stranger that was seen when claims were counted is not taken for ours', async () => {
    const plan = buildPlan([{ ...createCampaigns(['a']), effect: 'claim' }]);
    const document = documentOf(plan, { count: 'not_deleted' });
    const live = await world.read(document);
    await world.seed({ campaigns: [{ id: 'twin', account_id: accountId, ...campaign('a') }] });
    await world.faults({ method: 'POST', path: '/12/batch/**', effect: 'drop_before', nth: [1] });
    const clock = { ...realClock, sleep: async () => await Promise.resolve() };

    const { result } = await runPlan(world, plan, { document, live, clock });

    const created = (await world.dump('campaigns')).find(({ id, name }) => name === 'a' && id !== 'twin');
    expect(result.exitCode).toBe(0);
    expect((await world.snapshot()).entries).toMatchObject([{ id: created?.['id'] }]);
  });

  test('the account is looked at once, and only for claims', async () => {
    await seedCampaigns('PAUSED', 'a', 'b');
    const plan = buildPlan([flip('ACTIVE', ['a']), flip('ACTIVE', ['b'])]);
    const live = await world.read(documentOf(plan));
    const before = (await world.requests('GET')).length;

    await runPlan(world, plan, { live });

    const paths = (await world.requests('GET')).slice(before).map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('/campaigns')).length).toBe(1);
  });

  test('claims wait for nothing that cannot be read: they fail, and nothing beside them does', async () => {
    await seedCampaigns('PAUSED', 'a', 'x');
    const raised = { daily_budget_amount_local_micro: 2_000_000 };
    const raise = { type: 'Update', address: 'acme/campaigns/x', id: 'x', params: raised } as const;
    const claim = flip('ACTIVE', ['a']);
    const plan = buildPlan([{ ...claim, operations: [raise, ...claim.operations] }]);
    const live = await world.read(documentOf(plan));
    await world.faults({ method: 'GET', path: '/12/accounts/*/campaigns', effect: 'status', status: 500 });

    const { result } = await runPlan(world, plan, { live });

    expect(result).toMatchObject({
      exitCode: 5,
      applied: [{ address: 'acme/campaigns/x' }],
      failed: [{ address: 'acme/campaigns/a', cause: { code: 'ADSYNC_PLATFORM_UNREACHABLE' } }],
    });
    expect(await activeIds()).toEqual([]);
  });
});
