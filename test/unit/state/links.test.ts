import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { copyState } from '../../../src/state/copy-state.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { setAside } from '../../../src/state/set-aside.ts';
import { placeToRead } from '../../../src/state/sqlite-place.ts';
import { makeReadOnly } from '../../support/read-only-folder.ts';
import { startChild } from './fixtures/child.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { holder, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

/** Leaves a state with a log of many commits, one byte of which is wrong. */
async function breakLog(): Promise<void> {
  const child = startChild('appender.ts', file.url);
  let lines = 0;
  await new Promise<void>((resolve) => {
    child.lines.on('line', () => {
      lines += 1;
      if (lines === 20) resolve(child.stop('SIGKILL'));
    });
  });
  const log = readFileSync(`${file.path}-wal`);
  const damaged = 32 + 24 + 100;
  log[damaged] = (log[damaged] ?? 0) ^ 0xff;
  writeFileSync(`${file.path}-wal`, log);
}

/** A folder of links beside the state, and the URL of one of them. */
function linkTo(target: string, name = 'state.db'): { readonly folder: string; readonly url: string } {
  const folder = join(file.folder, 'links');
  mkdirSync(folder, { recursive: true });
  symlinkSync(target, join(folder, name));
  return { folder, url: `sqlite:${join(folder, name)}` };
}

const onWindows = process.platform === 'win32';

test.skipIf(onWindows).each(['read', 'write'] as const)(
  'a broken log is found behind a link, to %s',
  async (mode) => {
    await breakLog();
    const { url } = linkTo(file.path);

    await expect(openStore(url, { mode })).rejects.toThrow('its log breaks off before its end');
  },
);

test.skipIf(onWindows)('a damaged state behind a link is set aside itself, with its log', async () => {
  await breakLog();
  const { url, folder } = linkTo(file.path);

  const aside = setAside(url, 0);

  expect(aside.startsWith(file.path)).toBe(true);
  expect([existsSync(aside), existsSync(`${aside}-wal`)]).toEqual([true, true]);
  expect(readdirSync(folder)).toEqual(['state.db']);
  const store = await openStore(url);
  expect(await store.read()).toMatchObject({ journal: 0 });
  await store.close();
});

test.skipIf(onWindows)(
  'a state made through links to nothing is whole, where they lead, for this user alone',
  async () => {
    const target = join(file.folder, 'deep', 'kept.db');
    linkTo(target, 'inner.db');
    const { url, folder } = linkTo('inner.db');

    const store = await openStore(url);
    await store.close();

    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file.folder, 'deep'))).toEqual(['kept.db']);
    expect(readdirSync(folder).toSorted()).toEqual(['inner.db', 'state.db']);
  },
);

test.skipIf(onWindows)('a link that leads to itself is a clear end', async () => {
  const { url } = linkTo('state.db');

  await expect(openStore(url)).rejects.toMatchObject({ code: 'ADSYNC_STATE_UNREADABLE' });
});

test('drafts that killed runs left behind are removed an hour later, and nothing else', async () => {
  const id = '01234567-89ab-cdef-0123-456789abcdef';
  const old = [`state.db.${id}.new`, `state.db.${id}.new-wal`];
  const kept = [`state.db.${id.replace('0', 'f')}.new`, `state.db.${id}.newer`, `other.db.${id}.new`];
  const name = file.path.slice(file.folder.length + 1);
  const inPlace = (each: string): string => join(file.folder, each.replace('state.db', name));
  for (const each of [...old, ...kept]) writeFileSync(inPlace(each), '');
  const longAgo = new Date(Date.now() - 3_700_000);
  for (const each of [...old, ...kept.slice(1)]) utimesSync(inPlace(each), longAgo, longAgo);

  const store = await openStore(file.url);
  await store.close();

  expect(old.filter((each) => existsSync(inPlace(each)))).toEqual([]);
  expect(kept.filter((each) => !existsSync(inPlace(each)))).toEqual([]);
});

test('of a copy and another run that makes its target meanwhile, the other one is kept', async () => {
  await file.fill();
  const other = join(file.folder, 'other.db');
  copyFileSync(file.path, other);
  const target = join(file.folder, 'target.db');

  const copying = copyState({ from: `sqlite:${other}`, to: `sqlite:${target}`, holder: holder('copier') });
  while (!readdirSync(file.folder).some((each) => each.startsWith('target.db.'))) await Promise.resolve();
  copyFileSync(file.path, target);

  await expect(copying).rejects.toMatchObject({ code: 'ADSYNC_USAGE' });
  expect(readFileSync(target).equals(readFileSync(file.path))).toBe(true);
  expect(readdirSync(file.folder).filter((each) => each.includes('.new'))).toEqual([]);
});

test.skipIf(onWindows)('a state in a folder that may not be written can be read', async () => {
  await file.fill();
  const giveBack = makeReadOnly(file.folder);

  try {
    const store = await openStore(file.url, { mode: 'read' });
    expect((await store.read()).entries).toHaveLength(300);
    await store.close();
  } finally {
    giveBack();
  }
});

/** A log that holds what was written last, without its index, as a run leaves it that was killed on another machine. */
async function leaveBareLog(): Promise<void> {
  const other = join(file.folder, 'other.db');
  const store = await openStore(`sqlite:${other}`);
  await store.acquire(start(us), holder('one'));
  for (const suffix of ['', '-wal']) copyFileSync(other + suffix, file.path + suffix);
  await store.close();
  rmSync(other);
}

/** Takes a folder of the test's own for temporary files; gives what lies in it. */
function watchCopies(): () => readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-copies-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return () => readdirSync(folder);
}

test.skipIf(onWindows)('so can one with a log without its index, which is read with the log', async () => {
  await leaveBareLog();
  const copies = watchCopies();
  const giveBack = makeReadOnly(file.folder);

  try {
    const store = await openStore(file.url, { mode: 'read' });
    expect((await store.read()).bindings).toHaveLength(1);
    expect(copies()).toHaveLength(1);
    await store.close();
  } finally {
    giveBack();
  }
  expect(copies()).toEqual([]);
  expect(readdirSync(file.folder).toSorted()).toEqual(['state.db', 'state.db-wal']);
});

test.skipIf(onWindows)('with its index it is read where it lies', async () => {
  await leaveBareLog();
  const store = await openStore(file.url);
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(file.path + suffix, `${file.path}.kept${suffix}`);
  await store.close();
  const kept = { ...file, url: `${file.url}.kept` };
  const copies = watchCopies();
  const giveBack = makeReadOnly(file.folder);

  try {
    const reading = await openStore(kept.url, { mode: 'read' });
    expect((await reading.read()).bindings).toHaveLength(1);
    expect(copies()).toEqual([]);
    await reading.close();
  } finally {
    giveBack();
  }
});

test.skipIf(onWindows)('what is no state, and what cannot be copied, leaves no copy behind', async () => {
  const copies = watchCopies();
  const folder = join(file.folder, 'folder');
  mkdirSync(folder);
  writeFileSync(file.path, Buffer.alloc(4096, 7));
  for (const path of [file.path, folder]) writeFileSync(`${path}-wal`, '');
  const giveBack = makeReadOnly(file.folder);

  try {
    await expect(openStore(file.url, { mode: 'read' })).rejects.toMatchObject({
      code: 'ADSYNC_STATE_UNREADABLE',
    });
    expect(() => placeToRead(folder)).toThrow(/EISDIR|ENOTSUP|EINVAL|not a regular/);
  } finally {
    giveBack();
  }
  expect(copies()).toEqual([]);
});
