import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { checksumOf } from '../../../src/state/checksum.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { HistoryRecord, Member, StateSnapshot } from '../../../src/state/store.ts';
import { gathered } from '../../support/gathered.ts';
import { startChild } from './fixtures/child.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, intent, start, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

/** All that a state tells. */
interface Told {
  readonly snapshot: StateSnapshot;
  readonly history: readonly HistoryRecord[];
  readonly members: readonly Member[];
}

const audience = entry('buyers', { address: 'acme-us/audiences/buyers', kind: 'custom_audience', id: '1' });

/** A small state with everything in it, so that its pages are few enough to go through. */
async function fillEverything(): Promise<void> {
  const store = await openStore(file.url, { mode: 'write', now: () => 1_795_000_000_000 });
  const lease = await store.acquire(start(us), holder('one'));
  const put = Array.from({ length: 12 }, (_, index) => entry(`c${index}`));
  await lease.recordEntries(us.accountId, 'adopt', [...put, audience], []);
  const add = Array.from({ length: 60 }, (_, index) => ({
    kind: 'email',
    digest: `${index}`.padStart(64, '0'),
  }));
  await lease.recordMembers(audience.address, { add, remove: [] });
  await lease.recordPolicy({ accountId: us.accountId, policy: { max_bid: '5.00' } });
  await lease.recordIntent(intent('a'));
  // What is removed leaves free pages behind.
  await lease.recordEntries(
    us.accountId,
    'adopt',
    [entry('long', { declared: { text: 'x'.repeat(9_000) } })],
    [],
  );
  await lease.recordEntries(us.accountId, 'forget', [], [entry('long').address]);
  await lease.release();
  await store.close();
}

async function tell(url: string): Promise<Told> {
  const store = await openStore(url, { mode: 'read' });
  try {
    const snapshot = await store.read();
    const history = await gathered(store.history());
    return { snapshot, history, members: await gathered(store.members(audience.address)) };
  } finally {
    await store.close();
  }
}

/** What a run does that changes the state. */
async function change(url: string): Promise<StateSnapshot> {
  const store = await openStore(url, { mode: 'write', now: () => 1_795_000_000_000 });
  try {
    await store.read();
    const lease = await store.acquire(start(us), holder('two'));
    await lease.recordEntries(us.accountId, 'adopt', [entry('new')], [entry('c3').address]);
    await lease.recordMembers(audience.address, { add: [{ kind: 'email', digest: 'new' }], remove: [] });
    await lease.release();
    return await store.read();
  } finally {
    await store.close();
  }
}

/** What the work gives, or that the state was refused with a way out; any other error is a fault. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    const newer = error.code === 'ADSYNC_STATE_NEWER';
    expect([error.code, error.detail.remedy]).toEqual([
      newer ? 'ADSYNC_STATE_NEWER' : 'ADSYNC_STATE_UNREADABLE',
      expect.stringMatching(newer ? /newest adsync/ : /`adsync state rebuild`|--state/),
    ]);
    return 'refused';
  }
}

/** Offsets all over a file: the whole header of each page, and a spread over the rest, different for each page. */
function offsetsOf(size: number): readonly number[] {
  const offsets: number[] = [];
  for (let page = 0; page * 4096 < size; page += 1) {
    const header = page === 0 ? 108 : 8;
    for (let at = 0; at < header; at += 1) offsets.push(page * 4096 + at);
    for (let at = header + (page % 7); at < 4096; at += 401) offsets.push(page * 4096 + at);
  }
  return offsets;
}

/** The file and its log as the kill left them, with some twenty commits in the log. */
async function killed(): Promise<{ readonly bytes: Buffer; readonly log: Buffer }> {
  await fillEverything();
  const child = startChild('appender.ts', file.url);
  let lines = 0;
  await new Promise<void>((resolve) => {
    child.lines.on('line', () => {
      lines += 1;
      if (lines === 20) resolve(child.stop('SIGKILL'));
    });
  });
  return { bytes: readFileSync(file.path), log: readFileSync(`${file.path}-wal`) };
}

function restore({ bytes, log }: { readonly bytes: Buffer; readonly log: Buffer }): void {
  writeFileSync(file.path, bytes);
  writeFileSync(`${file.path}-wal`, log);
  rmSync(`${file.path}-shm`, { force: true });
}

/** Where commits end in the log: frames of 24 bytes and a page, whose second word is not 0. */
function commitEnds(log: Buffer): readonly number[] {
  const ends: number[] = [];
  for (let at = 32; at + 4120 <= log.length; at += 4120)
    if (log.readUInt32BE(at + 4) !== 0) ends.push(at + 4120);
  return ends;
}

