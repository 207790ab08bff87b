import type * as fs from 'node:fs';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStore } from '../../../../src/state/open-store.ts';
import { makeStateFile, type StateFile } from '../fixtures/state-file.ts';

// What a file system refuses here: to give a file a second name, or to open a folder.
const refused = vi.hoisted(() => ({ links: false, folders: false }));
// What Linux says is mounted.
const linux = vi.hoisted(() => ({ mounts: '' }));

function refusal(syscall: string): Error {
  return Object.assign(new Error(`EPERM: ${syscall}`), { code: 'EPERM', syscall });
}

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    linkSync: (from: string, to: string): void => {
      if (refused.links) throw refusal('link');
      real.linkSync(from, to);
    },
    readFileSync: (path: string, encoding: 'utf8'): string =>
      path === '/proc/self/mountinfo' ? linux.mounts : real.readFileSync(path, encoding),
    openSync: (path: string, flags: string, mode?: number): number => {
      if (refused.folders && flags === 'r') throw refusal('open');
      return real.openSync(path, flags, mode);
    },
  };
});

let file: StateFile;
const platform = Object.getOwnPropertyDescriptor(process, 'platform');

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  Object.assign(refused, { links: false, folders: false });
  linux.mounts = '';
  if (platform !== undefined) Object.defineProperty(process, 'platform', platform);
  file.remove();
});

test('where a file cannot have a second name no state is made, and nothing stays behind', async () => {
  refused.links = true;

  await expect(openStore(file.url)).rejects.toMatchObject({ code: 'ADSYNC_STATE_UNREADABLE' });

  expect(readdirSync(file.folder)).toEqual([]);
});

test('where folders cannot be opened a state is not made, for its name could be lost', async () => {
  refused.folders = true;

  await expect(openStore(file.url)).rejects.toMatchObject({ code: 'ADSYNC_STATE_UNREADABLE' });
});

test('on Windows, which opens no folders and needs none opened, it is', async () => {
  refused.folders = true;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });

  const store = await openStore(file.url);
  await store.close();

  expect(readdirSync(file.folder)).toEqual(['state.db']);
});

test('a state that is mounted as a single file is neither read nor written', async () => {
  await file.fill();
  linux.mounts = `29 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 29 8:1 /a.db ${file.path} rw - ext4 /dev/sda1 rw\n`;

  for (const mode of ['read', 'write'] as const)
    await expect(openStore(file.url, { mode })).rejects.toThrow('is mounted as a single file');
});
