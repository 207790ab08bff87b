import { type LiveAccount, type LiveRecord, recordKey, wasReadCompletely } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { sameValue } from '../schemas/values.ts';

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
        return differs(entry, record);
      })
      .map(({ address }) => address);
  });
}

function differs({ answered }: StateEntry, { fields }: LiveRecord): boolean {
  const shown = new Map(Object.entries(fields));
  return Object.entries(answered).some(([wire, value]) => {
    const live = shown.get(wire);
    return live !== undefined && !sameValue(live, value);
  });
}
