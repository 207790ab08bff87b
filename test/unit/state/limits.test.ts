import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../../src/state/open-store.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, start, us } from './fixtures/values.ts';

const filler = fileURLToPath(new URL('fixtures/filler.ts', import.meta.url));
const saidSchema = z.object({ acknowledged: z.int(), said: z.array(z.string()) });
const isRoot = process.getuid?.() === 0;
/** Files of root bind nobody: a user without rights takes its place. */
const nobody = isRoot ? ['65534'] : [];

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  chmodSync(file.folder, 0o700);
  file.remove();
});

/** Fills the state under a limit of the shell, and returns what the process said. */
function fillUnder(limit: string, args: readonly string[] = []): z.infer<typeof saidSchema> {
  const command = `${limit} exec "$0" "$@"`;
  const ran = spawnSync('sh', ['-c', command, process.execPath, filler, file.url, ...args], {
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  return saidSchema.parse(JSON.parse(ran.stdout));
}

describe.skipIf(process.platform === 'win32')('a disk that is full', () => {
  test('is a clear error, and everything acknowledged before is there', async () => {
    // In units of 512 bytes (POSIX, ulimit).
    const { acknowledged, said } = fillUnder('ulimit -f 2000;');

    expect(acknowledged).toBeGreaterThan(5);
    expect(said).toEqual([
      'ADSYNC_STATE_UNREADABLE',
      `The state ${file.url} cannot be written: the disk is full or faulty (disk I/O error)`,
      'Free some space, or check the disk. Everything recorded so far is safe. Run the command again.',
    ]);
    const store = await openStore(file.url);
    expect((await store.read()).entries).toHaveLength(acknowledged);
    const lease = await store.acquire(start(us), holder('next'));
    await lease.recordEntries(us.accountId, 'adopted', [entry('more')], []);
    expect((await store.read()).entries).toHaveLength(acknowledged + 1);
    await store.close();
  });

  test('while the state is made leaves no half of one', () => {
    const { acknowledged, said } = fillUnder('ulimit -f 8;');

    expect([acknowledged, said[0]]).toEqual([0, 'ADSYNC_STATE_UNREADABLE']);
    expect(readdirSync(file.folder)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('without the right to write', () => {
  test.each<[string, number, number]>([
    ['the file', 0o777, 0o444],
    ['the folder and the file', 0o555, 0o444],
    ['anything, nor to read', 0o700, 0o000],
  ])('%s, it is a clear error, and nothing changes', async (_, folderMode, fileMode) => {
    await file.fill();
    const before = readFileSync(file.path);
    chmodSync(file.path, fileMode);
    chmodSync(file.folder, isRoot || folderMode !== 0o700 ? folderMode : 0o000);

    const { acknowledged, said } = fillUnder('', nobody);

    chmodSync(file.folder, 0o700);
    chmodSync(file.path, 0o600);
    expect([acknowledged, said[0]]).toEqual([0, 'ADSYNC_STATE_UNREADABLE']);
    expect(said[1]).toMatch(/ (is read-only|cannot be opened|may not be opened) \(/);
    expect(said[2]).toMatch(/^Check the path, and that this user may read and write/);
    expect(readFileSync(file.path).equals(before)).toBe(true);
    expect(existsSync(`${file.path}-wal`)).toBe(false);
  });

  test('the folder alone, it is a clear error, and nothing changes', async () => {
    await file.fill();
    const before = readFileSync(file.path);
    if (isRoot) chownSync(file.path, 65_534, 65_534);
    chmodSync(file.folder, 0o555);

    const { said } = fillUnder('', nobody);

    chmodSync(file.folder, 0o700);
    expect(said[0]).toBe('ADSYNC_STATE_UNREADABLE');
    expect(said[1]).toMatch(/ (is read-only|cannot be opened) \(/);
    expect(readFileSync(file.path).equals(before)).toBe(true);
  });
});
