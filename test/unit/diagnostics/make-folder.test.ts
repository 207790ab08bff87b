import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/diagnostics/make-folder.ts';

const newPlace = async (): Promise<string> => await mkdtemp(join(tmpdir(), 'adsync-folder-'));

test('a folder is made with those above it, and the highest that was made is told', async () => {
  const place = await newPlace();

  expect(await makeFolder(join(place, 'a', 'b', 'c'), 0o700)).toBe(join(place, 'a'));
  expect(await makeFolder(join(place, 'a', 'b', 'c'))).toBeUndefined();
  expect(await makeFolder(join(place, 'a', 'd'))).toBe(join(place, 'a', 'd'));
  expect((await stat(join(place, 'a', 'b'))).isDirectory()).toBe(true);
});

test('twenty at once make one folder', async () => {
  const place = await newPlace();

  await Promise.all(Array.from({ length: 20 }, async () => await makeFolder(join(place, 'a', 'b', 'c'))));

  expect((await stat(join(place, 'a', 'b', 'c'))).isDirectory()).toBe(true);
});

test('a file in the way is an error', async () => {
  const place = await newPlace();
  await mkdir(join(place, 'a'));
  await writeFile(join(place, 'a', 'file'), '');

  await expect(makeFolder(join(place, 'a', 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(place, 'a', 'file', 'b'))).rejects.toMatchObject({ code: 'EEXIST' });
});

test.runIf(process.platform === 'linux')('where no folder can ever be made, the attempt ends', async () => {
  await expect(makeFolder('/proc/adsync/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
});
