import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';
import { accountId, buildPlan, createCampaigns, documentOf, lineItem, type StepSpec } from './build-plan.ts';
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

function flip(status: 'ACTIVE' | 'PAUSED', ids: readonly string[], more: Partial<StepSpec> = {}): StepSpec {
  const operations = ids.map((id) => {
    return {
      type: 'Update',
      address: `acme/campaigns/${id}`,
      id,
      params: { entity_status: status },
    } as const;
  });
  return { kind: 'campaign', operations, effect: status === 'ACTIVE' ? 'claim' : 'release', ...more };
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
            'acme has 1 active campaigns now, and with the claims before this one the limit of 2 is reached',
          address: 'acme/campaigns/b',
        },
      },
    ]);
  });

  test('a claim whose release failed is skipped, and takes no room', async () => {
    await seedCampaigns('PAUSED', 'a', 'b');
    await seedCampaigns('ACTIVE', 'x');
    await world.faults({
      method: 'POST',
      path: '/12/batch/**',
      effect: 'refuse',
      match: { campaign_id: 'x' },
      code: 'INVALID_PARAMETER',
    });
    const claims = flip('ACTIVE', ['a', 'b'], { after: [1] });
    const operations = claims.operations.map((each, index) =>
      index === 0 ? { ...each, requires: [1] } : each,
    );
    const plan = buildPlan([flip('PAUSED', ['x']), { ...claims, operations }]);

    const { result } = await runPlan(world, plan, { document: documentOf(plan, { activeCampaigns: 2 }) });

    expect(result).toMatchObject({
      applied: [{ address: 'acme/campaigns/b' }],
      failed: [{ address: 'acme/campaigns/x' }],
      skipped: [{ address: 'acme/campaigns/a', cause: { address: 'acme/campaigns/x' } }],
    });
  });

  test('where the platform counts paused ones too, creates are claims', async () => {
    const plan = buildPlan([{ ...createCampaigns(['a', 'b']), effect: 'claim' }]);
    const document = documentOf(plan, { activeCampaigns: 2, count: 'not_deleted' });

    const { result } = await runPlan(world, plan, { document });

    expect(result).toMatchObject({
      applied: [{ address: 'acme/campaigns/a' }],
      failed: [{ address: 'acme/campaigns/b' }],
    });
  });

  test('deletes before a create make room for it', async () => {
    const remove = { type: 'Delete', address: 'acme/campaigns/e', id: '8zva0' } as const;
    const plan = buildPlan([
      { ...createCampaigns(['a']), effect: 'claim' },
      { kind: 'campaign', operations: [remove], effect: 'release', after: [1] },
      { ...createCampaigns(['b']), effect: 'claim', after: [2] },
    ]);

    const { result } = await runPlan(world, plan, {
      document: documentOf(plan, { activeCampaigns: 2, count: 'not_deleted' }),
    });

    expect(result).toMatchObject({ exitCode: 0 });
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

    expect(addressesOf(result.failed)).toEqual(['acme/campaigns/e/line_items/j']);
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

  test('claims wait for nothing that cannot be read: they fail', async () => {
    await seedCampaigns('PAUSED', 'a');
    const plan = buildPlan([flip('ACTIVE', ['a'])]);
    const live = await world.read(documentOf(plan));
    await world.faults({ method: 'GET', path: '/12/accounts/*/campaigns', effect: 'status', status: 500 });

    const { result } = await runPlan(world, plan, { live });

    expect(result).toMatchObject({
      exitCode: 5,
      failed: [{ cause: { code: 'ADSYNC_PLATFORM_UNREACHABLE' } }],
    });
    expect(await activeIds()).toEqual([]);
  });
});
