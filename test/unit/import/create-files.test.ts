import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFiles, requireFree } from '../../../src/runs/create-files.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const never = new AbortController().signal;

test('files and their folders are made', async () => {
  const cwd = emptyFolder();
  await createFiles(
    cwd,
    [
      { path: 'live/a.yaml', text: 'a' },
      { path: 'live/b.yaml', text: 'b' },
    ],
    never,
  );
  expect(readdirSync(join(cwd, 'live'))).toEqual(['a.yaml', 'b.yaml']);
});

test('where one cannot be made, those before it are taken away, with the folders made for them', async () => {
  const cwd = emptyFolder();
  const files = ['deep/live/a.yaml', 'deep/live/a.yaml/b.yaml'].map((path) => ({ path, text: '' }));
  await expect(createFiles(cwd, files, never)).rejects.toMatchObject({ code: 'ADSYNC_DOCUMENT_UNWRITABLE' });
  expect(readdirSync(cwd)).toEqual([]);
});

test('one that exists is left alone, and so is all else', async () => {
  const cwd = emptyFolder();
  await createFiles(cwd, [{ path: 'b.yaml', text: 'mine' }], never);
  const files = ['a.yaml', 'b.yaml'].map((path) => ({ path, text: '' }));
  await expect(createFiles(cwd, files, never)).rejects.toMatchObject({ code: 'ADSYNC_IMPORT_REFUSED' });
  expect(readdirSync(cwd)).toEqual(['b.yaml']);
});

test('an abort leaves nothing', async () => {
  const cwd = emptyFolder();
  const aborted = AbortSignal.abort(new Error('stopped'));
  await expect(createFiles(cwd, [{ path: 'live/a.yaml', text: '' }], aborted)).rejects.toThrow('stopped');
  expect(readdirSync(cwd)).toEqual([]);
});

test('one that stands there as it is to be made stays, and is not taken away where another fails', async () => {
  const cwd = emptyFolder();
  await createFiles(cwd, [{ path: 'a.yaml', text: 'a' }], never);
  const files = ['a.yaml', 'b.yaml'].map((path) => ({ path, text: path.slice(0, 1) }));
  await expect(requireFree(cwd, files)).resolves.toBeUndefined();
  await createFiles(cwd, files, never);
  expect(readdirSync(cwd)).toEqual(['a.yaml', 'b.yaml']);

  const failing = [
    { path: 'a.yaml', text: 'a' },
    { path: 'c.yaml', text: 'c' },
    { path: 'b.yaml', text: 'other' },
  ];
  await expect(createFiles(cwd, failing, never)).rejects.toMatchObject({ code: 'ADSYNC_IMPORT_REFUSED' });
  expect(readdirSync(cwd)).toEqual(['a.yaml', 'b.yaml']);
});

test('a link to the very file, a folder and another text of the same length are in the way', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'text'), 'a');
  symlinkSync('text', join(cwd, 'link.yaml'));
  mkdirSync(join(cwd, 'folder.yaml'));
  writeFileSync(join(cwd, 'other.yaml'), 'b');
  for (const path of ['link.yaml', 'folder.yaml', 'other.yaml'])
    await expect(requireFree(cwd, [{ path, text: 'a' }])).rejects.toMatchObject({
      code: 'ADSYNC_IMPORT_REFUSED',
    });
});
