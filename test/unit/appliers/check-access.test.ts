import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AccessInput, checkAccess } from '../../../src/appliers/check-access.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { createWorld, type World } from '../../support/world.ts';
import { accountId, buildPlan, createCampaigns } from './build-plan.ts';
import { matching } from './run-plan.ts';

const otherId = '18ce5uk0000';
const frozenAt = '2026-12-01T00:00:00Z';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.control('PUT', '/clock', { now: frozenAt, frozen: true });
});
afterEach(async () => {
  await world.close();
});

/** Settings of the one account and a campaign in the other, by a user with these roles in them. */
async function inBoth(role: string, otherRole: string): Promise<AccessInput> {
  const accounts = { [accountId]: [role], [otherId]: [otherRole] };
  await world.mutate('users', '756201191646691328', { accounts });
  const settings = { type: 'Update', address: 'acme', id: accountId, params: { name: 'x' } } as const;
  const own = buildPlan([{ kind: 'account', single: true, operations: [settings] }]);
  const other = buildPlan([createCampaigns(['a'])]);
  return {
    client: world.client,
    steps: [...own.steps, ...other.steps.map((step) => ({ ...step, account_id: otherId }))],
    kindAt: (address) => kindNamed(address === 'acme' ? 'account' : 'campaign'),
    keyOf: (id) => (id === accountId ? 'acme' : 'other'),
  };
}

describe('each account is judged by its own steps alone', () => {
  test('a manager may write campaigns beside the settings of another account', async () => {
    const input = await inBoth('ACCOUNT_ADMIN', 'AD_MANAGER');

    const date = await checkAccess(input);

    expect(date).toBe(Date.parse(frozenAt));
  });

  test('a manager may not write settings beside the campaigns of another account', async () => {
    const input = await inBoth('AD_MANAGER', 'ACCOUNT_ADMIN');

    const checking = checkAccess(input);

    await expect(checking).rejects.toMatchObject({
      code: 'ADSYNC_ACCESS_MISSING',
      detail: {
        lines: [
          matching(/^acme: user \d+ has AD_MANAGER; accounts need ACCOUNT_ADMIN$/),
          'the platform would refuse it with ACTION_NOT_ALLOWED',
        ],
      },
    });
  });
});
