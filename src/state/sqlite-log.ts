import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { damaged } from './unreadable.ts';

const headerSize = 32;
const frameHeaderSize = 24;
const pauseMs = 10;

/**
 * Throws ADSYNC_STATE_UNREADABLE where the log beside a SQLite database holds commits that SQLite would skip without a
 * word, because something before them is damaged (https://www.sqlite.org/fileformat2.html#walformat): the state would
 * fall back to an earlier one. The last commit may be torn, for nobody was told of it before all of it was on the disk.
 */
export async function requireSoundLog(path: string, location: string): Promise<void> {
  if (path === ':memory:') return;
  const log = readLog(path);
  if (log === undefined || skippedCommits(log) <= 1) return;
  // A process that writes now may have been caught half-way; damage stays as it is.
  await sleep(pauseMs);
  if (readLog(path)?.equals(log) === true)
    throw damaged(location, 'is damaged (its log breaks off before its end)');
}

/** What cannot be read as a file is SQLite's to explain. */
function readLog(path: string): Buffer | undefined {
  try {
    return readFileSync(`${path}-wal`);
  } catch {
    return undefined;
  }
}

/** How many commits of this log come after the point where its checksums break off. */
function skippedCommits(log: Buffer): number {
  if (log.length < headerSize + frameHeaderSize) return 0;
  const frameSize = frameHeaderSize + log.readUInt32BE(8);
  const littleEndian = log.readUInt32BE(0) % 2 === 0;
  let sum = addUp(log.subarray(0, 24), littleEndian, [0, 0]);
  // A header that is not sound hides every frame.
  if (!isStored(log, 24, sum)) return Number.POSITIVE_INFINITY;
  let isSound = true;
  let skipped = 0;
  for (let at = headerSize; at + frameSize <= log.length; at += frameSize) {
    // Frames of another salt are left over from before the log began anew.
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isSound && isOfThisLog) {
      sum = addUp(log.subarray(at, at + 8), littleEndian, sum);
      sum = addUp(log.subarray(at + frameHeaderSize, at + frameSize), littleEndian, sum);
    }
    isSound &&= isOfThisLog && isStored(log, at + 16, sum);
    const isCommit = log.readUInt32BE(at + 4) !== 0;
    if (!isSound && isOfThisLog && isCommit) skipped += 1;
  }
  return skipped;
}

type Sum = readonly [number, number];

/** SQLite's checksum of the log, over pairs of 32-bit words. */
function addUp(bytes: Buffer, littleEndian: boolean, [start0, start1]: Sum): Sum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [sum0, sum1] = [start0, start1];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    sum0 = (sum0 + words.getUint32(at, littleEndian) + sum1) >>> 0;
    sum1 = (sum1 + words.getUint32(at + 4, littleEndian) + sum0) >>> 0;
  }
  return [sum0, sum1];
}

function isStored(log: Buffer, at: number, [sum0, sum1]: Sum): boolean {
  return log.readUInt32BE(at) === sum0 && log.readUInt32BE(at + 4) === sum1;
}
