import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFormCache } from '../../../src/config/form-cache.ts';
import { openSealedFiles } from '../../../src/config/sealed-files.ts';

const content = Buffer.from('a: 1\n');
const form = Int32Array.from([1, 4, 0, 1, 1, 0, 1, 1, 3, 1]);

function newFolder(): string {
  const above = mkdtempSync(path.join(tmpdir(), 'adsync-forms-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  return path.join(above, 'cache');
}

/** Files that are sealed by a key beside the folder. */
function sealedBeside(folder: string) {
  return openSealedFiles(`${folder}-key`);
}

/** A folder that keeps the form, and the file that it is in. */
async function kept() {
  const folder = newFolder();
  const cache = openFormCache(sealedBeside(folder), folder, '1.0.0');
  await cache.write('ads/a.yaml', content, form);
  const [name = ''] = readdirSync(folder);
  return { folder, cache, file: path.join(folder, name) };
}

test('a form is read again for the same file, the same bytes and the same version only', async () => {
  const { cache, folder, file } = await kept();

  expect(await cache.read('ads/a.yaml', content)).toEqual(form);
  expect(await cache.read('ads/b.yaml', content)).toBeUndefined();
  expect(await cache.read('ads/a.yaml', Buffer.from('a: 2\n'))).toBeUndefined();
  expect(
    await openFormCache(sealedBeside(folder), folder, '1.0.1').read('ads/a.yaml', content),
  ).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('the form of other bytes takes the place of the one before', async () => {
  const { cache, folder } = await kept();
  const other = Buffer.from('b: 1\n');

  await cache.write('ads/a.yaml', other, form);

  expect(readdirSync(folder)).toHaveLength(1);
  expect(await cache.read('ads/a.yaml', content)).toBeUndefined();
  expect(await cache.read('ads/a.yaml', other)).toEqual(form);
});

test('with any of its bytes changed, and cut short anywhere, a form is none', async () => {
  const { cache, file } = await kept();
  const whole = readFileSync(file);

  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(whole.readUInt8(at) ^ 1, at);
    writeFileSync(file, damaged);
    expect(await cache.read('ads/a.yaml', content)).toBeUndefined();
    writeFileSync(file, whole.subarray(0, at));
    expect(await cache.read('ads/a.yaml', content)).toBeUndefined();
  }
  writeFileSync(file, whole);
  expect(await cache.read('ads/a.yaml', content)).toEqual(form);
});

test('a form that others may read, as a checkout makes files, and one behind a link is not trusted', async () => {
  const { cache, file } = await kept();

  chmodSync(file, 0o644);
  expect(await cache.read('ads/a.yaml', content)).toBeUndefined();

  chmodSync(file, 0o600);
  const elsewhere = `${file}.elsewhere`;
  writeFileSync(elsewhere, readFileSync(file), { mode: 0o600 });
  rmSync(file);
  symlinkSync(elsewhere, file);
  expect(await cache.read('ads/a.yaml', content)).toBeUndefined();
});

test('where the folder cannot be written, nothing is kept and nothing fails', async () => {
  const folder = newFolder();
  writeFileSync(folder, 'a file');
  const cache = openFormCache(sealedBeside(folder), folder, '1.0.0');

  await cache.write('ads/a.yaml', content, form);

  expect(await cache.read('ads/a.yaml', content)).toBeUndefined();
  expect(readFileSync(folder, 'utf8')).toBe('a file');
});
