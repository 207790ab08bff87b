import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, createBench } from '../../system/cli/harness.ts';

const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences:
      regulars: { id: 1nmth, users: { file: lists/regulars.csv } }
      buyers:
        name: Buyers
        users: { file: lists/buyers.csv }
`;

const emails = (from: number, to: number): string =>
  `email\n${Array.from({ length: to - from }, (_, index) => `user${from + index}@example.com\n`).join('')}`;

async function benchWith(buyers: string, regulars = 'handle\n@acme\n'): Promise<Bench> {
  const bench = await createBench(document);
  await bench.write('lists/buyers.csv', buyers);
  await bench.write('lists/regulars.csv', regulars);
  return bench;
}

async function membersOf(bench: Bench, name: string): Promise<number> {
  const audience = (await bench.records('custom_audiences')).find((record) => record['name'] === name);
  const members = await bench.records('audience_users');
  return members.filter((member) => member['custom_audience_id'] === audience?.['id']).length;
}

async function usersCalls(bench: Bench): Promise<number> {
  return (await bench.writes()).filter((write) => write.endsWith('/users')).length;
}

test('files are planned as counts, pushed, and then there is nothing to do; the difference follows a changed file', async () => {
  const bench = await benchWith(emails(0, 30));
  const planned = await bench.adsync(['plan']);
  expect(planned.stdout).toMatch(/~ users +\+30 \(0 stay\)/);
  expect(planned.stdout).toMatch(/none → 30 members until 20\d\d-\d\d-\d\d/);
  const applied = await bench.adsync(['apply', '--yes']);

  expect([applied.code, await membersOf(bench, 'Buyers'), await membersOf(bench, 'Regulars')]).toEqual([
    0, 30, 1,
  ]);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);

  await bench.write('lists/buyers.csv', emails(10, 45));
  const changed = await bench.adsync(['plan']);
  expect(changed.stdout).toMatch(/~ users +\+15 −10 \(20 stay\)/);
  expect(changed.stdout).toMatch(/30 members until [\d-]+ → 35 members until/);
  await bench.adsync(['apply', '--yes']);
  expect([await membersOf(bench, 'Buyers'), await usersCalls(bench)]).toEqual([35, 3]);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('nobody in a file is named anywhere', async () => {
  const bench = await benchWith(
    'email,partner_user_id\nada@example.com,partner-1\nbob@example.com,partner-2\n',
  );
  const shown = [
    await bench.adsync(['plan', '-v']),
    await bench.adsync(['plan', '--json']),
    await bench.adsync(['apply', '--yes', '--json']),
    await bench.adsync(['state', 'show', 'acme-us/audiences/buyers/users']),
    await bench.adsync(['drift']),
  ];
  const state = await readFile(join(bench.folder, '.adsync/state.db'), 'latin1');

  expect(await membersOf(bench, 'Buyers')).toBe(2);
  for (const text of [state, ...shown.map(({ stdout, stderr }) => stdout + stderr)])
    expect(text).not.toMatch(/example\.com|partner-[12]|@acme/);
});

test('what is wrong with a file is said by validate, and nothing is sent', async () => {
  const bench = await benchWith('email\nnobody\n');
  const validated = await bench.adsync(['validate']);
  const applied = await bench.adsync(['apply', '--yes']);

  expect(validated.code).toBe(1);
  expect(validated.stderr).toContain('lists/buyers.csv:2:1  email: not an e-mail address');
  expect(validated.stderr).not.toContain('nobody');
  expect([applied.code, await bench.writes()]).toEqual([1, []]);
  expect(applied.stderr).toContain('lists/buyers.csv:2:1');
});

test('a push that fails half-way is gone on with, also where the file went back to what it was', async () => {
  const bench = await benchWith(emails(0, 10));
  await bench.adsync(['apply', '--yes']);
  const path = '/12/accounts/*/custom_audiences/*/users';
  const failing = { method: 'POST', path, nth: [2, 3, 4, 5, 6], effect: 'status', status: 500 };
  await bench.control('PUT', 'faults', [failing]);
  await bench.write('lists/buyers.csv', emails(0, 4000));
  const failed = await bench.adsync(['apply', '--yes']);

  expect(failed.code).toBe(5);
  expect(await membersOf(bench, 'Buyers')).toBe(2510);
  await bench.control('PUT', 'faults', []);
  await bench.write('lists/buyers.csv', emails(0, 10));
  expect((await bench.adsync(['plan'])).stdout).toMatch(/~ users +−2,500 \(10 stay\)/);
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(4);
  expect((await bench.adsync(['apply', '--yes', '--override', 'max_member_removals'])).code).toBe(0);
  expect(await membersOf(bench, 'Buyers')).toBe(10);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
}, 60_000);

test('an audience that was deleted outside is made again with everybody in it', async () => {
  const bench = await benchWith(emails(0, 20));
  await bench.adsync(['apply', '--yes']);
  const buyers = (await bench.records('custom_audiences')).find(({ name }) => name === 'Buyers');
  await bench.control('POST', 'mutate', [
    { collection: 'custom_audiences', id: buyers?.['id'], remove: true },
  ]);
  const planned = await bench.adsync(['plan', '--undo-drift', 'acme-us/audiences/buyers']);
  const applied = await bench.adsync(['apply', '--yes', '--undo-drift', 'acme-us/audiences/buyers']);

  expect(planned.stdout).toMatch(/~ users +\+20 \(0 stay\)/);
  expect([applied.code, await membersOf(bench, 'Buyers')]).toEqual([0, 20]);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('a saved plan is carried out as it was, and is stale once the file has changed', async () => {
  const bench = await benchWith(emails(0, 5));
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.write('lists/buyers.csv', emails(0, 6));
  const stale = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  expect([stale.code, await usersCalls(bench)]).toEqual([3, 0]);

  await bench.write('lists/buyers.csv', emails(0, 5));
  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  expect([applied.code, await membersOf(bench, 'Buyers')]).toEqual([0, 5]);
});
