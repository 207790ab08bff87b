import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireSoundLog } from '../../../src/state/sqlite-log.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';

let file: StateFile;
let log: string;
/** Longer than a log's header and the header of a frame, and neither. */
const damaged = Buffer.alloc(100, 1);

beforeEach(() => {
  file = makeStateFile();
  log = `${file.path}-wal`;
});

afterEach(() => {
  file.remove();
});

test('a log that is damaged and stays so is told of', async () => {
  writeFileSync(log, damaged);

  await expect(requireSoundLog(file.path, file.url)).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
    message: `The state ${file.url} is damaged (its log breaks off before its end)`,
  });
});

test.each([
  ['is written on', () => writeFileSync(log, Buffer.alloc(200, 1))],
  ['is taken away', () => rmSync(log)],
])('one that %s while it is looked at belongs to a process that writes now', async (_title, change) => {
  writeFileSync(log, damaged);

  const checking = requireSoundLog(file.path, file.url);
  change();

  await expect(checking).resolves.toBeUndefined();
});

test.each([
  ['there is none', undefined],
  ['it is too short for a frame', Buffer.alloc(55, 1)],
])('nothing is wrong where %s', async (_title, bytes) => {
  if (bytes !== undefined) writeFileSync(log, bytes);

  await expect(requireSoundLog(file.path, file.url)).resolves.toBeUndefined();
});
