import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StoppedRecord } from '../schemas/stop.ts';

/**
 * The records that standing stops paused and that are PAUSED still, whatever else somebody changed of them: the id of the
 * stop, by the record's key. Those that a stop was about to pause when it was killed count as well: `adsync resume` finds
 * out whose pause it is, and until then nobody is to undo or keep it.
 */
export function recordsHeld(
  stopped: readonly StoppedRecord[],
  live: readonly LiveAccount[],
): ReadonlyMap<string, string> {
  if (stopped.length === 0) return new Map();
  const paused = new Set(
    live
      .flatMap(({ records }) =>
        records.filter((record) => {
          const activation = kindNamed(record.kind).spending?.activation;
          return activation !== undefined && record.fields[activation.field] === activation.paused;
        }),
      )
      .map(recordKey),
  );
  const held = stopped.filter((each) => paused.has(recordKey(each)));
  return new Map(held.map((each) => [recordKey(each), each.stopId]));
}
