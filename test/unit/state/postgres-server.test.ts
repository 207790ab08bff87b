import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { currentVersion } from '../../../src/state/migrations.ts';
import { type OpenOptions, openStore } from '../../../src/state/open-store.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { firstLine, startChild } from './fixtures/child.ts';
import { type CutProxy, startCutProxy } from './fixtures/cut-proxy.ts';
import { entry, holder, intent, outcome, start, us } from './fixtures/values.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.remove());

describe('a database', () => {
  const database = 'team';
  let url: string;
  const opened: StateStore[] = [];

  beforeAll(async () => {
    await server.query(`create database ${database}`);
    url = server.url(database);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await server.query('drop schema if exists adsync cascade', database);
  });

  async function open(at: string, options?: OpenOptions): Promise<StateStore> {
    const store = await openStore(at, options);
    opened.push(store);
    return store;
  }

  /** The error of opening and reading, which the test wants to happen. */
  async function failure(at: string, mode: 'read' | 'write'): Promise<AdsyncError> {
    try {
      await (await open(at, { mode })).read();
    } catch (error) {
      if (error instanceof AdsyncError) return error;
      throw error;
    }
    throw new Error('No error');
  }

  test('that is empty reads as an empty state, and stays empty', async () => {
    const store = await open(url, { mode: 'read' });

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
    expect(await server.query("select from pg_namespace where nspname = 'adsync'", database)).toEqual([]);
  });

  test('gets one schema beside what it holds, and reading changes nothing', async () => {
    await server.query('create table if not exists orders (id int)', database);
    const lease = await (await open(url.replace('postgres:', 'postgresql:'))).acquire(start(us), holder('1'));
    await lease.recordEntries(us.accountId, 'adopted', [entry('a')], []);

    const reader = await open(url, { mode: 'read' });

    expect((await reader.read()).entries).toEqual([entry('a')]);
    await expect(reader.acquire(start(us), holder('2'))).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
    expect(
      await server.query(
        "select distinct schemaname from pg_tables where schemaname !~ '^(pg_|information_schema)' order by 1",
        database,
      ),
    ).toEqual([{ schemaname: 'adsync' }, { schemaname: 'public' }]);
  });

  test('is prepared by many starters at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open(url)));

    const leases = await Promise.allSettled(
      stores.map((store, i) => store.acquire(start(us), holder(`${i}`))),
    );

    expect(leases.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  });

  test('serves a user who may use one schema only', async () => {
    await server.query(
      "create role plain login password 'plain'; create schema mine authorization plain",
      database,
    );
    const plain = (parameters: string) =>
      `postgres://plain:plain@127.0.0.1:${server.port}/${database}${parameters}`;

    const store = await open(plain('?options=-c%20search_path%3Dmine'));

    expect((await store.read()).journal).toBe(0);
    const { code, message } = await failure(plain(''), 'write');
    expect(code).toBe('ADSYNC_STATE_UNREADABLE');
    expect(message).toMatch(/may not be used by this user \(permission denied for database team\)$/);
    await server.query('drop owned by plain; drop role plain', database);
  });

  test('gives the time, whatever the clocks of the machines say', async () => {
    const lease = await (await open(url)).acquire(start(us), holder('one', { machine: 'a', bootId: 'a' }));
    const remaining = `select expires_at - extract(epoch from clock_timestamp()) * 1000 > 55000 as more,
      expires_at - extract(epoch from clock_timestamp()) * 1000 <= 60000 as most from adsync.leases`;

    expect(await server.query(remaining, database)).toEqual([{ more: true, most: true }]);
    await server.query('update adsync.leases set expires_at = 0', database);
    await lease.renew();
    expect(await server.query(remaining, database)).toEqual([{ more: true, most: true }]);
  });

  test.each([
    ['dead, of this machine', { pid: 2 ** 22 + 1 }, true],
    ['dead as it seems, of a machine of this name', { pid: 2 ** 22 + 1, bootId: 'another' }, false],
    [
      'dead as it seems, of a machine of this name that hides its start',
      { pid: 2 ** 22 + 1, bootId: '' },
      false,
    ],
    ['of another machine', { machine: 'another' }, false],
  ])('a holder that is %s: %o is replaced at once: %s', async (_, changes, free) => {
    const store = await open(url);
    await store.acquire(start(us), holder('one', changes));

    const said = await store.acquire(start(us), holder('two')).then(
      () => true,
      (error: unknown) => (error instanceof AdsyncError && error.code === 'ADSYNC_LOCK_HELD' ? false : error),
    );

    expect(said).toBe(free);
  });

  test.each(['read', 'write'] as const)('of a newer adsync is refused, to %s', async (mode) => {
    await open(url);
    await server.query(`update adsync.meta set value = '${currentVersion + 1}'`, database);

    expect(await failure(url, mode)).toMatchObject({
      code: 'ADSYNC_STATE_NEWER',
      message: `The state postgres://127.0.0.1:${server.port}/${database} has version ${currentVersion + 1}, this adsync knows ${currentVersion}`,
    });
  });

  test.each([
    [
      'foreign tables',
      'drop schema adsync cascade; create schema adsync; create table adsync.t ()',
      'is a database, but not a state of adsync',
    ],
    [
      'a table that is gone',
      'drop table adsync.resources',
      'does not have the expected form (relation "resources" does not exist)',
    ],
    [
      'damaged data',
      "update adsync.resources set data = '{'",
      'holds a row that is damaged: resources "acme-us/campaigns/a"',
    ],
    [
      'a number beyond 2^53',
      'update adsync.open_intents set number = 9007199254740993',
      'holds a number that is out of range',
    ],
  ])('with %s is a clear error', async (_, sql, reason) => {
    const lease = await (await open(url)).acquire(start(us), holder('one'));
    await lease.recordEntries(us.accountId, 'adopted', [entry('a')], []);
    await lease.recordIntent(intent('b'));
    await server.query(sql, database);

    expect(await failure(url, 'read')).toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
      message: `The state postgres://127.0.0.1:${server.port}/${database} ${reason}`,
    });
  });

  test('that another session keeps locked is waited for', async () => {
    const store = await open(url);
    const lease = await store.acquire(start(us), holder('one'));
    const lock = "pg_advisory_xact_lock(hashtextextended('adsync adsync', 0))";

    const blocking = server.query(`select ${lock}, pg_sleep(3)`, database);
    await server.query('select pg_sleep(0.1)');
    let done = false;
    const recorded = lease.recordIntent(intent('a')).finally(() => {
      done = true;
    });
    await server.query('select pg_sleep(0.1)');
    const doneWhileLocked = done;
    await blocking;

    expect(doneWhileLocked).toBe(false);
    expect(await recorded).toBe(2);
  });

  describe('behind a network that breaks', () => {
    let proxy: CutProxy;
    let lease: Awaited<ReturnType<StateStore['acquire']>>;
    let store: StateStore;

    beforeEach(async () => {
      proxy = await startCutProxy(server.port);
      store = await open(url.replace(`:${server.port}/`, `:${proxy.port}/`));
      lease = await store.acquire(start(us), holder('one'));
    });

    afterEach(() => proxy.close());

    test.each([
      ['before', 'commit'],
      ['after', 'commit'],
      // The end of what begins a write.
      ['before', "hashtextextended('adsync adsync', 0))"],
      ['after', "hashtextextended('adsync adsync', 0))"],
    ] as const)('%s %s: every record is there once', async (when, statement) => {
      proxy.cutNext(when, statement);
      const number = await lease.recordIntent(intent('a'));
      proxy.cutNext(when, statement);
      await lease.recordOutcome(number, us.accountId, outcome({ put: [entry('a')] }));
      proxy.cutNext(when, statement);
      await lease.recordEntries(us.accountId, 'adopted', [entry('b')], []);
      proxy.cutNext(when, statement);
      await lease.renew();
      proxy.cutNext(when, statement);
      await lease.release();
      proxy.cutNext(when, statement);
      await store.acquire(start(us), holder('two'));

      expect(proxy.cuts()).toBe(6);
      expect(await store.read()).toMatchObject({
        entries: [entry('a'), entry('b')],
        openIntents: [],
        journal: 6,
      });
      expect(await server.query('select kind, run from adsync.journal order by number', database)).toEqual([
        { kind: 'run_started', run: 'one' },
        { kind: 'intent', run: 'one' },
        { kind: 'outcome', run: 'one' },
        { kind: 'entries', run: 'one' },
        { kind: 'run_ended', run: 'one' },
        { kind: 'run_started', run: 'two' },
      ]);
    });

    test('what was committed without an answer stays once while others write', async () => {
      const [mine, other] = [lease, await open(url)];
      proxy.cutNext('after', 'commit');

      const names = Array.from({ length: 20 }, (_, i) => `c${i}`);
      const numbers = await Promise.all([
        ...names.map((name) => mine.recordIntent(intent(name))),
        ...names.map(() => other.read()),
      ]);

      expect(proxy.cuts()).toBe(1);
      expect(numbers.filter((each) => typeof each === 'number').toSorted((a, b) => a - b)).toEqual(
        names.map((_, i) => i + 2),
      );
    });

    test.each(['fast', 'immediate'] as const)(
      'a run goes on over a restart of the server (%s)',
      async (how) => {
        const numbers: number[] = [];
        const back = new AbortController();
        const run = (async () => {
          for (let i = 0; !back.signal.aborted || i < 30; i++)
            numbers.push(await lease.recordIntent(intent(`c${i}`)));
        })();
        while (numbers.length < 5) await server.query('select pg_sleep(0.005)');
        await server.halt(how);
        const before = numbers.length;
        await server.start();
        back.abort();
        await run;

        expect(numbers.length).toBeGreaterThan(before);
        expect(numbers).toEqual(numbers.map((_, i) => i + 2));
        expect(await store.read()).toMatchObject({ journal: numbers.length + 1 });
        expect((await store.read()).openIntents.map((each) => each.number)).toEqual(numbers);
      },
    );
  });

  test.each<[string, (at: string) => string, RegExp]>([
    ['a wrong password', (at) => at.replace(/:[^:@]+@/, ':s3cret-but-wrong@'), /does not let this user in/],
    ['a user that is not there', (at) => at.replace('tester', 'nobody'), /does not let this user in/],
    ['a database that is not there', (at) => at.replace(/team/, 'nowhere'), /nowhere is not there/],
    ['a server that is down', (at) => at.replace(/:\d+\//, ':1/'), /cannot be reached \(ECONNREFUSED\)/],
    [
      'a host that is not there',
      (at) => at.replace(/127\.0\.0\.1:\d+(.*)/, 'nowhere.invalid$1?sslmode=disable'),
      /cannot be reached \(E/,
    ],
    [
      'a server that nobody vouches for',
      (at) => `${at}?sslmode=verify-full`,
      /cannot be reached safely \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    ],
    [
      'a server of another name',
      (at) => `${at}?sslmode=verify-full&sslrootcert=${server.certificate}`,
      /cannot be reached safely \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    ],
    [
      'certificates that are not there',
      (at) => `${at}?sslmode=verify-full&sslrootcert=/nowhere`,
      /no file at sslrootcert/,
    ],
    ['a newer state', (at) => at, /has version \d+, this adsync knows/],
  ])('%s: host and database are named, the password never', async (_, change, reason) => {
    await open(url);
    await server.query(`update adsync.meta set value = '${currentVersion + 1}'`, database);

    const error = await failure(change(url), 'write');

    expect(error.message).toMatch(
      /^The state postgres:\/\/(127\.0\.0\.1|nowhere\.invalid):\d+\/(team|nowhere) /,
    );
    expect(error.message).toMatch(reason);
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toContain('s3cret');
  });

  test.each<[string, (at: string) => string, ssl: boolean]>([
    ['nothing, on this machine', (at) => at, false],
    ['disable', (at) => `${at}?sslmode=disable`, false],
    ['require', (at) => `${at}?sslmode=require`, true],
    ['require with a root', (at) => `${at}?sslmode=require&sslrootcert=${server.certificate}`, true],
    ['verify-ca', (at) => `${at}?sslmode=verify-ca&sslrootcert=${server.certificate}`, true],
    [
      'verify-full',
      (at) => `${at.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${server.certificate}`,
      true,
    ],
  ])('sslmode %s', async (_, change, ssl) => {
    await open(change(url));

    const sessions =
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'adsync'";
    expect(await server.query(sessions)).toEqual([{ ssl }]);
  });

  test('alone loads its client: a state in a file does without', async () => {
    const children = ['sqlite::memory:', url].map((each) => startChild('loaded.ts', each));

    expect(await Promise.all(children.map(firstLine))).toEqual(['not loaded', 'loaded']);
    await Promise.all(children.map((child) => child.stop()));
  });

  test('the location has no password', async () => {
    const store = await open(url);

    expect(store.location).toBe(`postgres://127.0.0.1:${server.port}/${database}`);
    expect(inspect(store, { depth: 9, showHidden: true })).not.toContain('s3cret');
  });
});
