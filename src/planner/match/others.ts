import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Subject } from './subject.ts';

/** Tells records that neither the state knows nor any of the subjects stands for. */
export function othersIn(
  subjects: readonly Subject[],
  entries: readonly StateEntry[],
): (record: LiveRecord) => boolean {
  const known = new Set([
    ...entries.map(recordKey),
    ...subjects.flatMap(({ live }) => (live === undefined ? [] : [recordKey(live)])),
  ]);
  return (record) => !known.has(recordKey(record));
}
