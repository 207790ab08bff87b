import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeSqliteDialect } from '../../../src/state/sqlite-dialect.ts';

interface Tables {
  readonly t: { readonly a: unknown };
}

let database: DatabaseSync;
let db: Kysely<Tables>;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('create table t (a any) strict');
  db = new Kysely({ dialect: new NodeSqliteDialect(database) });
});

afterEach(() => db.destroy());

test('rows can be streamed', async () => {
  await db
    .insertInto('t')
    .values([{ a: 1 }, { a: 'x' }, { a: null }])
    .execute();

  const rows: unknown[] = [];
  for await (const row of db.selectFrom('t').selectAll().stream()) rows.push(row);

  expect(rows).toEqual([{ a: 1 }, { a: 'x' }, { a: null }]);
});

test('statements that come again, and more of them than are kept, each answer for themselves', async () => {
  await db.insertInto('t').values({ a: 1 }).execute();
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const read = async (number: number) =>
    (await sql<{ n: number }>`select ${sql.lit(number)} + a as n from t`.execute(db)).rows[0]?.n;

  const first = await Promise.all(numbers.map(read));
  await db.updateTable('t').set({ a: 2 }).execute();
  const again = await Promise.all(numbers.map(read));

  expect(first).toEqual(numbers.map((number) => number + 1));
  expect(again).toEqual(numbers.map((number) => number + 2));
});

test.each<[string, unknown]>([
  ['a plain object, which SQLite would take for named parameters', { a: 1 }],
  ['a time', new Date(0)],
  ['true', true],
  ['half a surrogate pair', '\ud800'],
])('%s is refused', async (_, a) => {
  const inserted = db.insertInto('t').values({ a }).execute();

  await expect(inserted).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
});

test('a transaction that may write keeps other writers out from its start, one that reads does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-dialect-'));
  const path = join(folder, 'a.db');
  const shared = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path)) });
  const other = new DatabaseSync(path, { timeout: 1 });
  const write = () => {
    other.exec('begin immediate; rollback');
    return Promise.resolve();
  };

  await expect(shared.transaction().execute(write)).rejects.toThrow('database is locked');
  await expect(shared.transaction().setAccessMode('read only').execute(write)).resolves.toBeUndefined();

  other.close();
  await shared.destroy();
  rmSync(folder, { recursive: true });
});

test('a transaction that fails leaves nothing behind', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await tx.insertInto('t').values({ a: 1 }).execute();
    throw new Error('mine');
  });

  await expect(failed).rejects.toThrow('mine');
  expect(await db.selectFrom('t').selectAll().execute()).toEqual([]);
});

test('an error after which SQLite has rolled back by itself is not hidden by a second rollback', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await tx.insertInto('t').values({ a: 1 }).execute();
    database.exec('rollback');
    throw new Error('the first');
  });

  await expect(failed).rejects.toThrow('the first');
});
