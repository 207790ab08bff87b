import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { StoppedRecord } from '../schemas/stop.ts';
import { recordsHeld } from './records-held.ts';

/**
 * The entries with what standing stops paused as paused: adsync did that itself, so that it is no drift, and is not
 * accepted into the document.
 */
export function asStopped(
  entries: readonly StateEntry[],
  stopped: readonly StoppedRecord[],
  live: readonly LiveAccount[],
): readonly StateEntry[] {
  const held = recordsHeld(stopped, live);
  return entries.map((entry) => (held.has(recordKey(entry)) ? withStatusPaused(entry) : entry));
}

function withStatusPaused(entry: StateEntry): StateEntry {
  const activation = kindNamed(entry.kind).spending?.activation;
  if (activation === undefined || !(activation.field in entry.answered)) return entry;
  const status = { [activation.field]: activation.paused };
  return {
    ...entry,
    declared: { ...entry.declared, ...status },
    answered: { ...entry.answered, ...status },
  };
}
