import { type LiveAccount, recordKey, wasReadCompletely } from '../schemas/live-record.ts';
import { isShownOtherwise } from '../schemas/shown-otherwise.ts';
import type { StateEntry } from '../schemas/state-entry.ts';

/**
 * The addresses whose records a reading shows otherwise than the platform last answered, or not at all: somebody has
 * changed them since, or the reading is older than that answer.
 */
export function staleEntries(
  entries: readonly StateEntry[],
  live: readonly LiveAccount[],
): readonly string[] {
  return live.flatMap((account) => {
    const records = new Map(account.records.map((record) => [recordKey(record), record]));
    return entries
      .filter((entry) => entry.accountId === account.accountId)
      .filter((entry) => {
        const record = records.get(recordKey(entry));
        if (record === undefined || record.deleted)
          // What is only referred to was never made by us, so that nothing answered that it is there.
          return entry.origin !== 'external' && wasReadCompletely(account, entry.kind);
        return isShownOtherwise(entry, record);
      })
      .map(({ address }) => address);
  });
}
