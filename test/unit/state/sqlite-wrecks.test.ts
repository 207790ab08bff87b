import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { currentVersion } from '../../../src/state/migrations.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { explainSqliteError } from '../../../src/state/sqlite-error.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

/** The error of opening and reading, which the test wants to happen. */
async function failure(place: string, mode: 'read' | 'write'): Promise<AdsyncError> {
  try {
    const store = await openStore(place, { mode });
    try {
      await store.read();
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof AdsyncError) return error;
    throw error;
  }
  throw new Error('No error');
}

describe('what cannot be a state', () => {
  test.each([
    'mysql://ann:secret@db/adsync',
    'postgres',
    'state.db',
    './a:b',
    'sqlite:',
    'sqlite://state.db',
    '',
    'sqlite:a\0b',
  ])('the URL %j', async (wrong) => {
    const opened = openStore(wrong, { mode: 'read' });

    await expect(opened).rejects.toMatchObject({
      code: 'ADSYNC_USAGE',
      detail: {
        remedy:
          'Write sqlite:PATH, such as sqlite:.adsync/state.db, or postgres://USER@HOST/DATABASE for a state that machines share.',
      },
    });
    await expect(opened).rejects.not.toThrow('secret');
  });

  const wrecks: readonly [name: string, make: () => void, reason: string][] = [
    ['an empty file', () => writeFileSync(file.path, ''), 'is an empty file'],
    ['a file of one byte', () => writeFileSync(file.path, 'x'), 'is an empty file'],
    [
      'a text',
      () => writeFileSync(file.path, 'version: 1\n'.repeat(500)),
      'is not a database (file is not a database)',
    ],
    ['a short text', () => writeFileSync(file.path, 'xyz'), 'is not a database (file is not a database)'],
    [
      'half a file',
      () => truncateSync(file.path, statSync(file.path).size / 2),
      'is damaged (database disk image is malformed)',
    ],
    [
      'a folder',
      () => {
        rmSync(file.path);
        mkdirSync(file.path);
      },
      'is a folder',
    ],
    [
      'a device',
      () => {
        rmSync(file.path);
        symlinkSync('/dev/null', file.path);
      },
      'is not a file',
    ],
    [
      'a folder where its log should be',
      () => mkdirSync(`${file.path}-wal`),
      'cannot be opened (unable to open database file)',
    ],
    [
      'a foreign database',
      () => {
        rmSync(file.path);
        file.change('create table t (a)');
      },
      'is a database, but not a state of adsync',
    ],
    [
      'foreign tables of our names',
      () => {
        rmSync(file.path);
        file.change("create table meta (key, value); insert into meta values ('schema_version', 'x')");
      },
      'is a database, but not a state of adsync',
    ],
    [
      'a state without its tables',
      () => file.change('drop table resources'),
      'does not have the expected form (SQL logic error)',
    ],
    [
      'a meta table of another form',
      () => file.change('drop table meta; create table meta (a)'),
      'does not have the expected form (SQL logic error)',
    ],
    [
      'data that is no JSON',
      () => file.change("update resources set data = '{' where address like '%c7'"),
      'holds a row that is damaged: resources "acme-us/campaigns/c7"',
    ],
    [
      'data that is no entry',
      () => file.change("update resources set data = '{}' where address like '%c7'"),
      'holds a row that is damaged: resources "acme-us/campaigns/c7"',
    ],
    [
      'data of another address',
      () =>
        file.change(`update resources set data = '${JSON.stringify(entry('c8'))}' where address like '%c7'`),
      'holds a row that is damaged: resources "acme-us/campaigns/c7"',
    ],
    [
      'data that was changed',
      () =>
        file.change(
          "update resources set data = replace(data, '55000000', '95000000') where address like '%c7'",
        ),
      'holds a row that is damaged: resources "acme-us/campaigns/c7"',
    ],
    [
      'a row that is gone',
      () => file.change("delete from resources where address like '%c7'"),
      'is damaged (its rows do not add up)',
    ],
    [
      'an open intent that is gone',
      () => file.change('delete from open_intents'),
      'is damaged (its rows do not add up)',
    ],
    [
      'a journal that lacks its end',
      () => file.change('delete from journal where number = 6'),
      'is damaged (its rows do not add up)',
    ],
    [
      'a token that was changed',
      () => file.change('update leases set token = token + 1'),
      `holds a row that is damaged: leases "${us.accountId}"`,
    ],
    [
      'another digest key',
      () => file.change(`update seal set digest_key = '${'0'.repeat(64)}'`),
      'is damaged (its rows do not add up)',
    ],
    ['a seal that is gone', () => file.change('delete from seal'), 'is damaged (its rows do not add up)'],
    [
      'tables of another version than it says',
      () => file.change("update meta set value = '1'"),
      'is damaged (its version is not what its tables are)',
    ],
    [
      'data nested without end',
      () => file.change(`update resources set data = '${'['.repeat(200_000)}' where address like '%c7'`),
      'holds a row that is damaged: resources "acme-us/campaigns/c7"',
    ],
    [
      'an intent of another account',
      () => file.change("update open_intents set account_id = 'x'"),
      'holds a row that is damaged: journal 4',
    ],
    [
      'an open intent that the journal lacks',
      () => file.change('update open_intents set number = 77'),
      'holds a row that is damaged: journal 77',
    ],
    [
      'a number beyond 2^53',
      () => file.change('update open_intents set number = 9007199254740993'),
      'holds a number that is out of range',
    ],
  ];

  test.each(wrecks)('%s', async (_, make, reason) => {
    await file.fill();
    make();

    const errors = [await failure(file.url, 'read'), await failure(file.url, 'write')];

    for (const error of errors) {
      expect([error.code, error.message]).toEqual([
        'ADSYNC_STATE_UNREADABLE',
        `The state ${file.url} ${reason}`,
      ]);
      expect(error.detail.remedy).toMatch(/\.$/);
    }
    expect(readdirSync(file.folder).filter((each) => each.endsWith('.new'))).toEqual([]);
  });

  test('damage in the middle of the file', async () => {
    await file.fill();
    const bytes = readFileSync(file.path);
    bytes.fill(0x41, bytes.length / 4, (bytes.length * 3) / 4);
    writeFileSync(file.path, bytes);

    expect((await failure(file.url, 'read')).code).toBe('ADSYNC_STATE_UNREADABLE');
    expect((await failure(file.url, 'write')).code).toBe('ADSYNC_STATE_UNREADABLE');
  });

  test('a lease that is damaged is named by whoever wants it', async () => {
    await file.fill();
    file.change(`update leases set holder = '{"pid":0}' where account_id = '${us.accountId}'`);
    const store = await openStore(file.url);

    const refused = store.acquire(start(us), holder('one'));

    await expect(refused).rejects.toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
      message: `The state ${file.url} holds a row that is damaged: leases "${us.accountId}"`,
    });
    await store.close();
  });

  test('a database without tables: read as no state, made one by writing', async () => {
    file.change('create table t (a); drop table t');

    expect((await failure(file.url, 'read')).message).toBe(
      `The state ${file.url} is a database, but not a state of adsync`,
    );
    const store = await openStore(file.url);
    expect((await store.read()).journal).toBe(0);
    await store.close();
  });

  test.each(['read', 'write'] as const)('a path below a file, to %s', async (mode) => {
    writeFileSync(file.path, 'a file');

    const error = await failure(`${file.url}/state.db`, mode);

    expect([error.code, error.message]).toEqual([
      'ADSYNC_STATE_UNREADABLE',
      `The state ${file.url}/state.db cannot be opened (ENOTDIR)`,
    ]);
  });

  test('a folder in which no file can be made', async () => {
    const error = await failure('sqlite:/proc/self/state.db', 'write');

    expect([error.code, error.message]).toEqual([
      'ADSYNC_STATE_UNREADABLE',
      expect.stringMatching(/^The state sqlite:\/proc\/self\/state.db cannot be opened \(E[A-Z]+\)$/),
    ]);
  });

  test.each(['read', 'write'] as const)(
    'a state of a newer adsync, to %s; it stays as it is',
    async (mode) => {
      await file.fill();
      file.change(`update meta set value = '${currentVersion + 1}'; pragma journal_mode = delete`);
      const before = readFileSync(file.path);

      const error = await failure(file.url, mode);

      expect([error.code, error.message, error.detail.remedy]).toEqual([
        'ADSYNC_STATE_NEWER',
        `The state ${file.url} has version ${currentVersion + 1}, this adsync knows ${currentVersion}`,
        'Install the newest adsync, and run the command again.',
      ]);
      expect(readFileSync(file.path).equals(before)).toBe(true);
    },
  );

  test('a foreign database stays as it is', async () => {
    file.change('create table t (a)');
    const before = readFileSync(file.path);

    await failure(file.url, 'write');

    expect(readFileSync(file.path).equals(before)).toBe(true);
    expect(existsSync(`${file.path}-wal`)).toBe(false);
  });

  test.each([
    [5, 'is kept busy by another process (x)'],
    [8, 'is read-only (x)'],
    [3850, 'cannot be read or written: the disk reports an error (x)'],
    [13, 'cannot be written: the disk is full (x)'],
    [14, 'cannot be opened (x)'],
    [99, 'does not have the expected form (x)'],
  ])('SQLite says %i', (errcode, reason) => {
    const explained = explainSqliteError('sqlite:s', { code: 'ERR_SQLITE_ERROR', errcode, errstr: 'x' });

    expect(explained).toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
      message: `The state sqlite:s ${reason}`,
    });
  });

  test('an error that is not of the file is not explained', () => {
    const error = new TypeError('x');

    expect(explainSqliteError('sqlite:s', error)).toBe(error);
  });
});
