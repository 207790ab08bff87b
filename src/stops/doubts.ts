import type { LiveRecord } from '../schemas/live-record.ts';
import type { StoppedRecord } from '../schemas/stop.ts';
import { momentOf } from '../schemas/times.ts';
import { isActive, spendingKinds } from './choose-targets.ts';

/** What became of requests to pause records whose answers are not known. */
export interface Settled {
  /** Paused by the stop. */
  readonly paused: readonly StoppedRecord[];
  /** Not paused by the stop: active still, changed by somebody else, or gone. */
  readonly dropped: readonly StoppedRecord[];
  /** Active, and the request may still take effect. */
  readonly open: readonly StoppedRecord[];
}

/**
 * Tells from what is live, read at a platform time in milliseconds since 1970, what became of requests, each of which may
 * take effect for `lastsMs` after it was recorded. A record that is
 * PAUSED was paused by the stop where it was changed while the request could take effect, to the second of the platform's
 * times (F-value-03); what was changed later was changed by somebody else.
 */
export function settleDoubts(
  doubts: readonly StoppedRecord[],
  records: readonly LiveRecord[],
  readAt: number,
  lastsMs: number,
): Settled {
  const byId = new Map(records.map((record) => [`${record.kind} ${record.id}`, record]));
  const settled = {
    paused: [] as StoppedRecord[],
    dropped: [] as StoppedRecord[],
    open: [] as StoppedRecord[],
  };
  for (const doubt of doubts) {
    const record = byId.get(`${doubt.kind} ${doubt.id}`);
    const lasts = doubt.at + lastsMs;
    if (record !== undefined && isActiveRecord(record)) {
      settled[readAt < lasts ? 'open' : 'dropped'].push(doubt);
      continue;
    }
    const changedAt = record?.deleted === false ? record.updatedAt : undefined;
    const isOurs = changedAt !== undefined && isWithin(momentOf(changedAt), doubt.at, lasts);
    if (isOurs) settled.paused.push({ ...doubt, phase: 'paused', updatedAt: changedAt });
    else settled.dropped.push(doubt);
  }
  return settled;
}

function isActiveRecord(record: LiveRecord): boolean {
  return spendingKinds.some(
    ({ name, spending }) => name === record.kind && isActive(record, spending.activation),
  );
}

function isWithin(changedAt: number, from: number, to: number): boolean {
  return Math.floor(from / 1000) * 1000 <= changedAt && changedAt <= to;
}
