import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

const policy = { max_daily_budget: '5000.00', freeze: [{ from: '2026-12-24', to: '2026-12-27' }] };

async function fill(): Promise<void> {
  const store = await openStore(file.url);
  const lease = await store.acquire(start(us), holder('one'));
  await lease.recordEntries(us.accountId, 'adopt', [entry('a')], []);
  await lease.recordPolicy({ accountId: us.accountId, policy });
  await lease.release();
  await store.close();
}

const damaged = `holds a row that is damaged: policies "${us.accountId}"`;

test.each([
  ['a policy that was changed', "update policies set data = replace(data, '5000', '9000')", damaged],
  ['one that is no policy', "update policies set data = '{}'", damaged],
  ['one that is no JSON', "update policies set data = '{'", damaged],
  [
    'that of another account',
    'update policies set data = replace(data, \'"accountId":"18\', \'"accountId":"19\')',
    damaged,
  ],
  ['one that is gone', 'delete from policies', 'is damaged (its rows do not add up)'],
])('a state with %s is refused', async (_, statement, reason) => {
  await fill();
  file.change(statement);
  const store = await openStore(file.url, { mode: 'read' });

  await expect(store.read()).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
    message: `The state ${file.url} ${reason}`,
  });
  await store.close();
});

test('a state of the version before is read as it is, and remembers policies once it is written to', async () => {
  const filled = await openStore(file.url);
  const first = await filled.acquire(start(us), holder('one'));
  await first.recordEntries(us.accountId, 'adopt', [entry('a')], []);
  await first.release();
  await filled.close();
  for (const table of ['policies', 'stops', 'stopped']) file.change(`drop table ${table}`);
  file.change("update meta set value = '2'");

  const reader = await openStore(file.url, { mode: 'read' });
  const before = await reader.read();
  await reader.close();
  const store = await openStore(file.url);
  const lease = await store.acquire(start(us), holder('two'));
  await lease.recordPolicy({ accountId: us.accountId, policy });
  await lease.release();

  expect(before).toMatchObject({ entries: [entry('a')], policies: [] });
  expect(await store.read()).toMatchObject({
    entries: [entry('a')],
    policies: [{ accountId: us.accountId, policy }],
  });
  await store.close();
});

test('what could not be read back is not remembered', async () => {
  const store = await openStore(file.url);
  const lease = await store.acquire(start(us), holder('one'));

  await expect(
    lease.recordPolicy({ accountId: us.accountId, policy: { max_bid: Number.NaN } }),
  ).rejects.toMatchObject({
    code: 'ADSYNC_INTERNAL',
    message: 'The state cannot hold the values of the policy of account 18ce54d4x5t',
  });
  expect((await store.read()).policies).toEqual([]);
  await lease.release();
  await store.close();
});
