import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { causeText } from '../../../src/diagnostics/cause-text.ts';
import { copyState } from '../../../src/state/copy-state.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { backUp } from '../../../src/state/sqlite-backup.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { holder } from './fixtures/values.ts';

let file: StateFile;
let disks: string[];

beforeEach(() => {
  file = makeStateFile();
  disks = [];
});

afterEach(() => {
  for (const disk of disks) execFileSync('umount', [disk]);
  file.remove();
});

/** A disk of so many kilobytes at a path; `false` where this user may make none. */
function mountDisk(path: string, kilobytes: number): boolean {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return false;
  }
  disks.push(path);
  return true;
}

const sizes = [16, 80, 120, 124, 144, 164, 184, 200, 204];

test.skipIf(process.platform !== 'linux').for(sizes)(
  'a state that is made on a disk of %i kB is complete or not there',
  async (size, { skip }) => {
    const disk = join(file.folder, 'disk');
    if (!mountDisk(disk, size)) skip('only root may mount a disk');
    const url = `sqlite:${disk}/state.db`;

    const failure = await openStore(url).then(
      async (store) => await store.close(),
      (error: unknown) => error,
    );

    if (failure === undefined) {
      const store = await openStore(url, { mode: 'read' });
      expect(await store.read()).toMatchObject({ journal: 0 });
      await store.close();
    } else {
      expect(failure).toMatchObject({ code: 'ADSYNC_STATE_UNREADABLE' });
      expect(causeText(failure)).toMatch(/disk is full|disk reports an error/);
      expect(readdirSync(disk)).toEqual([]);
    }
  },
);

/** Makes SQLite fail as on a full disk where it moves the log into the database. */
function refuseCheckpoints(): void {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const full = { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' };
  exec.mockImplementation(function (this: DatabaseSync, text: string) {
    if (text.includes('wal_checkpoint')) throw Object.assign(new Error(full.errstr), full);
    for (const statement of text.split(';')) this.prepare(statement).run();
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a draft whose log cannot be emptied does not become the state', async () => {
  refuseCheckpoints();

  await expect(openStore(file.url)).rejects.toThrow('the disk is full');
  expect(readdirSync(file.folder)).toEqual([]);
});

test('a copy that cannot be completed is not there', async () => {
  await file.fill();
  const copy = makeStateFile();
  onTestFinished(() => copy.remove());
  refuseCheckpoints();

  await expect(copyState({ from: file.url, to: copy.url, holder: holder('copier') })).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
  });
  expect(readdirSync(copy.folder)).toEqual([]);
});

test('a backup that cannot be completed is not there', () => {
  const database = new DatabaseSync(':memory:');
  database.close();

  expect(() => backUp(database, file.path, { version: 1, at: 0 })).toThrow('not open');
  expect(readdirSync(file.folder)).toEqual([]);
});
