import type { LiveRecord } from './live-record.ts';
import type { StateEntry } from './state-entry.ts';
import { sameValue } from './values.ts';

/** Whether a record is shown otherwise than the platform answered last, in a field that was answered. */
export function isShownOtherwise(
  { answered }: Pick<StateEntry, 'answered'>,
  { fields }: LiveRecord,
): boolean {
  const shown = new Map(Object.entries(fields));
  return Object.entries(answered).some(([wire, value]) => {
    const live = shown.get(wire);
    return live !== undefined && !sameValue(live, value);
  });
}
