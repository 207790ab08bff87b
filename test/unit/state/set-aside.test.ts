import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { setAside } from '../../../src/state/set-aside.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';

const at = Date.UTC(2026, 10, 20, 16, 5, 12, 345);
let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

test('a damaged file gets another name with its log, and a new state begins in its place', async () => {
  writeFileSync(file.path, 'damaged');
  writeFileSync(`${file.path}-wal`, 'its log');

  const aside = setAside(file.url, at);
  const store = await openStore(file.url);
  await store.close();

  expect(aside).toBe(`${file.path}.damaged-20261120T160512345Z`);
  expect([readFileSync(aside, 'utf8'), readFileSync(`${aside}-wal`, 'utf8')]).toEqual(['damaged', 'its log']);
  expect(existsSync(file.path)).toBe(true);
  expect(readdirSync(file.folder)).toHaveLength(3);
});

test('what cannot be renamed is left where it is', () => {
  writeFileSync(file.path, 'damaged');
  mkdirSync(`${file.path}.damaged-20261120T160512345Z`);

  expect(() => setAside(file.url, at)).toThrow(`The state ${file.url} cannot be opened (EISDIR)`);
  expect(readFileSync(file.path, 'utf8')).toBe('damaged');
});

test.each(['sqlite::memory:', 'postgres://ann:hush@db/adsync'])('%s is no file to set aside', (url) => {
  expect(() => setAside(url, at)).toThrow('Only a state in a file can be set aside');
  expect(() => setAside(url, at)).not.toThrow('hush');
});
