import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushMembers } from '../../../src/appliers/push-members.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import { createWorld, type World } from '../../support/world.ts';
import { accountId, buildPlan, documentOf } from './build-plan.ts';
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

describe('what the state holds of a set', () => {
  const external = {
    accountKey: 'acme',
    accountId,
    origin: 'external',
    declared: {},
    answered: {},
    file: 'campaigns.yaml',
    preventDestroy: false,
  } as const;
  const regulars = { ...external, address: audience, kind: 'custom_audience', id: '1nmth' };
  const before = {
    ...external,
    address: users,
    kind: 'audience_members',
    id: '1nmth',
    declared: { users: 'old' },
    answered: { users: 'old' },
  };
  const [, push] = plan.steps;
  const [, change] = plan.changes;
  if (push === undefined || change === undefined) throw new Error('no step');
  const operations = push.operations.map((operation) => ({ ...operation, requires: [] }));
  const alone = { ...plan, steps: [{ ...push, after: [], operations }], changes: [change] };

  async function entriesSeen(known: readonly StateEntry[], interrupts: boolean): Promise<readonly unknown[]> {
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', known, []);
    await runPlan(world, alone, {
      lease,
      pushMembers: async ({ sleep }) => {
        await sleep(1);
        return interrupts ? 'interrupted' : 'pushed';
      },
    });
    return (await world.snapshot()).entries.filter(({ address }) => address === users);
  }

  test('stays as it was where a push was interrupted', async () => {
    expect(await entriesSeen([regulars, before], true)).toEqual([before]);
  });

  test('is what was pushed', async () => {
    const after = { ...before, declared: { users: value }, answered: { users: value } };

    expect(await entriesSeen([regulars, before], false)).toEqual([after]);
  });

  test('is nothing yet where the audience was made anew', async () => {
    const anew = { ...before, id: 'gone' };

    expect(await entriesSeen([regulars, anew], true)).toEqual([{ ...before, declared: {}, answered: {} }]);
  });

  test('goes by the id that the plan says where nobody knows the audience', async () => {
    const lease = await world.acquire();
    const operations = push.operations.map((each) => ({ ...each, requires: [], id: '1nmth' }));

    await runPlan(
      world,
      { ...alone, steps: [{ ...push, after: [], operations }] },
      { lease, pushMembers: async () => await Promise.resolve('pushed') },
    );

    expect((await world.snapshot()).entries).toMatchObject([{ address: users, id: '1nmth' }]);
  });

  test('is nothing at all where neither document nor state know the set', async () => {
    const lease = await world.acquire();
    await lease.recordEntries(accountId, 'adopt', [regulars], []);

    const { result } = await runPlan(world, alone, {
      lease,
      document: documentOf(buildPlan([])),
      pushMembers: async () => await Promise.resolve('pushed'),
    });

    expect(result).toMatchObject({ exitCode: 0, applied: [{ address: users }] });
    expect((await world.snapshot()).entries).toEqual([regulars]);
  });
});

test('a fault of the program is not taken for an answer', async () => {
  const fault = new TypeError('x is not a function');

  const running = runPlan(world, plan, { pushMembers: async () => await Promise.reject(fault) });

  await expect(running).rejects.toBe(fault);
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
