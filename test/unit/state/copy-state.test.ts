import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyState } from '../../../src/state/copy-state.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { gathered } from '../../support/gathered.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, intent, start, stop, stopped, uk, us } from './fixtures/values.ts';

let server: PostgresServer;
let from: StateFile;
let to: StateFile;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.remove());

beforeEach(() => {
  [from, to] = [makeStateFile(), makeStateFile()];
});

afterEach(() => {
  from.remove();
  to.remove();
});

const audience = entry('buyers', { address: 'acme-us/audiences/buyers', kind: 'custom_audience', id: '1' });
const member = (index: number) => ({ kind: 'email', digest: `${index}`.padStart(64, '0') });

function inPostgres(): string {
  schemas += 1;
  return server.url('postgres', `?search_path=copy_${schemas}`);
}

/** A state of more rows than are copied at once, with an open request. */
async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  const lease = await store.acquire(start(us, uk), holder('one'));
  const put = Array.from({ length: 434 }, (_, index) => entry(`c${index}`));
  await lease.recordEntries(us.accountId, 'adopted', [...put, audience, entry('é \u2028 \'"; --')], []);
  const add = Array.from({ length: 410 }, (_, index) => member(index));
  await lease.recordMembers(audience.address, { add, remove: [] });
  await lease.recordPolicy({ accountId: us.accountId, policy: { max_bid: '5.00' } });
  await lease.recordIntent(intent('a'));
  await store.beginStop(stop(), holder('one'));
  await store.recordStopped({ put: [stopped('a'), stopped('b', { phase: 'pausing' })], remove: [] });
  for (let index = 0; index < 210; index += 1) await lease.recordConsents(us.accountId, []);
  await lease.release();
  await store.close();
}

async function withStore<T>(url: string, work: (store: StateStore) => Promise<T>): Promise<T> {
  const store = await openStore(url);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function tell(store: StateStore) {
  return {
    ...(await store.read()),
    members: await gathered(store.members(audience.address)),
    records: await gathered(store.history()),
  };
}

test.each<[string, () => string, () => string]>([
  ['a file', () => from.url, () => to.url],
  ['PostgreSQL', () => from.url, inPostgres],
  ['another schema', inPostgres, inPostgres],
  ['a file again', inPostgres, () => to.url],
])('everything is copied to %s', async (_, source, target) => {
  const [here, there] = [source(), target()];
  await fill(here);
  const before = await withStore(here, tell);

  const copied = await copyState({ from: here, to: there, holder: holder('copier') });

  expect(copied.rows).toEqual({
    bindings: 2,
    resources: 436,
    policies: 1,
    stops: 1,
    stopped: 2,
    open_intents: 1,
    members: 410,
    member_sets: 1,
    journal: before.journal + 2,
  });
  const { records, journal, ...held } = await withStore(there, tell);
  const { records: then, journal: last, ...kept } = before;
  expect(held).toEqual(kept);
  expect(records.slice(0, last)).toEqual(then);
  expect(journal).toBe(last + 3);
  expect(records.at(-1)).toMatchObject({ kind: 'copied', by: { run: 'copier' } });
  expect(JSON.stringify(copied)).not.toContain('s3cret');
  await withStore(there, async (store) => {
    expect(await store.locks()).toEqual([]);
    const lease = await store.acquire(start(us, uk), holder('two'));
    await lease.recordEntries(us.accountId, 'forget', [], [audience.address]);
    await lease.release();
  });
  expect((await withStore(there, tell)).members).toEqual([]);
  expect((await withStore(here, tell)).members).toHaveLength(410);
});

test('a state that has nothing but an account is copied too', async () => {
  await withStore(from.url, async (store) => {
    const lease = await store.acquire(start(us), holder('one'));
    await lease.release();
  });
  const before = await withStore(from.url, tell);

  const copied = await copyState({ from: from.url, to: to.url, holder: holder('copier') });

  const nothing = {
    bindings: 1,
    resources: 0,
    policies: 0,
    stops: 0,
    stopped: 0,
    open_intents: 0,
    members: 0,
    member_sets: 0,
  };
  expect(copied.rows).toEqual({ ...nothing, journal: before.journal + 1 });
  const { records } = await withStore(to.url, tell);
  expect(records.slice(0, before.journal)).toEqual(before.records);
  expect(records.slice(before.journal).map(({ kind }) => kind)).toEqual(['run_started', 'copied']);
});

test('what holds something is not written to, nor is the state itself', async () => {
  await fill(from.url);
  await to.fill();
  const before = await withStore(to.url, tell);

  for (const target of [to.url, from.url])
    await expect(copyState({ from: from.url, to: target, holder: holder('copier') })).rejects.toMatchObject({
      code: 'ADSYNC_USAGE',
      message: `The state ${target} holds something already; nothing was copied`,
    });

  expect(await withStore(to.url, tell)).toEqual(before);
});

test('where nothing is there is nothing to copy, and nothing is made of it', async () => {
  const nowhere = inPostgres();
  await withStore(to.url, () => Promise.resolve());

  for (const source of [from.url, to.url, nowhere])
    await expect(copyState({ from: source, to: from.url, holder: holder('copier') })).rejects.toThrow(
      /^There is no state at (sqlite|postgres):[^@]+: nothing was copied$/,
    );

  const store = await openStore(from.url, { mode: 'read' });
  expect((await store.read()).journal).toBe(0);
  await store.close();
});

test('a state that is worked with is not copied', async () => {
  await withStore(from.url, async (store) => {
    await store.acquire(start(us), holder('one'));

    await expect(copyState({ from: from.url, to: to.url, holder: holder('copier') })).rejects.toMatchObject({
      code: 'ADSYNC_LOCK_HELD',
    });
  });

  expect((await withStore(to.url, tell)).journal).toBe(0);
});

test('a damaged state is not copied', async () => {
  await fill(from.url);
  from.change("delete from resources where address like '%c7'");

  await expect(copyState({ from: from.url, to: to.url, holder: holder('copier') })).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
  });

  expect((await withStore(to.url, tell)).journal).toBe(0);
});
