import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireOnePath } from '../../../src/state/file-identity.ts';
import { isMountPoint } from '../../../src/state/mount-points.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { holder, intent, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

/** A path for the state in another folder. */
function elsewhere(): string {
  const folder = join(file.folder, 'elsewhere');
  mkdirSync(folder);
  return join(folder, 'state.db');
}

const modes = ['read', 'write'] as const;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

describe('a state with two names', () => {
  test.each(modes)('is refused under each, to %s', async (mode) => {
    await file.fill();
    const other = elsewhere();
    linkSync(file.path, other);

    for (const url of [file.url, `sqlite:${other}`])
      await expect(openStore(url, { mode })).rejects.toMatchObject({
        code: 'ADSYNC_STATE_UNREADABLE',
        message: `The state ${url} has 2 names (hard links); runs that use different names see neither each other's lock nor each other's log`,
      });

    rmSync(other);
    const store = await openStore(file.url, { mode });
    await store.close();
  });

  test('is opened where the second one is what a killed run made it under', async () => {
    await file.fill();
    linkSync(file.path, `${file.path}.01234567-89ab-cdef-0123-456789abcdef.new`);
    writeFileSync(`${file.path}.ffffffff-89ab-cdef-0123-456789abcdef.new`, '');

    const store = await openStore(file.url);

    expect((await store.read()).entries).toHaveLength(300);
    await store.close();
  });

  test('is not taken for one that cannot be looked at', () => {
    expect(() => requireOnePath(file.path, file.url)).toThrow('cannot be opened (ENOENT)');
  });
});

describe('of a state that a run uses', () => {
  test.skipIf(process.platform === 'win32').each([
    ['moved', (path: string) => renameSync(path, elsewhere())],
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ])('nothing is recorded any more once it is %s', async (_name, change) => {
    await file.fill();
    const store = await openStore(file.url);
    const lease = await store.acquire(start(us), holder('two'));
    await lease.recordIntent(intent('b'));

    change(file.path);

    await expect(lease.recordIntent(intent('c'))).rejects.toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
      message: `The state ${file.url} was moved, deleted or replaced while this run used it`,
    });
    await store.close();
  });
});

describe('a state that is mounted as a single file', () => {
  test('is told by the list of mounts', () => {
    const mounts = [
      '29 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw',
      String.raw`36 29 8:1 /a /srv/my\040ads/back\134slash.db rw - ext4 /dev/sda1 rw`,
      '',
    ].join('\n');

    expect(isMountPoint(String.raw`/srv/my ads/back\slash.db`, mounts)).toBe(true);
    expect(isMountPoint('/srv/my ads', mounts)).toBe(false);
  });

  test.skipIf(!mayMount).each(modes)('is refused, to %s', async (mode) => {
    await file.fill();
    const other = elsewhere();
    writeFileSync(other, '');
    execFileSync('mount', ['--bind', file.path, other]);

    try {
      await expect(openStore(`sqlite:${other}`, { mode })).rejects.toThrow('is mounted as a single file');
      const store = await openStore(file.url, { mode });
      await store.close();
    } finally {
      execFileSync('umount', [other]);
    }
  });
});
