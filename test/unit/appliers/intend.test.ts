import { afterEach, beforeEach, expect, test } from 'vitest';
import { gathered } from '../../support/gathered.ts';
import { createWorld, type World } from '../../support/world.ts';
import { accountId, buildPlan } from './build-plan.ts';
import { runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

test('what stands below a record is deleted there also where that record was made anew since', async () => {
  const audience = 'acme/audiences/regulars';
  await world.seed({
    custom_audiences: [{ id: 'anew', account_id: accountId, name: 'Regulars' }],
    audience_permissions: [
      {
        id: 'p1',
        account_id: accountId,
        custom_audience_id: '1nmth',
        granted_account_id: '18ce5uk0000',
        permission_level: 'READ_ONLY',
      },
    ],
  });
  const lease = await world.acquire();
  const regulars = {
    address: audience,
    kind: 'custom_audience',
    accountKey: 'acme',
    accountId,
    id: 'anew',
    origin: 'created',
    declared: {},
    answered: {},
    file: 'campaigns.yaml',
    preventDestroy: false,
  } as const;
  await lease.recordEntries(accountId, 'refresh', [regulars], []);
  const plan = buildPlan([
    {
      kind: 'audience_permission',
      single: true,
      operations: [
        {
          type: 'Delete',
          address: `${audience}/shared_with/uk`,
          id: 'p1',
          params: { custom_audience_id: '1nmth' },
        },
      ],
    },
  ]);

  await runPlan(world, plan, { timeoutMs: 10_000 });

  const path = `/12/accounts/${accountId}/custom_audiences/1nmth/permissions/p1`;
  const intents = (await gathered(world.store.history())).filter(({ kind }) => kind === 'intent');
  expect(intents).toMatchObject([{ intent: { path, operations: [{ parentId: '1nmth' }] } }]);
  expect(await world.requests('DELETE')).toMatchObject([{ path, status: 200 }]);
  expect(await world.dump('audience_permissions')).toEqual([]);
});
