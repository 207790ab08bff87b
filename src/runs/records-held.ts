import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import type { StoppedRecord } from '../schemas/stop.ts';

/** The records that standing stops paused, and that nobody changed since: the id of the stop, by the record's key. */
export function recordsHeld(
  stopped: readonly StoppedRecord[],
  live: readonly LiveAccount[],
): ReadonlyMap<string, string> {
  if (stopped.length === 0) return new Map();
  const changedAt = new Map(
    live.flatMap(({ records }) => records.map((record) => [recordKey(record), record.updatedAt])),
  );
  const held = stopped.filter(
    (each) => each.phase !== 'pausing' && changedAt.get(recordKey(each)) === each.updatedAt,
  );
  return new Map(held.map((each) => [recordKey(each), each.stopId]));
}