describe('a file with a byte that has changed', () => {
  test('reads as it was written or is refused, wherever the byte is', async () => {
    await fillEverything();
    const original = await tell(file.url);
    const bytes = readFileSync(file.path);
    const seen = { same: 0, refused: 0 };
    const wrong: string[] = [];
    for (const [index, offset] of offsetsOf(bytes.length).entries()) {
      const flipped = Buffer.from(bytes);
      flipped[offset] = (bytes[offset] ?? 0) ^ (1 << (index % 8));
      writeFileSync(file.path, flipped);
      const told = await orRefused(async () => await tell(file.url));
      if (told === 'refused') seen.refused += 1;
      else if (JSON.stringify(told) === JSON.stringify(original)) seen.same += 1;
      else wrong.push(`${offset} ${index % 8}`);
    }

    expect(wrong).toEqual([]);
    expect(seen.refused).toBeGreaterThan(100);
    expect(seen.same).toBeGreaterThan(100);
  }, 60_000);

  test('is written to rightly or not at all', async () => {
    await fillEverything();
    const bytes = readFileSync(file.path);
    const expected = await change(file.url);
    const wrong: string[] = [];
    let refused = 0;
    for (const [index, offset] of offsetsOf(bytes.length).entries()) {
      if (index % 5 !== 0) continue;
      const flipped = Buffer.from(bytes);
      flipped[offset] = (bytes[offset] ?? 0) ^ (1 << ((index + 3) % 8));
      writeFileSync(file.path, flipped);
      for (const suffix of ['-wal', '-shm']) rmSync(file.path + suffix, { force: true });
      const changed = await orRefused(async () => await change(file.url));
      if (changed === 'refused') refused += 1;
      else if (JSON.stringify(changed) !== JSON.stringify(expected)) wrong.push(`${offset}`);
    }

    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(30);
  }, 60_000);
});

test('a file that is cut off at any page, or within one, is never written to, nor read wrongly', async () => {
  await fillEverything();
  const original = JSON.stringify(await tell(file.url));
  const bytes = readFileSync(file.path);
  const expected = JSON.stringify(await change(file.url));
  const lengths = Array.from({ length: bytes.length / 2048 }, (_, index) => index * 2048);
  for (const length of [...lengths, 1, 99, 100, 101, bytes.length - 1]) {
    writeFileSync(file.path, bytes.subarray(0, length));

    const told = JSON.stringify(await orRefused(async () => await tell(file.url)));
    const changed = JSON.stringify(await orRefused(async () => await change(file.url)));

    expect([length, ['"refused"', original].includes(told)]).toEqual([length, true]);
    // Half of a page that is free is no loss.
    expect([length, ['"refused"', expected].includes(changed)]).toEqual([length, true]);
    for (const suffix of ['-wal', '-shm']) rmSync(file.path + suffix, { force: true });
  }
});

describe('the log of a run that was killed', () => {
  test('torn anywhere, it counts up to its last whole commit', async () => {
    const left = await killed();
    const ends = commitEnds(left.log);
    const whole = new Map<number, string>();
    for (const end of [0, ...ends]) {
      restore({ ...left, log: left.log.subarray(0, end) });
      whole.set(end, JSON.stringify(await tell(file.url)));
    }
    expect(ends.length).toBeGreaterThan(15);
    for (let length = 16; length < left.log.length; length += 4_001) {
      restore({ ...left, log: left.log.subarray(0, length) });

      const told = JSON.stringify(await tell(file.url));

      const last = ends.findLast((end) => end <= length) ?? 0;
      expect([length, told === whole.get(last)]).toEqual([length, true]);
    }
  }, 60_000);

  test('changed in the middle, it is refused: the commits after it would be lost without a word', async () => {
    const left = await killed();
    const ends = commitEnds(left.log);
    restore(left);
    const original = JSON.stringify(await tell(file.url));
    // The last commit is the one that a loss of power may tear.
    const until = ends.at(-2) ?? 0;
    const seen = { refused: 0, same: 0 };
    for (let offset = 0; offset < until; offset += offset < 56 ? 1 : 3_001) {
      const log = Buffer.from(left.log);
      log[offset] = (log[offset] ?? 0) ^ (1 << (offset % 8));
      restore({ ...left, log });
      const told = await orRefused(async () => await tell(file.url));
      if (told === 'refused') seen.refused += 1;
      else if (JSON.stringify(told) === original) seen.same += 1;
      else throw new Error(`Offset ${offset} gives another state`);
      expect(readFileSync(`${file.path}-wal`).equals(log)).toBe(true);
    }
    expect(seen.refused).toBeGreaterThan(40);
  }, 60_000);

  test('is not taken for damaged while another process writes', async () => {
    await fillEverything();
    const child = startChild('appender.ts', file.url);
    await new Promise((resolve) => child.lines.once('line', resolve));
    for (let index = 0; index < 30; index += 1) await tell(file.url);
    await child.stop('SIGKILL');

    expect(existsSync(`${file.path}-wal`)).toBe(true);
  });
});

test('a record that is missing from the journal is told of where it should be', async () => {
  await file.fill();
  file.change('delete from journal where number = 2');
  const store = await openStore(file.url, { mode: 'read' });

  await expect(gathered(store.history())).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
    message: `The state ${file.url} holds a row that is damaged: journal 2`,
  });
  await store.close();
});

test.each([
  ['is no JSON', '{'],
  ['lacks what its kind has', '{}'],
])('a record that was written as it stands, and %s, is told of', async (_title, data) => {
  await file.fill();
  const row = { number: 2, at: 1, run: 'one', kind: 'outcome', account_id: us.accountId, data } as const;
  file.change('delete from journal where number = 2');
  file.change(
    `insert into journal (number, at, run, kind, account_id, data, checksum)
     values (2, 1, 'one', 'outcome', '${us.accountId}', '${data}', ${checksumOf.journal(row)})`,
  );
  const store = await openStore(file.url, { mode: 'read' });

  await expect(gathered(store.history())).rejects.toMatchObject({
    message: `The state ${file.url} holds a row that is damaged: journal 2`,
  });
  await store.close();
});
