import { copyFileSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checksumOf } from '../../../src/state/checksum.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { JournalKind } from '../../../src/state/tables.ts';
import { startChild } from './fixtures/child.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, intent, outcome, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

/** A row of the journal, written by the run `one` at a set time. */
function record(number: number, kind: JournalKind, data: unknown) {
  const row = {
    number,
    at: 1_795_000_000_000,
    run: 'one',
    kind,
    account_id: us.accountId,
    data: JSON.stringify(data),
  };
  return { ...row, checksum: checksumOf.journal(row) };
}

describe('the file', () => {
  test('is made with its folders, for this user alone, and nothing else stays', async () => {
    const deep = join(file.folder, 'a', 'b', 'state.db');

    const store = await openStore(`sqlite:${deep}`);
    await store.close();

    expect(store.location).toBe(`sqlite:${deep}`);
    expect(readdirSync(join(file.folder, 'a', 'b'))).toEqual(['state.db']);
    expect(statSync(deep).mode & 0o777).toBe(0o600);
    expect(
      [join(file.folder, 'a'), join(file.folder, 'a', 'b')].map((each) => statSync(each).mode & 0o777),
    ).toEqual([0o700, 0o700]);
  });

  test('survives that many make it at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(file.url)));

    const leases = await Promise.allSettled(
      stores.map((store, i) => store.acquire(start(us), holder(`${i}`))),
    );
    await Promise.all(stores.map((store) => store.close()));

    expect(leases.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(file.folder)).toEqual(['state.db']);
  });

  test('that somebody else has made meanwhile is kept', async () => {
    await file.fill();
    const made = join(file.folder, 'made.db');
    renameSync(file.path, made);

    const opening = openStore(file.url);
    copyFileSync(made, file.path);
    const store = await opening;

    expect((await store.read()).entries).toHaveLength(300);
    await store.close();
  });

  test('keeps to the types of its columns', async () => {
    await file.fill();

    expect(() => file.change("update leases set token = 'one'")).toThrow(
      'cannot store TEXT value in INTEGER column',
    );
  });

  test('is not made by reading', async () => {
    const store = await openStore(`sqlite:${join(file.folder, 'a', 'state.db')}`, { mode: 'read' });

    expect(await store.read()).toEqual({
      entries: [],
      bindings: [],
      policies: [],
      stops: [],
      stopped: [],
      openIntents: [],
      journal: 0,
    });
    await expect(store.acquire(start(us), holder('one'))).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
    await store.close();
    expect(readdirSync(file.folder)).toEqual([]);
  });

  test('is not changed by reading, also after a crash', async () => {
    await file.fill();
    const child = startChild('appender.ts', file.url);
    await new Promise((resolve) => child.lines.once('line', resolve));
    await child.stop('SIGKILL');
    const before = readFileSync(file.path);
    const log = readFileSync(`${file.path}-wal`);

    const store = await openStore(file.url, { mode: 'read' });
    const { entries } = await store.read();
    await expect(store.acquire(start(us), holder('one'))).rejects.toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
    });
    await store.close();

    expect(entries.length).toBeGreaterThanOrEqual(300);
    expect(readFileSync(file.path).equals(before)).toBe(true);
    expect(readFileSync(`${file.path}-wal`).equals(log)).toBe(true);
  });

  test('is sound after a kill, and its journal has no gap', async () => {
    const child = startChild('appender.ts', file.url);
    let lines = 0;
    await new Promise<void>((resolve) => {
      child.lines.on('line', () => {
        lines += 1;
        if (lines === 50) resolve(child.stop('SIGKILL'));
      });
    });

    const database = new DatabaseSync(file.path);
    const check = database.prepare('pragma integrity_check').all();
    const numbers = database.prepare('select number from journal order by number').all();
    database.close();

    expect(check).toEqual([{ integrity_check: 'ok' }]);
    expect(numbers).toEqual(numbers.map((_, i) => ({ number: i + 1 })));
    expect(numbers.length).toBeGreaterThanOrEqual(51);
  });

  test('a journal says what happened, in order', async () => {
    const store = await openStore(file.url, { mode: 'write', now: () => 1_795_000_000_000 });
    const lease = await store.acquire(start(us), holder('one'));
    const number = await lease.recordIntent(intent('a'));
    await lease.recordOutcome(number, us.accountId, outcome({ result: 'refused', detail: 'no' }));
    await lease.recordEntries(us.accountId, 'forgotten', [], ['x']);
    await lease.release();
    await store.close();

    const database = new DatabaseSync(file.path);
    const rows = database.prepare('select * from journal order by number').all();
    database.close();

    expect(rows).toEqual([
      record(1, 'run_started', {
        command: 'apply',
        document: 'sha256:00',
        account: us,
        token: 1,
        holder: holder('one'),
      }),
      record(2, 'intent', intent('a')),
      record(3, 'outcome', { intent: 2, result: 'refused', detail: 'no', put: [], remove: [] }),
      record(4, 'entries', { reason: 'forgotten', put: [], remove: ['x'] }),
      record(5, 'run_ended', {}),
    ]);
  });

  test('that another process keeps busy is waited for, while timers go on', async () => {
    await file.fill();
    const store = await openStore(file.url);
    const other = new DatabaseSync(file.path);
    other.exec('begin immediate');
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);

    const acquired = store.acquire(start(us), holder('one'));
    await sleep(200);
    const ticksMeanwhile = ticks;
    other.exec('rollback');
    other.close();
    clearInterval(timer);

    await expect(acquired).resolves.toBeDefined();
    expect(ticksMeanwhile).toBeGreaterThan(3);
    await store.close();
  });

  test('grows by what changes, not by what it holds', async () => {
    await file.fill();
    const store = await openStore(file.url);
    const lease = await store.acquire(start(us), holder('one'));
    const before = statSync(`${file.path}-wal`).size;

    await lease.recordEntries(us.accountId, 'adopted', [entry('c7')], []);

    const pages = (statSync(`${file.path}-wal`).size - before) / 4096;
    expect(pages).toBeLessThan(8);
    await store.close();
  });
});

describe('memory', () => {
  test.each(['sqlite::memory:', ':memory:'])('%s is a state of its own', async (memory) => {
    const [one, other] = [await openStore(memory), await openStore(memory, { mode: 'read' })];

    await one.acquire(start(us), holder('one'));

    expect([(await one.read()).journal, (await other.read()).journal]).toEqual([1, 0]);
    await Promise.all([one.close(), other.close()]);
  });
});
