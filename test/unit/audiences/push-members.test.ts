import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createPartnerSeal } from '../../../src/audiences/partner-seal.ts';
import { type MembersPush, pushMembers } from '../../../src/audiences/push-members.ts';
import { type SurveyedMembers, surveyMembers } from '../../../src/audiences/survey-members.ts';
import type { Member } from '../../../src/state/store.ts';
import { createWorld, type World } from '../../support/world.ts';

const audienceId = '1nmth';
const period = { effective_at: '2026-11-20T00:00:00Z', expires_at: '2027-12-20T00:00:00Z' };
const later = { effective_at: '2027-11-01T00:00:00Z', expires_at: '2028-12-01T00:00:00Z' };
const seal = createPartnerSeal(Buffer.alloc(32, 1));

let folder: string;
let world: World;
/** What the state keeps, as the recorder of a push leaves it. */
let kept: Map<string, Member>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-push-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  world = await createWorld();
  kept = new Map();
});
afterEach(async () => {
  await world.close();
});

function keyOf({ kind, digest }: Member): string {
  return `${kind} ${digest}`;
}

async function* keptMembers(): AsyncGenerator<Member> {
  const members = Array.from(kept.values());
  for (const member of members) yield await Promise.resolve(member);
}

async function survey(content: string, until = period): Promise<SurveyedMembers> {
  const path = join(folder, 'members.csv');
  await writeFile(path, content);
  return await surveyMembers({
    file: { path, name: 'members.csv' },
    kept: keptMembers(),
    period: until,
    seal,
  });
}

async function push(content: string, more: Partial<MembersPush> = {}): Promise<'pushed' | 'interrupted'> {
  const { difference } = await survey(content, more.period === undefined ? period : later);
  return await pushMembers({
    client: world.client,
    accountId: world.accountId,
    path: `/12/accounts/${world.accountId}/custom_audiences/${audienceId}/users`,
    difference,
    period,
    seal,
    sleep: async () => await Promise.resolve(),
    stop: new AbortController().signal,
    record,
    ...more,
  });
}

async function record({ add, remove }: Parameters<MembersPush['record']>[0]): Promise<void> {
  for (const member of remove) expect(kept.delete(keyOf(member))).toBe(true);
  for (const member of add) kept.set(keyOf(member), member);
  await Promise.resolve();
}

const emails = (from: number, to: number): string =>
  `email\n${Array.from({ length: to - from }, (_, index) => `user${from + index}@example.com\n`).join('')}`;

async function membersThere(): Promise<number> {
  return (await world.dump('audience_users')).length;
}

/** As the platform counts: those of the seed, and those pushed. */
async function audienceSize(): Promise<unknown> {
  const path = `/12/accounts/${world.accountId}/custom_audiences/${audienceId}`;
  const { body } = await world.client.call({ host: 'ads', method: 'GET', path });
  return z.object({ data: z.object({ audience_size: z.number() }) }).parse(body).data.audience_size;
}

async function calls(): Promise<number> {
  return (await world.requests('POST')).filter(({ path }) => path.endsWith('/users')).length;
}

