import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { gathered } from '../../support/gathered.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, intent, outcome, start, us } from './fixtures/values.ts';

/** What brings a state back to version 1: its tables had no checksums, and there were fewer. */
const downgrade = [
  'drop table seal',
  'drop table policies',
  'drop table stops',
  'drop table stopped',
  'drop table members',
  'drop table member_sets',
  ...['bindings', 'resources', 'journal', 'open_intents', 'leases'].map(
    (table) => `alter table ${table} drop column checksum`,
  ),
  "update meta set value = '1'",
];

const now = () => Date.UTC(2026, 10, 20, 16, 5, 12, 345);

async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  const lease = await store.acquire(start(us), holder('one'));
  const number = await lease.recordIntent(intent('a'));
  await lease.recordOutcome(number, us.accountId, outcome({ put: [entry('a'), entry('b')] }));
  await lease.recordIntent(intent('c'));
  await lease.release();
  await store.close();
}

describe('a state of version 1 in a file', () => {
  let file: StateFile;

  beforeEach(async () => {
    file = makeStateFile();
    await fill(file.url);
    for (const statement of downgrade) file.change(statement);
  });

  afterEach(() => {
    file.remove();
  });

  const backups = () => readdirSync(file.folder).filter((name) => name.endsWith('.backup'));

  test('is read as it is, and not changed', async () => {
    const before = statSync(file.path).mtimeMs;
    const store = await openStore(file.url, { mode: 'read' });

    const snapshot = await store.read();
    expect(snapshot).toEqual({
      entries: [entry('a'), entry('b')],
      bindings: [us],
      policies: [],
      stops: [],
      stopped: [],
      openIntents: [{ ...intent('c'), number: 4 }],
      journal: 5,
      digestKey: undefined,
      sinceOutcomeMs: snapshot.sinceOutcomeMs,
    });
    expect((await gathered(store.history())).map(({ kind }) => kind)).toEqual([
      'run_started',
      'intent',
      'outcome',
      'intent',
      'run_ended',
    ]);
    expect([await store.locks(), await gathered(store.members('acme-us/audiences/a'))]).toEqual([[], []]);
    await store.close();
    expect([statSync(file.path).mtimeMs, backups()]).toEqual([before, []]);
  });

  test('is brought up to date by writing, after a copy of it is made', async () => {
    const store = await openStore(file.url, { mode: 'write', now });

    expect(await store.read()).toMatchObject({ entries: [entry('a'), entry('b')], journal: 5 });
    const lease = await store.acquire(start(us), holder('two'));
    await lease.recordOutcome(4, us.accountId, outcome({ put: [entry('c')] }));
    await store.close();

    expect(backups()).toEqual(['state.db.v1-20261120T160512345Z.backup']);
    const copy = join(file.folder, backups()[0] ?? '');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const old = await openStore(`sqlite:${copy}`, { mode: 'read' });
    expect(await old.read()).toMatchObject({ entries: [entry('a'), entry('b')], journal: 5 });
    expect((await old.read()).openIntents).toHaveLength(1);
    await old.close();
    const database = new DatabaseSync(copy, { readOnly: true });
    expect(database.prepare("select value from meta where key = 'schema_version'").get()).toEqual({
      value: '1',
    });
    database.close();
  });

  test('is brought up to date by several starters at once, and stays that way', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(file.url)));

    const snapshots = await Promise.all(stores.map((store) => store.read()));
    await Promise.all(stores.map((store) => store.close()));
    const copies = backups();
    const again = await openStore(file.url);
    await again.close();

    for (const snapshot of snapshots)
      expect(snapshot).toMatchObject({ entries: [entry('a'), entry('b')], journal: 5 });
    expect(copies.length).toBeGreaterThan(0);
    expect(backups()).toEqual(copies);
    for (const copy of copies) {
      const old = await openStore(`sqlite:${join(file.folder, copy)}`, { mode: 'read' });
      expect((await old.read()).entries).toHaveLength(2);
      await old.close();
    }
  });

  test('with a long journal keeps every record', async () => {
    file.change(`with recursive n(i) as (select 6 union all select i + 1 from n where i < 1205)
      insert into journal select i, 0, 'one', 'run_ended', '${us.accountId}', '{}' from n`);

    const store = await openStore(file.url);

    expect((await store.read()).journal).toBe(1205);
    expect(await gathered(store.history())).toHaveLength(1205);
    await store.close();
  });

  test('that cannot be brought up to date stays as it was', async () => {
    file.change('create table new_journal (a)');

    await expect(openStore(file.url)).rejects.toMatchObject({ code: 'ADSYNC_STATE_UNREADABLE' });

    file.change('drop table new_journal');
    const store = await openStore(file.url, { mode: 'read' });
    expect(await store.read()).toMatchObject({ entries: [entry('a'), entry('b')], journal: 5 });
    await store.close();
  });

  test('whose copy cannot be made is not touched', async () => {
    const name = `${file.path}.v1-20261120T160512345Z`;
    for (let attempt = 1; attempt <= 20; attempt += 1)
      new DatabaseSync(attempt === 1 ? `${name}.backup` : `${name}-${attempt}.backup`).exec(
        'create table t (a)',
      );
    await expect(openStore(file.url, { mode: 'write', now })).rejects.toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
      message: `The state ${file.url} cannot be opened (EEXIST)`,
    });

    for (const each of backups()) rmSync(join(file.folder, each));
    const store = await openStore(file.url, { mode: 'read' });
    expect((await store.read()).digestKey).toBeUndefined();
    await store.close();
  });
});

describe('a state of version 1 in PostgreSQL', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
    await fill(server.url('postgres'));
    await server.query(`set search_path to adsync; ${downgrade.join('; ')}`);
  });

  afterAll(() => server.remove());

  test('is read as it is, and brought up to date by several starters at once, in one transaction', async () => {
    const url = server.url('postgres');
    const reader = await openStore(url, { mode: 'read' });
    const before = await reader.read();
    await reader.close();

    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(url)));
    const snapshots = await Promise.all(stores.map((store) => store.read()));
    await Promise.all(stores.map((store) => store.close()));

    expect(before).toMatchObject({ entries: [entry('a'), entry('b')], journal: 5, bindings: [us] });
    expect(snapshots).toEqual([before, before, before, before]);
  });
});
