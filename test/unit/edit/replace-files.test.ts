import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFiles } from '../../../src/edit/replace-files.ts';

const before = Buffer.from('version: 1\n');
const after = Buffer.from('version: 1 # new\n');
const names = ['a.yaml', 'b.yaml', 'c.yaml'];
let folder: string;
let mounts: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adsync-replace-'));
  mounts = [];
  for (const name of names) writeFileSync(join(folder, name), before);
});

afterEach(() => {
  for (const mount of mounts) execFileSync('umount', [mount]);
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a file one that can be written and not replaced, as in a container that it is mounted into. */
function mountFile(name: string): boolean {
  const path = join(folder, name);
  try {
    execFileSync('mount', ['--bind', path, path], { stdio: 'ignore' });
  } catch {
    return false;
  }
  mounts.push(path);
  return true;
}

async function replaceAll(): Promise<void> {
  await replaceFiles(
    folder,
    names.map((path) => ({ path, before, after })),
    [],
  );
}

const held = (): readonly string[] => names.map((name) => readFileSync(join(folder, name), 'utf8'));

test.skipIf(process.platform !== 'linux')(
  'where one of several files cannot be replaced, none is changed',
  async ({ skip }) => {
    if (!mountFile('b.yaml')) skip('only root may mount a file');

    await expect(replaceAll()).rejects.toMatchObject({
      code: 'ADSYNC_DOCUMENT_UNWRITABLE',
      message: 'b.yaml cannot be written (EBUSY)',
    });

    expect(held()).toEqual(names.map(() => String(before)));
    expect(readdirSync(folder).toSorted()).toEqual(names);
  },
);

test('a folder in the place of a file is told of, and no file is changed', async () => {
  rmSync(join(folder, 'c.yaml'));
  mkdirSync(join(folder, 'c.yaml'));
  writeFileSync(join(folder, 'c.yaml', 'something'), '');

  await expect(replaceAll()).rejects.toMatchObject({ code: 'ADSYNC_DOCUMENT_UNWRITABLE' });

  const texts = ['a.yaml', 'b.yaml'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(texts).toEqual([String(before), String(before)]);
  expect(readdirSync(folder).toSorted()).toEqual(names);
});

test('what a killed run left beside a file is removed an hour later', async () => {
  const id = '01234567-89ab-cdef-0123-456789abcdef';
  const [old, young] = [`.a.yaml.${id}.tmp`, `.a.yaml.${id.replace('0', 'f')}.tmp`];
  const longAgo = new Date(Date.now() - 3_700_000);
  for (const name of [old, young]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, old), longAgo, longAgo);

  await replaceAll();

  expect(readdirSync(folder).toSorted()).toEqual([young, ...names]);
  expect(held()).toEqual(names.map(() => String(after)));
});
