import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFiles } from '../../../src/runs/create-files.ts';

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
