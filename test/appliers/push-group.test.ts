import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PushMembers } from '../../src/appliers/push-members.ts';
import { AdsyncError } from '../../src/diagnostics/adsync-error.ts';
import { createWorld, type World } from '../support/world.ts';
import { buildPlan } from './build-plan.ts';
import { matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

const audience = 'acme/audiences/buyers';
const users = `${audience}/users`;
const value = { digest: 'sha256:1', count: 1 };
const member = { kind: 'email', digest: 'd' };

const plan = buildPlan([
  {
    kind: 'custom_audience',
    single: true,
    operations: [{ type: 'Create', address: audience, params: { name: 'Buyers' } }],
  },
  {
    kind: 'audience_members',
    single: true,
    after: [1],
    operations: [{ type: 'Update', address: users, params: { users: value }, requires: [1] }],
  },
]);

/** Sends one call, and records what it changed. */
const pushOne: PushMembers = async ({ client, accountId, path, record }) => {
  const json = [{ operation_type: 'Update', params: { users: [{ email: ['a'.repeat(64)] }] } }];
  await client.call({ host: 'ads', method: 'POST', path, accountId, json });
  await record({ add: [member], remove: [] });
  return 'pushed';
};

async function membersKept(): Promise<readonly unknown[]> {
  const kept = [];
  for await (const one of world.store.members(users)) kept.push(one);
  return kept;
}

test('members go to the audience that was made just before, and the state knows which set it was', async () => {
  const { result } = await runPlan(world, plan, { pushMembers: pushOne });

  expect(result.exitCode).toBe(0);
  const created = (await world.dump('custom_audiences')).find(({ name }) => name === 'Buyers');
  const posts = (await world.requests('POST')).map(({ path }) => path);
  expect(posts.at(-1)).toBe(
    `/12/accounts/${world.accountId}/custom_audiences/${String(created?.['id'])}/users`,
  );
  const entry = (await world.snapshot()).entries.find(({ address }) => address === users);
  expect(entry).toMatchObject({
    id: created?.['id'],
    declared: { users: value },
    answered: { users: value },
  });
  expect(await membersKept()).toEqual([member]);
  expect((await world.snapshot()).openIntents).toEqual([]);
});

test('a push that is interrupted keeps what was recorded, and is not taken for done', async () => {
  const { result } = await runPlan(world, plan, {
    pushMembers: async (members) => {
      await pushOne(members);
      return 'interrupted';
    },
  });

  expect(result.exitCode).toBe(130);
  expect(result.skipped.map(({ address, cause }) => [address, cause.code])).toEqual([[users, 'INTERRUPTED']]);
  expect((await world.snapshot()).entries.map(({ address }) => address)).toEqual([audience, users]);
  expect(await membersKept()).toEqual([member]);
});

test.each([
  ['refused', { effect: 'refuse', code: 'INVALID_PARAMETER' }, 'ADSYNC_PLATFORM_REFUSED'],
  ['lost', { effect: 'drop_after' }, 'ADSYNC_PLATFORM_UNREACHABLE'],
])('a call that is %s fails that operation alone, with its path', async (_title, fault, code) => {
  await world.faults({ method: 'POST', path: '/12/accounts/*/custom_audiences/*/users', ...fault });

  const { result } = await runPlan(world, plan, { pushMembers: pushOne });

  expect(result.exitCode).toBe(5);
  expect(result.failed).toMatchObject([
    { address: users, cause: { code, address: users, path: matching(/custom_audiences\/\w+\/users$/) } },
  ]);
  expect((await world.snapshot()).openIntents).toEqual([]);
});

test('an answer that says too little fails that operation alone', async () => {
  const { result } = await runPlan(world, plan, {
    pushMembers: async () => {
      await Promise.resolve();
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform took 1 of 2 members; 2 were sent');
    },
  });

  expect(result.failed.map(({ address, cause }) => [address, cause.code])).toEqual([
    [users, 'ADSYNC_ANSWER_INVALID'],
  ]);
});

test('a lost lease ends the run', async () => {
  const { result } = await runPlan(world, plan, {
    pushMembers: async (members) => {
      await world.acquire();
      return await pushOne(members);
    },
  });

  expect(result.unknown.map(({ address, cause }) => [address, cause.code])).toEqual([
    [users, 'ADSYNC_LEASE_LOST'],
  ]);
});

test('a plan with members that nothing can push is refused before a request', async () => {
  const { result } = await runPlan(world, plan);

  expect(result.failed.map(({ cause }) => cause.code)).toEqual(['ADSYNC_INTERNAL']);
});