test('what a file adds, drops and keeps arrives as the difference', async () => {
  expect(await push('email,partner_user_id\na@b.co,\nc@d.co,p1\n')).toBe('pushed');
  expect(await push('email,partner_user_id\na@b.co,\nc@d.co,p2\ne@f.co,\n')).toBe('pushed');
  const users = (await world.dump('audience_users')).map(({ user }) => user);

  expect(users).toHaveLength(3);
  expect(JSON.stringify(users)).toContain('["p2"]');
  expect(JSON.stringify(users)).not.toContain('["p1"]');
  expect(await push('email,partner_user_id\na@b.co,\nc@d.co,p2\ne@f.co,\n')).toBe('pushed');
  expect(await calls()).toBe(2);
  expect(JSON.stringify([...kept.values()])).not.toMatch(/p[12]"|@/);
});

test('a hundred thousand rows take forty calls and modest memory, and the next difference one', async () => {
  const rows = emails(0, 100_000);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const { difference, value } = await survey(rows);
  const grown = process.memoryUsage().heapUsed - before;

  expect(value.count).toBe(100_000);
  expect(difference.add).toHaveLength(100_000);
  expect(grown).toBeLessThan(200_000_000);
  expect(await push(rows)).toBe('pushed');
  expect(await calls()).toBe(40);
  expect(await audienceSize()).toBe(350_000);

  expect(await push(emails(1000, 101_000))).toBe('pushed');
  expect(await calls()).toBe(41);
  expect(await audienceSize()).toBe(350_000);
  expect(kept.size).toBe(100_000);
}, 60_000);

test('a push that is stopped between two calls goes on where it was', async () => {
  const stopping = new AbortController();
  const stopAfterOne = async (changes: Parameters<MembersPush['record']>[0]): Promise<void> => {
    await record(changes);
    stopping.abort();
  };

  expect(await push(emails(0, 6000), { stop: stopping.signal, record: stopAfterOne })).toBe('interrupted');
  expect([kept.size, await membersThere(), await calls()]).toEqual([2500, 2500, 1]);
  expect(await push(emails(0, 6000))).toBe('pushed');
  expect([kept.size, await membersThere(), await calls()]).toEqual([6000, 6000, 3]);
});

async function dies(): Promise<never> {
  return await Promise.reject(new Error('killed'));
}

test('a process that dies before it records repeats one call, and nobody is there twice', async () => {
  await expect(push(emails(0, 6000), { record: dies })).rejects.toThrow('killed');
  expect([kept.size, await membersThere()]).toEqual([0, 2500]);
  expect(await push(emails(0, 6000))).toBe('pushed');
  expect([kept.size, await membersThere(), await calls()]).toEqual([6000, 6000, 4]);
});

test('members are sent again for longer, and a renewal that is stopped goes on too', async () => {
  await push(emails(0, 3000));
  const stopping = new AbortController();
  const stopAfterOne = async (changes: Parameters<MembersPush['record']>[0]): Promise<void> => {
    await record(changes);
    stopping.abort();
  };
  const renewed = { period: later, stop: stopping.signal, record: stopAfterOne };

  expect((await survey(emails(0, 3000), later)).difference).toMatchObject({ renewed: 3000, stay: 0 });
  expect(await push(emails(0, 3000), renewed)).toBe('interrupted');
  expect((await survey(emails(0, 3000), later)).difference).toMatchObject({ renewed: 500, stay: 2500 });
  expect(await push(emails(0, 3000), { period: later })).toBe('pushed');
  expect(await calls()).toBe(4);
  const ends = new Set((await world.dump('audience_users')).map(({ expires_at }) => expires_at));
  expect([...ends]).toEqual([later.expires_at]);
});

const path = '/12/accounts/*/custom_audiences/*/users';

test.each(['drop_before', 'drop_after', 'truncate', 'garbage'])(
  'a call that meets %s is sent again',
  async (effect) => {
    await world.faults({ method: 'POST', path, nth: [1], effect });

    expect(await push(emails(0, 10))).toBe('pushed');
    expect([kept.size, await membersThere()]).toEqual([10, 10]);
    expect(await calls()).toBe(2);
  },
);

test('counts that are not those of what was sent are no success', async () => {
  const body = { request: { params: {} }, data: { success_count: 9, total_count: 10 } };
  await world.faults({ method: 'POST', path, effect: 'status', status: 200, body });
  await expect(push(emails(0, 10))).rejects.toMatchObject({
    code: 'ADSYNC_ANSWER_INVALID',
    message: 'the platform took 9 of 10 members; 10 were sent',
  });
  expect([kept.size, await calls()]).toEqual([0, 5]);
  await world.faults();

  expect(await push(emails(0, 10))).toBe('pushed');
  expect(kept.size).toBe(10);
});

test('a refusal is not repeated, and says nothing of anybody', async () => {
  await world.faults({
    method: 'POST',
    path,
    effect: 'refuse',
    code: 'INVALID_PARAMETER',
    parameter: 'users',
  });
  const failure: unknown = await push(emails(0, 10)).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: 'ADSYNC_PLATFORM_REFUSED' });
  expect(String(failure)).not.toContain('example.com');
  expect([kept.size, await calls()]).toEqual([0, 1]);
});
